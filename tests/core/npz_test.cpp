// Every file of two public collections: read as NumPy reads it, or refused as it should be.

#include "core/files/npz.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/document/tensor_file.h"
#include "core/files/npy.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "tests/support/test_data.h"

using namespace qkv;
using nlohmann::json;

namespace {

std::map<std::string, Array> read_any(const std::string& path) {
  if (path.ends_with(".npz")) return read_npz(path);
  return {{"", read_npy(read_file(path), path)}};
}

/// "" when it is read, else what was said.
std::string refusal(const std::string& path) {
  try {
    read_any(path);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

bool is_numeric(const std::string& dtype) {
  return dtype.size() > 1 && std::string_view("biuf").find(dtype[1]) != std::string_view::npos;
}

void compare(const Array& array, const json& expected) {
  CHECK(json(array.shape) == expected["shape"]);
  const std::string dtype = expected["dtype"];
  if (dtype[1] == 'U' || dtype[1] == 'S') {
    REQUIRE(!array.words.empty());
    CHECK(array.numbers.empty());
    return;
  }
  REQUIRE(is_numeric(dtype));
  const json& first = expected["first"];
  REQUIRE(array.numbers.size() >= first.size());
  for (std::size_t i = 0; i < first.size(); ++i)
    CHECK(array.numbers[i] == static_cast<float>(first[i].get<double>()));
  double sum = 0, size = 0;
  for (const float x : array.numbers)
    if (std::isfinite(x)) sum += static_cast<double>(x), size += std::abs(static_cast<double>(x));
  if (expected.contains("finite_sum_f64") && !expected["finite_sum_f64"].is_null() &&
      dtype[1] != 'b')
    CHECK(sum ==
          doctest::Approx(expected["finite_sum_f64"].get<double>()).epsilon(1e-6 + 1e-7 * size));
}

bool is_refused(const json& expected) {
  const std::string dtype = expected.value("dtype", "");
  return dtype.empty() || dtype.find_first_of("cVOM[") != std::string::npos;
}

}  // namespace

TEST_CASE("npy and npz files of eight other projects") {
  const auto folder = test::test_data("npy_files");
  if (!folder) return;
  const json all = json::parse(std::ifstream(*folder / "expected.json"));
  int seen = 0, refused = 0;
  for (const auto& [name, expected] : all.items()) {
    const auto path = *folder / name;
    if (!std::filesystem::exists(path)) continue;
    CAPTURE(name);
    ++seen;
    if (expected.contains("arrays")) {
      for (const NpzMember& member :
           scan_npz(path.string(), [](std::string_view) { return true; })) {
        CAPTURE(member.name);
        const json& array = expected["arrays"][member.name];
        if (is_refused(array)) {
          CHECK(member.fault.find(path.string()) == 0);
        } else {
          CHECK(member.fault.empty());
          compare(member.array, array);
        }
      }
    } else if (expected.value("numpy", "") == "ok" && !is_refused(expected)) {
      const std::string said = refusal(path.string());
      CHECK(said == "");
      if (said.empty()) compare(read_any(path.string()).begin()->second, expected);
    } else {
      ++refused;
      CHECK(refusal(path.string()).find(path.string()) == 0);
    }
  }
  CHECK(seen > 70);
  MESSAGE(seen << " files, " << refused << " refused");
}

TEST_CASE("malformed npy and npz files are accepted or refused as their manifest says") {
  const auto folder = test::test_data("npy_malformed");
  if (!folder) return;
  const json all = json::parse(std::ifstream(*folder / "manifest.json"));
  int seen = 0;
  for (const json& one : all) {
    const std::string name = one["file"], expect = one["expect"];
    const auto path = *folder / name;
    if (!std::filesystem::exists(path)) continue;
    CAPTURE(name);
    CAPTURE(expect);
    ++seen;
    const std::string said = refusal(path.string());
    CAPTURE(said);
    if (expect.starts_with("reject")) {
      CHECK(said.find(path.string()) == 0);
    } else if (expect.starts_with("clear message")) {
      CHECK_THROWS_AS(load_tensor_file(path.string()), InputError);
    } else if (name == "npz_member_bad.npz") {
      const auto members = scan_npz(path.string(), [](std::string_view) { return true; });
      REQUIRE(members.size() == 2);
      CHECK(members[0].fault.empty());
      CHECK(members[0].array.numbers.size() == 6);
      CHECK(members[1].fault.find("b: ") != std::string::npos);
    } else {
      CHECK(said == "");
    }
  }
  CHECK(seen >= 8);
}
