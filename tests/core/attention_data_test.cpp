#include <algorithm>
#include <cmath>
#include <fstream>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/attention/attention.h"
#include "core/files/npz.h"
#include "tests/support/test_data.h"

using namespace qkv;
using qkv::test::test_data;
using Arrays = std::map<std::string, Array>;

namespace {

// [batch, heads, rows, columns] of an array that ONNX gives as that, or as [batch, rows,
// heads · columns].
struct FourD {
  int batches = 1, heads = 1, rows = 0, columns = 0;
  std::vector<float> numbers;

  TensorView batch(int b) const {
    return {numbers.data() + static_cast<std::ptrdiff_t>(b) * heads * rows * columns, heads, rows,
            columns};
  }
};

FourD four_d(const Array& array, int heads) {
  std::vector<int> shape(array.shape.begin(), array.shape.end());
  if (shape.size() == 4) return {shape[0], shape[1], shape[2], shape[3], array.numbers};
  REQUIRE(shape.size() == 3);
  FourD out{shape[0], heads, shape[1], shape[2] / heads, array.numbers};
  for (int b = 0; b < out.batches; ++b) {
    for (int h = 0; h < heads; ++h) {
      for (int r = 0; r < out.rows; ++r) {
        const auto from = array.numbers.begin() + ((b * out.rows + r) * heads + h) * out.columns;
        std::copy(from, from + out.columns,
                  out.numbers.begin() + ((b * heads + h) * out.rows + r) * out.columns);
      }
    }
  }
  return out;
}

// The mask of one batch: [n, m] serves all, [batches, heads, n, m] is cut.
void set_mask(const Array& array, int b, Mask& mask) {
  const auto size = array.shape.size();
  const int rows = static_cast<int>(array.shape[size - 2]);
  const int columns = static_cast<int>(array.shape[size - 1]);
  const int heads = size == 4 ? static_cast<int>(array.shape[1]) : 1;
  const auto first = array.numbers.begin() + (size == 4 ? b * heads * rows * columns : 0);
  const auto last = first + heads * rows * columns;
  if (array.dtype.find('b') != std::string::npos) {
    mask.cells = std::make_shared<BoolCells>(BoolCells{heads, rows, columns, {first, last}});
  } else {
    mask.bias = std::make_shared<FloatCells>(FloatCells{heads, rows, columns, {first, last}});
  }
}

double error_of(double got, double expected) {
  return std::abs(got - expected) / (1.0 + std::abs(expected));
}

struct Worst {
  double output = 0.0, matmul = 0.0;
};

void compare_matmul(const Trace& trace, const FourD& expected, int b, int mode, Worst& worst) {
  for (int h = 0; h < trace.heads; ++h) {
    for (int i = 0; i < trace.n; ++i) {
      for (int j = 0; j < trace.m; ++j) {
        const float got = mode == 3   ? trace.weight(h, i, j)
                          : mode == 2 ? trace.masked(h, i, j)
                                      : trace.scaled(h, i, j);
        const float want = expected.batch(b).row(h, i)[static_cast<std::size_t>(j)];
        if (got == want) continue;
        worst.matmul =
            std::max(worst.matmul, error_of(static_cast<double>(got), static_cast<double>(want)));
      }
    }
  }
}

Worst run_case(const nlohmann::json& about, const Arrays& arrays) {
  const auto& attributes = about["attributes"];
  const int q_heads = attributes.value("q_num_heads", 1),
            kv_heads = attributes.value("kv_num_heads", 1);
  const FourD q = four_d(arrays.at("Q"), q_heads), k = four_d(arrays.at("K"), kv_heads),
              v = four_d(arrays.at("V"), kv_heads), y = four_d(arrays.at("out_Y"), q_heads);
  Worst worst;
  for (int b = 0; b < q.batches; ++b) {
    AttentionInput input{q.batch(b), k.batch(b), v.batch(b), {}};
    if (attributes.value("is_causal", 0) == 1)
      input.options.mask.rules = parse_mask_rules("causal");
    if (arrays.count("attn_mask")) set_mask(arrays.at("attn_mask"), b, input.options.mask);
    if (attributes.contains("scale")) input.options.scale = attributes["scale"].get<float>();
    input.options.softcap = attributes.value("softcap", 0.0f);
    const Trace trace = attend(input);
    for (std::size_t i = 0; i < trace.output.size(); ++i) {
      const double want = static_cast<double>(y.batch(b).data[i]);
      worst.output = std::max(worst.output, error_of(static_cast<double>(trace.output[i]), want));
    }
    if (arrays.count("out_qk_matmul_output")) {
      compare_matmul(trace, four_d(arrays.at("out_qk_matmul_output"), q_heads), b,
                     attributes.value("qk_matmul_output_mode", 0), worst);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("the ONNX cases of Attention, on every instruction set") {
  const auto folder = test_data("onnx_attention");
  if (!folder) return;
  int cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (entry.path().extension() != ".json") continue;
    ++cases;
    CAPTURE(entry.path().stem().string());
    std::ifstream file(entry.path());
    const auto about = nlohmann::json::parse(file);
    auto npz = entry.path();
    const Arrays arrays = read_npz(npz.replace_extension(".npz").string());
    const bool half = about["inputs"]["Q"]["dtype"] == "float16";
    const double tolerance = half ? 2e-3 : 1e-5;
    auto sets = instruction_sets();
    sets.emplace_back("");
    for (const std::string& set : sets) {
      CAPTURE(set);
      force_instruction_set(set);
      const Worst worst = run_case(about, arrays);
      CHECK(worst.output <= tolerance);
      CHECK(worst.matmul <= tolerance);
    }
  }
  CHECK(cases == 25);
}

TEST_CASE("public reports: a NaN behind a mask, and a row that sees nothing") {
  const auto folder = test_data("issue_cases");
  if (!folder) return;
  std::ifstream file(*folder / "cases.json");
  const auto reports = nlohmann::json::parse(file);
  int seen = 0;
  for (const auto& report : reports) {
    const std::string id = report["id"];
    if (id != "masked_nan_key" && id != "fully_masked_row") continue;
    CAPTURE(id);
    ++seen;
    const Arrays arrays = read_npz((*folder / (id + ".npz")).string());
    const auto view = [&](const char* name) {
      const Array& a = arrays.at(name);
      return TensorView{a.numbers.data(), 1, static_cast<int>(a.shape[1]),
                        static_cast<int>(a.shape[2])};
    };
    AttentionInput input{view("Q"), view("K"), view("V"), {}};
    set_mask(arrays.at("attn_mask"), 0, input.options.mask);
    const Trace trace = attend(input);
    const auto& expected = report["expected"]["attention"][0];
    for (int i = 0; i < trace.n; ++i) {
      for (int j = 0; j < trace.m; ++j) {
        CAPTURE(i);
        CAPTURE(j);
        const double want = expected[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        CHECK(std::abs(static_cast<double>(trace.weight(0, i, j)) - want) <= 1e-6);
      }
      CHECK(trace.fully_masked(0, i) == (id == "fully_masked_row" && i == 1));
    }
    if (!report["expected"].contains("Y")) continue;
    for (int i = 0; i < trace.n; ++i) {
      for (std::size_t e = 0; e < trace.output_row(0, i).size(); ++e) {
        CHECK(trace.output_row(0, i)[e] ==
              report["expected"]["Y"][0][static_cast<std::size_t>(i)][e].get<float>());
      }
    }
  }
  CHECK(seen == 2);
}

TEST_CASE("public reports: where causal stands for one query and eight keys") {
  const auto folder = test_data("issue_cases");
  if (!folder) return;
  const Arrays arrays = read_npz((*folder / "causal_L1_S8.npz").string());
  for (const auto& [name, align] :
       {std::pair{"top_left", CausalAlign::start}, std::pair{"bottom_right", CausalAlign::end}}) {
    CAPTURE(name);
    Mask mask;
    mask.rules = parse_mask_rules("causal");
    mask.align = align;
    const Array& expected = arrays.at(name);
    REQUIRE(expected.numbers.size() == 8);
    for (int j = 0; j < 8; ++j) {
      CHECK(is_visible(mask, 0, 0, j, 1, 8) ==
            (expected.numbers[static_cast<std::size_t>(j)] != 0));
    }
  }
}

TEST_CASE("public reports: which key head a query head uses") {
  const auto folder = test_data("issue_cases");
  if (!folder) return;
  std::ifstream file(*folder / "cases.json");
  const auto reports = nlohmann::json::parse(file);
  const auto report = std::find_if(reports.begin(), reports.end(), [](const auto& r) {
    return r["id"] == "gqa_repeat_interleave";
  });
  REQUIRE(report != reports.end());
  const Arrays arrays = read_npz((*folder / "gqa_repeat_interleave.npz").string());
  const Array& k = arrays.at("K");
  REQUIRE(k.shape == std::vector<std::int64_t>{1, 2, 1, 2});
  // The keys are unit vectors: a query (1, 2) tells by its score which one it met.
  const std::vector<float> q = {1, 2, 1, 2, 1, 2, 1, 2};
  const TensorView keys{k.numbers.data(), 2, 1, 2};
  const Trace trace = attend({{q.data(), 4, 1, 2}, keys, keys, {}});
  const auto& expected = (*report)["expected"]["kv_head_of_query_head"];
  for (int head = 0; head < 4; ++head) {
    CAPTURE(head);
    CHECK(trace.score(head, 0, 0) == 1 + expected[static_cast<std::size_t>(head)].get<int>());
  }
}
