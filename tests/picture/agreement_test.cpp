// Whatever number stands anywhere on a page or in an explanation, it is the trace's.

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/picture/explain.h"
#include "core/picture/picture.h"
#include "core/session/action.h"

using namespace qkv;
using Kind = Quantity::Kind;

namespace {

struct Shown {
  double value = 0;
  int decimals = 0;
};

// "−4.24", "89.5 %", "1.2e−05"; nothing else in the text.
std::optional<Shown> as_number(std::string text) {
  double factor = 1;
  if (const std::size_t at = text.find("\u00a0"); at != std::string::npos) text.replace(at, 2, " ");
  if (text.size() > 2 && text.ends_with(" %")) {
    factor = 0.01;
    text.resize(text.size() - 2);
  }
  for (std::size_t at; (at = text.find("−")) != std::string::npos;) {
    text.replace(at, std::string("−").size(), "-");
  }
  if (text == "-∞") return Shown{-std::numeric_limits<double>::infinity(), 0};
  if (text.empty() || text.find_first_not_of("0123456789.-e+") != std::string::npos) return {};
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return {};
  const std::size_t point = text.find('.'), power = text.find('e');
  int decimals =
      point == std::string::npos ? 0 : static_cast<int>(std::min(power, text.size()) - point - 1);
  if (power != std::string::npos) decimals -= std::atoi(text.c_str() + power + 1);
  return Shown{value * factor, decimals + (factor < 1 ? 2 : 0)};
}

// "[0.903, 0.059]" or "0.903, 0.059", or one number; empty when the text is anything else.
std::vector<Shown> numbers_in(std::string text) {
  if (const std::size_t equals = text.rfind("= "); equals != std::string::npos) {
    text.erase(0, equals + 2);
  }
  if (text.starts_with("[") && text.ends_with("]")) text = text.substr(1, text.size() - 2);
  std::vector<Shown> numbers;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(", ", from), text.size());
    const auto number = as_number(text.substr(from, comma - from));
    if (!number) return {};
    numbers.push_back(*number);
    from = comma + 2;
  }
  return numbers;
}

double as_double(float x) { return static_cast<double>(x); }

const Tensor& mixed(const Document& document, const Trace& t) {
  return t.options.variant.keys_as_values ? document.keys : document.values;
}

// What the trace says a quantity is; more than one number for a vector.
std::vector<double> truth(const Document& document, const Trace& t, const Quantity& q) {
  const auto row_of = [&](const Tensor& tensor, int row) {
    std::vector<double> all;
    for (const float x : tensor.view().row(q.head, row)) all.push_back(as_double(x));
    return q.dim >= 0 ? std::vector<double>{all[static_cast<std::size_t>(q.dim)]} : all;
  };
  const int row = q.head * t.n + q.row;
  const bool of_key = q.kind == Kind::key || q.kind == Kind::value;
  if (of_key ? q.column < 0 : q.row < 0) return {};  // a place that does not exist is a fault
  switch (q.kind) {
    case Kind::query:
      return row_of(document.queries, q.row);
    case Kind::key:
      return row_of(document.keys, q.column);
    case Kind::value:
      return row_of(document.values, q.column);
    case Kind::score:
      return {as_double(t.score(q.head, q.row, q.column))};
    case Kind::scaled:
      return {as_double(t.scaled(q.head, q.row, q.column))};
    case Kind::masked:
      return {as_double(t.masked(q.head, q.row, q.column))};
    case Kind::exp:
      if (!t.visible(q.head, q.row, q.column)) return {0};
      return {std::exp(as_double(t.masked(q.head, q.row, q.column)) -
                       as_double(t.row_max[static_cast<std::size_t>(row)]))};
    case Kind::weight:
      if (q.column < 0) return {as_double(t.row_total(q.head, q.row))};
      return {as_double(t.weight(q.head, q.row, q.column))};
    case Kind::row_max:
      return {as_double(t.row_max[static_cast<std::size_t>(row)])};
    case Kind::row_sum:
      return {as_double(t.row_sum[static_cast<std::size_t>(row)])};
    case Kind::weighted_value: {
      std::vector<double> all = row_of(mixed(document, t), q.column);
      for (double& x : all) x *= as_double(t.weight(q.head, q.row, q.column));
      return all;
    }
    case Kind::output: {
      std::vector<double> all;
      for (const float x : t.output_row(q.head, q.row)) all.push_back(as_double(x));
      return q.dim >= 0 ? std::vector<double>{all[static_cast<std::size_t>(q.dim)]} : all;
    }
    default:
      return {};
  }
}

bool is_the_same(const Shown& shown, double value) {
  if (!std::isfinite(value) || !std::isfinite(shown.value)) return shown.value == value;
  return std::abs(shown.value - value) <= 0.5 * std::pow(10.0, -shown.decimals) + 2e-6;
}

