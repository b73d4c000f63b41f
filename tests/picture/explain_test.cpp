#include "core/picture/explain.h"

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/document/library.h"

using namespace qkv;
using Kind = Quantity::Kind;

namespace {

constexpr int kThe = 0, kCat = 1, kIts = 3, kFish = 4;

struct Open {
  Session session;
  Trace trace;
};

Open opened(DocumentPtr document, AttentionOptions options) {
  Open open;
  open.session.document = std::move(document);
  open.session.options = std::move(options);
  trace_of(*open.session.document, open.session.options, {}, open.trace);
  return open;
}

Open cat(AttentionOptions options = {}) { return opened(load_lesson("cat"), std::move(options)); }

AttentionOptions masked_by(std::string_view rules) {
  AttentionOptions options;
  options.mask.rules = parse_mask_rules(rules);
  return options;
}

std::string said(const Open& open, const Quantity& quantity) {
  std::string all;
  for (const Line& line : explain(open.session, open.trace, quantity)) {
    for (const Span& span : line) all += span.text;
    all += "\n";
  }
  return all;
}

Quantity cell(Kind kind, int row, int column) { return {kind, 0, 0, row, column, -1}; }

bool tells(const std::string& all, std::string_view part) {
  return all.find(part) != std::string::npos;
}

// Queries and keys of `width` numbers for two words.
DocumentPtr wide(int width) {
  auto document = std::make_shared<Document>();
  document->query_words = document->key_words = {"a", "b"};
  const auto tensor = [width](float first) {
    Tensor t{1, 2, width, {}};
    for (int i = 0; i < 2 * width; ++i)
      t.data.push_back(first + 0.25f * static_cast<float>(i % width));
    return t;
  };
  document->queries = tensor(1);
  document->keys = tensor(-1);
  document->values = tensor(0.5f);
  return document;
}

}  // namespace

TEST_CASE("a weight's explanation is its whole arithmetic") {
  const std::string all = said(cat(), cell(Kind::weight, kIts, kCat));
  CHECK(tells(all, "its → cat\n"));
  CHECK(tells(all, "q · k = 2 × 3 + 0 × 0 = 6\n"));
  CHECK(tells(all, "6 ÷ √2 = 4.24\n"));
  CHECK(tells(all, "e^(4.24 − 4.24) = 1 "));
  CHECK(tells(all, "1 ÷ 1.117 = 0.895 "));
}

TEST_CASE("an explanation stops at the number that was asked for") {
  const Open open = cat();
  const std::string score = said(open, cell(Kind::score, kIts, kFish));
  CHECK(tells(score, "2 × 1 + 0 × 0.5 = 2\n"));
  CHECK_FALSE(tells(score, "√"));
  const std::string scaled = said(open, cell(Kind::scaled, kIts, kFish));
  CHECK(tells(scaled, "2 ÷ √2 = 1.41\n"));
  CHECK_FALSE(tells(scaled, "e^"));
  const std::string exp = said(open, cell(Kind::exp, kIts, kFish));
  CHECK(tells(exp, "e^(1.41 − 4.24) = 0.059 "));
  CHECK_FALSE(tells(exp, "1.117"));
  CHECK(explain(open.session, open.trace, {}).empty());
}

TEST_CASE("the result carries the quantity that it is") {
  const Open open = cat();
  bool found = false;
  for (const Line& line : explain(open.session, open.trace, cell(Kind::weight, kIts, kCat))) {
    for (const Span& span : line) {
      if (span.quantity == cell(Kind::weight, kIts, kCat)) {
        found = true;
        CHECK(span.text == "0.895");
        CHECK(span.bold);
        CHECK(span.mono);
      }
    }
  }
  CHECK(found);
}

TEST_CASE("a hidden key says which rule hides it") {
  const Open causal = cat(masked_by("causal"));
  const std::string weight = said(causal, cell(Kind::weight, kThe, kCat));
  CHECK(tells(weight, "hidden: −∞\n"));
  CHECK(tells(weight, "causal: “cat” comes after “the”\n"));
  CHECK(tells(weight, "e^(−∞) = 0\n"));
  CHECK(tells(weight, "0 ÷ 1 = 0 "));
  CHECK(tells(said(cat(masked_by("window:2")), cell(Kind::masked, kFish, kThe)),
              "window:2: “the” is outside the window of “fish”"));
  CHECK(tells(said(cat(masked_by("padding:2")), cell(Kind::masked, kIts, kFish)),
              "padding:2: the last 2 words are padding"));
  CHECK(tells(said(causal, cell(Kind::masked, kIts, kCat)), "nothing hides it: 4.24"));
}

TEST_CASE("hidden by cells, moved or hidden by an added mask") {
  AttentionOptions cells;
  cells.mask.cells =
      std::make_shared<BoolCells>(BoolCells{1, 5, 5, std::vector<std::uint8_t>(25, 0)});
  const std::string nothing = said(cat(cells), cell(Kind::weight, kIts, kCat));
  CHECK(tells(nothing, "custom cells switch this pair off"));
  CHECK(tells(nothing, "No key is visible: weights and z are 0."));
  CHECK(tells(nothing, "weight: 0\n"));

  AttentionOptions bias;
  FloatCells added{1, 5, 5, std::vector<float>(25, 0)};
  added.added[kIts * 5 + kCat] = -0.5f;
  added.added[kIts * 5 + kThe] = -std::numeric_limits<float>::infinity();
  bias.mask.bias = std::make_shared<FloatCells>(added);
  const Open open = cat(bias);
  CHECK(tells(said(open, cell(Kind::weight, kIts, kCat)), "4.24 + (−0.5) = 3.74 the mask adds\n"));
  CHECK(tells(said(open, cell(Kind::weight, kIts, kThe)), "the added mask is −∞ here"));
}

