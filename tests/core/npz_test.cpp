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
#include "tests/support/scratch.h"
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
  for (const auto& item : all.items()) {
    const std::string name = item.key();
    const json& expected = item.value();
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
          CHECK(member.fault.english.find(path.string()) == 0);
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
      CHECK(members[1].fault.english.find("b: ") != std::string::npos);
    } else {
      CHECK(said == "");
    }
  }
  CHECK(seen >= 8);
}

namespace {

/// Read or refused with the path first: anything else is a fault of the reader.
void survives(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  const std::string said = refusal(path);
  CHECK((said.empty() || said.starts_with(path + ": ")));
  CHECK(said.find('\n') == said.npos);
  try {
    load_tensor_file(path);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).starts_with(path + ": "));
  }
}

void survives_damage(const std::string& path, const std::string& bytes, int rounds) {
  for (std::size_t length = 0; length < bytes.size(); ++length)
    survives(path, bytes.substr(0, length));
  std::uint32_t seed = 7;
  for (int i = 0; i < rounds; ++i) {
    std::string broken = bytes;
    for (int k = 0; k <= i % 3; ++k) {
      seed = seed * 1664525u + 1013904223u;
      const std::size_t at = (seed >> 8) % broken.size();
      broken[at] = i % 2 == 0 ? static_cast<char>(seed >> 3) : '\xff';
    }
    survives(path, broken);
  }
}

std::string npy_of(const std::string& dictionary, const std::string& data = "") {
  std::string header = dictionary + "\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 255);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + data;
}

}  // namespace

TEST_CASE("an archive cut off anywhere, or with any byte broken, is read or refused") {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz");
  Array rows;
  rows.shape = {2, 2};
  rows.numbers = {0.5f, 0.5f, 0.25f, 0.75f};
  write_npz(path, {{"attention", rows}, {"scores_scaled", rows}});
  const std::string bytes = read_file(path);
  survives_damage(path, bytes, 3000);
  survives_damage(
      scratch.file("x.npy"),
      npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", std::string(16, '\0')),
      2000);
}

TEST_CASE("headers that lie about size, order or kind are refused before memory is taken") {
  const std::string four(16, '\0');
  const char* const lies[] = {
      "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -2), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2.0, 2), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (4), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': [2, 2], }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2 2), }",
      "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 2), }",
      "{'descr': '<f4', 'fortran_order': False, }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), 'shape': (2, 2), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), 'more': 1, }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), } + 1",
      "{'descr': '<f3', 'fortran_order': False, 'shape': (2, 2), }",
      "{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }",
      "{'descr': '<', 'fortran_order': False, 'shape': (2, 2), }",
      "{'descr': '', 'fortran_order': False, 'shape': (2, 2), }",
      "{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }",
      "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }",
      "{'descr': '<M8[s]', 'fortran_order': False, 'shape': (2,), }",
      "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,), }",
      "{'descr': '<U4611686018427387904', 'fortran_order': False, 'shape': (4,), }",
      "{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000000,), }",
      "{'descr': '<S99999999999999999999', 'fortran_order': False, 'shape': (4,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
      "__import__('os').system('true')",
      "",
  };
  for (const char* const lie : lies) {
    CAPTURE(lie);
    CHECK_THROWS_AS(read_npy(npy_of(lie, four), "x.npy"), InputError);
  }
  CHECK(read_npy(npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", four), "x")
            .numbers.size() == 4);
  CHECK(
      read_npy(npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 1000000000000)}"), "x")
          .numbers.empty());
}

TEST_CASE("half floats, bfloat16, big ends, bools and Fortran order") {
  const auto read = [](const std::string& descr, const std::string& shape, const std::string& data,
                       bool fortran = false) {
    return read_npy(npy_of("{'descr': '" + descr + "', 'fortran_order': " +
                               (fortran ? "True" : "False") + ", 'shape': " + shape + "}",
                           data),
                    "x")
        .numbers;
  };
  using Numbers = std::vector<float>;
  CHECK(read("<f2", "(4,)", std::string("\x00\x3c\x01\x00\x00\xc0\xff\x7b", 8)) ==
        Numbers{1.0f, 0x1p-24f, -2.0f, 65504.0f});
  CHECK(std::isinf(read("<f2", "(1,)", std::string("\x00\x7c", 2))[0]));
  CHECK(std::isnan(read(">f2", "(1,)", std::string("\x7e\x00", 2))[0]));
  CHECK(read("|V2", "(2,)", std::string("\x80\x3f\x00\xbf", 4)) == Numbers{1.0f, -0.5f});
  CHECK(read(">i4", "(2,)", std::string("\x00\x00\x00\x05\xff\xff\xff\xfe", 8)) ==
        Numbers{5.0f, -2.0f});
  CHECK(read("<u8", "(1,)", std::string(8, '\xff')) == Numbers{18446744073709551616.0f});
  CHECK(read("|b1", "(3,)", std::string("\x00\x01\x02", 3)) == Numbers{0, 1, 1});
  CHECK(read("|i1", "(2, 3)", std::string("\x01\x02\x03\x04\x05\x06"), true) ==
        Numbers{1, 3, 5, 2, 4, 6});
}

TEST_CASE("texts of both kinds, with what a character may be made of") {
  const Array array = read_npy(
      npy_of("{'descr': '<U2', 'fortran_order': False, 'shape': (3,)}",
             std::string("a\0\0\0\0\0\0\0\x2b\x73\0\0\x08\xf4\x01\0\0\xd8\0\0\0\x11\0\0", 24)),
      "x");
  CHECK(array.words == std::vector<std::string>{"a", "猫\U0001F408", "\uFFFD\u1100"});
  const Array bytes = read_npy(
      npy_of("{'descr': '|S3', 'fortran_order': False, 'shape': (2,)}", std::string("ab\0xyz", 6)),
      "x");
  CHECK(bytes.words == std::vector<std::string>{"ab", "xyz"});
}