// Two moments show a quantity on its way: score minus maximum, and the sum of the values so far.
std::vector<double> on_the_way(const Document& document, const Trace& t, const Stop& at,
                               const Quantity& q) {
  if (at.beat == Beat::softmax_max && q.kind == Kind::masked) {
    return {as_double(t.masked(q.head, q.row, q.column)) -
            as_double(t.row_max[static_cast<std::size_t>(q.head * t.n + q.row)])};
  }
  if (at.beat != Beat::mix_key || q.kind != Kind::output || q.dim >= 0) return {};
  std::vector<double> sum(static_cast<std::size_t>(t.dv), 0.0);
  for (int key = 0; key <= at.key; ++key) {
    const auto value = mixed(document, t).view().row(q.head, key);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      sum[i] += as_double(t.weight(q.head, q.row, key)) * as_double(value[i]);
    }
  }
  return sum;
}

struct Judge {
  const Document& document;
  const Trace& trace;
  Stop at;
  int row;  // the chosen one
  std::string place;
  int judged = 0;
  std::string faults;

  void look_at(const std::string& where, const std::string& text, const Quantity& q) {
    const std::vector<Shown> numbers = numbers_in(text);
    if (numbers.empty() || !q) return;
    const std::vector<double> values = truth(document, trace, q);
    ++judged;
    const auto are = [&](const std::vector<double>& expected) {
      bool right = numbers.size() == expected.size();
      for (std::size_t i = 0; right && i < expected.size(); ++i) {
        right = is_the_same(numbers[i], expected[i]);
      }
      return right;
    };
    if (are(values)) return;
    if (q.row == row && are(on_the_way(document, trace, at, q))) return;
    if (faults.size() > 1500) return;
    faults += place + " " + where + ": \"" + text + "\" for kind " +
              std::to_string(static_cast<int>(q.kind)) + " (" + std::to_string(q.row) + ", " +
              std::to_string(q.column) + ", " + std::to_string(q.dim) + ") is";
    for (const double value : values) faults += " " + std::to_string(value);
    faults += "\n";
  }
};

void judge_page(Judge& judge, Session& session, Scene scene) {
  session.scene = scene;
  const Page page = layout(session, paint(session, judge.trace, nullptr), {1440, 900});
  std::set<std::vector<int>> asked;
  for (const Item& item : page.items) {
    const Quantity& q = item.quantity;
    if (!q) continue;
    if (const auto* text = std::get_if<Text>(&item.shape)) judge.look_at("page", text->text, q);
    if (!asked.insert({static_cast<int>(q.kind), q.row, q.column, q.dim}).second) continue;
    for (const Line& line : explain(session, judge.trace, q)) {
      for (const Span& span : line) judge.look_at("explanation", span.text, span.quantity);
    }
  }
}

// Every stop of every word's walk under one mask and scale; returns how many numbers were judged.
int judge_walks(const std::string& setting, Scene scene) {
  Session session = open_session(load_lesson("cat"));
  TraceCache traces;
  run_script(session, traces, setting);
  int judged = 0;
  std::string faults;
  for (int word = 0; word < session.document->n(); ++word) {
    run_script(session, traces, "select " + std::to_string(word));
    const Trace& trace = traces.now(session);
    for (const Stop& stop : stops_of(walk_shape(session, trace, word))) {
      apply(session, trace, action::GoTo{stop});
      settle(session, trace);
      Judge judge{*session.document,
                  trace,
                  stop,
                  word,
                  setting + " " + session.document->query_words[static_cast<std::size_t>(word)] +
                      " " + stop_text(stop, session.document->key_words),
                  0,
                  ""};
      judge_page(judge, session, scene);
      judged += judge.judged;
      if (faults.size() < 3000) faults += judge.faults;
    }
  }
  CHECK(faults == "");
  return judged;
}

}  // namespace

TEST_CASE("numbers are read back as they are written") {
  CHECK(numbers_in("0.895").size() == 1);
  CHECK(numbers_in("z = [0.903, −0.059]").size() == 2);
  CHECK(numbers_in("89.5 %")[0].value == doctest::Approx(0.895));
  CHECK(numbers_in("89.5 %")[0].decimals == 3);
  CHECK(numbers_in("−∞")[0].value < -1e30);
  CHECK(numbers_in("cat").empty());
  CHECK(numbers_in("e^(4.24").empty());
  CHECK(is_the_same({4.24, 2}, 4.2426));
  CHECK_FALSE(is_the_same({4.25, 2}, 4.2426));
}

TEST_CASE("every number on every page is the trace's, whatever rule is broken") {
  for (const VariantKind& kind : variant_kinds()) {
    Variant variant;
    variant.*kind.field = true;
    for (const Scene scene : {Scene::landscape, Scene::sentence}) {
      const int judged = judge_walks("mask causal; variant " + variant_text(variant), scene);
      CHECK(judged > 1500);
    }
  }
}

TEST_CASE("every number on every page is the trace's: word, stop, mask, scale, scene") {
  for (const char* mask : {"full", "causal", "window:2", "padding:2", "causal+padding:5"}) {
    for (const char* scale : {"scale on", "scale off"}) {
      for (const Scene scene : {Scene::landscape, Scene::sentence}) {
        const int judged = judge_walks(std::string("mask ") + mask + "; " + scale, scene);
        CHECK(judged > 2000);
      }
    }
  }
}