TEST_CASE("scale off, another scale, softcap and temperature are told as they are") {
  AttentionOptions off;
  off.scale = 1.0f;
  const std::string unscaled = said(cat(off), cell(Kind::weight, kIts, kCat));
  CHECK(tells(unscaled, "scale is off: 6\n"));
  CHECK(tells(unscaled, "= 0.971 "));
  AttentionOptions half;
  half.scale = 0.5f;
  CHECK(tells(said(cat(half), cell(Kind::scaled, kIts, kCat)), "6 × 0.5 = 3\n"));
  AttentionOptions capped;
  capped.softcap = 2.0f;
  CHECK(tells(said(cat(capped), cell(Kind::scaled, kIts, kCat)), "2 × tanh(4.24 ÷ 2) = 1.94\n"));
  AttentionOptions warm;
  warm.temperature = 2.0f;
  CHECK(tells(said(cat(warm), cell(Kind::exp, kIts, kFish)), "e^((1.41 − 4.24) ÷ 2) = 0.243 "));
}

TEST_CASE("long products keep their eight largest terms and tell the rest") {
  const Open open = opened(wide(37), {});
  const std::string all = said(open, cell(Kind::score, 0, 1));
  CHECK(tells(all, "… 29 more"));
  double sum = 0, largest = 0;
  for (int i = 0; i < 37; ++i) {
    const double term = (1 + 0.25 * i) * (-1 + 0.25 * i);
    sum += term;
    if (i >= 29) largest += term;  // the terms grow from the fifth on
  }
  CHECK(sum == doctest::Approx(static_cast<double>(open.trace.score(0, 0, 1))));
  std::string rest = std::to_string(sum - largest);
  rest.erase(rest.find_last_not_of('0') + 1);
  CAPTURE(all);
  CHECK(tells(all, " = " + rest.substr(0, rest.find('.') + 3)));
  CHECK_FALSE(tells(said(opened(wide(8), {}), cell(Kind::score, 0, 1)), "more"));
}

TEST_CASE("z is told term by term") {
  const Open open = cat();
  const std::string all = said(open, {Kind::output, 0, 0, kIts, -1, 0});
  CHECK(tells(all, "z₁ = 0.013 × 0 + 0.895 × 1 + 0.013 × 0"));
  CHECK(tells(all, " = 0.903\n"));
  const std::string whole = said(open, {Kind::output, 0, 0, kIts, -1, -1});
  CHECK(tells(whole, "z = [0.903, 0.059]\n"));
  CHECK(tells(said(open, cell(Kind::weighted_value, kIts, kCat)),
              "w · v = 0.895 × [1, 0] = [0.895, 0]\n"));
  CHECK(tells(said(open, {Kind::row_sum, 0, 0, kIts, -1, -1}), " = 1.117\n"));
  CHECK(tells(said(open, {Kind::row_max, 0, 0, kIts, -1, -1}),
              "max(0, 4.24, 0, 0.71, 1.41) = 4.24\n"));
}

TEST_CASE("vectors are told with their place") {
  const Open open = cat();
  CHECK(tells(said(open, {Kind::query, 0, 0, kIts, -1, -1}), "its word 4 of 5\nq = [2, 0]\n"));
  CHECK(tells(said(open, {Kind::key, 0, 0, -1, kCat, -1}), "cat word 2 of 5\nk = [3, 0]\n"));
  CHECK(tells(said(open, {Kind::value, 0, 0, -1, kFish, 1}), "v₂ = 1\n"));
  const std::string word = said(open, {Kind::word, 0, 0, kIts, -1, -1});
  CHECK(tells(word, "q = [2, 0]\nk = [0.5, 0]\nv = [0.3, 0]\n"));
}

TEST_CASE("a recording tells what is not in the file") {
  auto document = std::make_shared<Document>();
  document->query_words = document->key_words = {"Ġa", "Ġb"};
  document->recording = Recording{1, 1, {Tensor{1, 2, 2, {0.25f, 0.75f, 0.5f, 0.5f}}}, {}};
  Open open = opened(document, {});
  const std::string weights = said(open, cell(Kind::weight, 0, 1));
  CHECK(
      tells(weights, "a → b\nThe file holds weights only: scores are not in it.\nweight: 0.750\n"));
  CHECK(tells(said(open, {Kind::output, 0, 0, 0, -1, 0}), "The file holds no values"));
  CHECK(tells(said(open, {Kind::query, 0, 0, 0, -1, -1}), "no vectors"));

  auto scaled = std::make_shared<Document>(*document);
  scaled->recording->scaled = {Tensor{1, 2, 2, {0, std::log(3.0f), 1, 1}}};
  open = opened(scaled, {});
  const std::string both = said(open, cell(Kind::weight, 0, 1));
  CHECK(tells(both, "scaled score, as recorded: 1.1\n"));
  CHECK(tells(both, "e^(1.1 − 1.1) = 1 "));
  CHECK(tells(both, "1 ÷ 1.333 = 0.750 "));
}

TEST_CASE("a place that is not there has nothing to say") {
  const Open open = cat();
  CHECK(explain(open.session, open.trace, cell(Kind::weight, 9, 0)).empty());
  CHECK(explain(open.session, open.trace, cell(Kind::score, 0, -1)).empty());
  CHECK(explain(open.session, open.trace, {Kind::score, 0, 3, 0, 0, -1}).empty());
  CHECK(explain(open.session, open.trace, {Kind::key, 0, 0, -1, 99, -1}).empty());
  for (const Line& line : explain(open.session, open.trace, {Kind::output, 0, 0, 1, -1, 77})) {
    for (const Span& span : line) CHECK(span.text.find("=") == std::string::npos);
  }
}
