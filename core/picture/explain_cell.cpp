#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/attention/mask.h"
#include "core/picture/explain_parts.h"
#include "core/picture/line_names.h"
#include "core/picture/number_of.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

double d(float x) { return static_cast<double>(x); }

std::string as_score(double x) { return number_of(Kind::scaled, x); }

Span result(double value, const Quantity& quantity) {
  Span span = number(number_of(quantity.kind, value), true);
  span.quantity = quantity;
  return span;
}

void say_score(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_scores) {
    e.lines.push_back(
        {said(std::string(text(t.has_scaled ? "explain.no_scores" : "explain.weights_only")))});
    return;
  }
  const auto q = query_row(*e.session.document, e.head(), e.row());
  const auto k = key_row(*e.session.document, e.head(), e.column());
  std::vector<Term> terms;
  for (std::size_t i = 0; i < q.size() && i < k.size(); ++i) {
    terms.push_back({d(q[i]) * d(k[i]), as_factor(d(q[i])) + " × " + as_factor(d(k[i]))});
  }
  Line head = {number("q"), number(" · "), number("k"), number(" = ")};
  head[0].role = Role::query;
  head[2].role = Role::key;
  const Span score = result(d(t.score(e.head(), e.row(), e.column())), e.of(Kind::score));
  if (terms.empty()) {
    head.push_back(score);
    e.lines.push_back(std::move(head));
    return;
  }
  explain_sum(e.lines, std::move(head), terms, score);
}

// "÷ √2" where the scale is the usual one, else the factor itself.
std::string scale_text(const Trace& t) {
  if (t.d > 0 && std::abs(t.scale * std::sqrt(static_cast<float>(t.d)) - 1.0f) < 1e-6f) {
    return " ÷ √" + std::to_string(t.d);
  }
  return " × " + as_number(d(t.scale));
}

void say_scaled(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_scaled) return;
  const double scaled = d(t.scaled(e.head(), e.row(), e.column()));
  if (!t.has_scores) {
    e.lines.push_back({said(std::string(text("explain.recorded_scaled")) + " "),
                       result(scaled, e.of(Kind::scaled))});
    return;
  }
  const double score = d(t.score(e.head(), e.row(), e.column()));
  const double cap = d(t.options.softcap);
  if (t.scale == 1.0f && cap <= 0) {
    e.lines.push_back(
        {said(std::string(text("explain.scale_off")) + " "), result(scaled, e.of(Kind::scaled))});
    return;
  }
  if (cap <= 0) {
    e.lines.push_back(
        {number(as_score(score) + scale_text(t) + " = "), result(scaled, e.of(Kind::scaled))});
    return;
  }
  const double plain = score * d(t.scale);
  e.lines.push_back({number(as_score(score) + scale_text(t) + " = " + as_score(plain))});
  e.lines.push_back(
      {number(as_number(cap) + " × tanh(" + as_score(plain) + " ÷ " + as_number(cap) + ") = "),
       result(scaled, e.of(Kind::scaled))});
}

float added_by_mask(const Explained& e) {
  if (!e.trace.has_scaled || !e.visible()) return 0;
  return e.trace.masked(e.head(), e.row(), e.column()) -
         e.trace.scaled(e.head(), e.row(), e.column());
}

void say_masked(const Explained& e, bool asked) {
  const Trace& t = e.trace;
  if (!e.visible()) {
    e.lines.push_back(
        {said(std::string(text("explain.hidden")) + " "), result(-INFINITY, e.of(Kind::masked))});
    e.lines.push_back({said(hidden_reason(e))});
    return;
  }
  if (!t.has_scaled) return;
  const double masked = d(t.masked(e.head(), e.row(), e.column()));
  const bool allowed = t.allowed(e.head(), e.row(), e.column());
  if (!allowed && t.options.variant.zero_fill && !t.options.variant.mask_after) {
    e.lines.push_back({said(std::string(text("explain.zero_fill")) + " ", Role::alarm),
                       result(masked, e.of(Kind::masked))});
    return;
  }
  if (const float added = added_by_mask(e); added != 0) {
    e.lines.push_back({number(as_score(d(t.scaled(e.head(), e.row(), e.column()))) + " + " +
                              as_factor(d(added)) + " = "),
                       result(masked, e.of(Kind::masked)),
                       said(" " + std::string(text("explain.added")))});
  } else if (asked) {
    e.lines.push_back(
        {said(std::string(text("explain.visible")) + " "), result(masked, e.of(Kind::masked))});
  }
}

std::size_t row_index(const Explained& e) {
  return static_cast<std::size_t>(e.head()) * static_cast<std::size_t>(e.trace.n) +
         static_cast<std::size_t>(e.row());
}

double exp_of(const Explained& e) {
  const Trace& t = e.trace;
  if (!e.visible()) return 0;
  const double above = d(t.masked(e.head(), e.row(), e.column())) - d(t.row_max[row_index(e)]);
  return std::exp(above / d(t.options.temperature));
}

bool has_softmax(const Trace& t) {
  return t.has_scaled && !t.row_max.empty() && !t.row_sum.empty();
}

// While the maximum is subtracted, scene and table show what is left of the score.
void say_difference(const Explained& e) {
  const Trace& t = e.trace;
  const Session& session = e.session;
  if (session.playhead.at.beat != Beat::softmax_max || session.row != e.row()) return;
  if (!has_softmax(t) || !e.visible()) return;
  const double masked = d(t.masked(e.head(), e.row(), e.column()));
  const double largest = d(t.row_max[row_index(e)]);
  e.lines.push_back(
      {number(as_score(masked) + " − " +
              (largest < 0 ? "(" + as_score(largest) + ")" : as_score(largest)) + " = "),
       result(masked - largest, e.of(Kind::masked)),
       said(" " + std::string(text("explain.max_of_row")))});
}

void say_exp(const Explained& e) {
  const Trace& t = e.trace;
  if (!has_softmax(t)) return;
  if (t.fully_masked(e.head(), e.row())) {
    e.lines.push_back({said(std::string(text("explain.nothing_visible")))});
    return;
  }
  if (!e.visible()) {
    e.lines.push_back({number("e^(−∞) = "), result(0, e.of(Kind::exp))});
    return;
  }
  if (!by_row_once(t.options.variant)) return;  // say_broken_weight() tells it
  const double largest = d(t.row_max[row_index(e)]);
  Span maximum = number(largest < 0 ? "(" + as_score(largest) + ")" : as_score(largest));
  maximum.quantity = e.of(Kind::row_max);
  maximum.quantity.column = -1;
  Line line = {number("e^(" + as_score(d(t.masked(e.head(), e.row(), e.column()))) + " − ")};
  line.push_back(maximum);
  const std::string closing = t.options.temperature == 1.0f
                                  ? ") = "
                                  : ") ÷ " + as_number(d(t.options.temperature)) + ") = ";
  if (t.options.temperature != 1.0f) line.front().text.insert(3, "(");
  line.push_back(number(closing));
  line.push_back(result(exp_of(e), e.of(Kind::exp)));
  line.push_back(said(" " + std::string(text("explain.max_of_row"))));
  e.lines.push_back(std::move(line));
}

// Where softmax runs along the keys' lines: this exponential and the sum of all of its line.
void say_cross_sum(const Explained& e) {
  const Trace& t = e.trace;
  const auto masked = [&](int row) { return d(t.masked(e.head(), row, e.column())); };
  double largest = -std::numeric_limits<double>::infinity();
  for (int row = 0; row < t.n; ++row)
    if (t.visible(e.head(), row, e.column())) largest = std::max(largest, masked(row));
  const auto power = [&](int row) {
    return std::exp((masked(row) - largest) / d(t.options.temperature));
  };
  std::vector<Term> terms;
  double sum = 0;
  for (int row = 0; row < t.n; ++row) {
    if (!t.visible(e.head(), row, e.column())) continue;
    sum += power(row);
    terms.push_back({power(row), number_of(Kind::exp, power(row))});
  }
  const std::string own = number_of(Kind::exp, e.visible() ? power(e.row()) : 0);
  e.lines.push_back({number("e^(s \u2212 max) = "), number(own, true)});
  explain_sum(e.lines, {number("\u03a3 e^(s \u2212 max) = ")}, terms, number(as_number(sum), true));
}

// Down the column, twice, or struck out afterwards.
void say_broken_weight(const Explained& e, const Span& weight) {
  const Trace& t = e.trace;
  const Variant& variant = t.options.variant;
  const double once = d(t.weight_once(e.head(), e.row(), e.column()));
  const auto shown = [](double w) { return number_of(Kind::weight, w); };
  if (variant.columns) say_cross_sum(e);
  e.lines.push_back({number("e^s ÷ Σ = " + shown(once) + " "),
                     said(variant.columns ? text_by_lines(e.session, "explain.sum_of_cross")
                                          : std::string(text("explain.sum_of_row")),
                          variant.columns ? Role::alarm : Role::plain)});
  if (variant.twice)
    e.lines.push_back({number("e^" + shown(once) + " ÷ Σ "),
                       said(std::string(text("explain.twice")), Role::alarm)});
  if (!t.allowed(e.head(), e.row(), e.column()) && variant.mask_after)
    e.lines.push_back({said(std::string(text("explain.struck")), Role::alarm)});
  e.lines.push_back({number("w = "), weight});
}

void say_weight(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_weights) {
    e.lines.push_back({said(std::string(text("explain.no_weights")))});
    return;
  }
  const Span weight = result(d(t.weight(e.head(), e.row(), e.column())), e.of(Kind::weight));
  if (!has_softmax(t) || t.fully_masked(e.head(), e.row())) {
    e.lines.push_back({said(std::string(text("explain.weight")) + " "), weight});
    return;
  }
  if (!by_row_once(t.options.variant)) return say_broken_weight(e, weight);
  Span sum = number(as_number(d(t.row_sum[row_index(e)])));
  sum.quantity = e.of(Kind::row_sum);
  sum.quantity.column = -1;
  e.lines.push_back({number(number_of(Kind::exp, exp_of(e)) + " ÷ "), sum, number(" = "), weight,
                     said(" " + std::string(text("explain.sum_of_row")))});
}

}  // namespace

void explain_stretch(const Explained& e, Stretch one, bool asked) {
  switch (one) {
    case Stretch::score:
      return say_score(e);
    case Stretch::scaled:
      return say_scaled(e);
    case Stretch::masked:
      say_masked(e, asked);
      if (asked) say_difference(e);
      return;
    case Stretch::exp:
      return say_exp(e);
    case Stretch::weight:
      return say_weight(e);
  }
}

void explain_cell(const Explained& e, Stretch last) {
  for (const Stretch one :
       {Stretch::score, Stretch::scaled, Stretch::masked, Stretch::exp, Stretch::weight})
    if (one <= last) explain_stretch(e, one, one == last);
}

std::string hidden_reason(const Explained& e) {
  const Trace& t = e.trace;
  const Mask& mask = t.options.mask;
  if (t.options.variant.inverted)
    return filled(text("explain.hides.inverted"),
                  {{"word", e.query_word()}, {"key", e.key_word()}});
  const int position = mask.align == CausalAlign::start ? e.row() : e.row() + t.m - t.n;
  for (const MaskRule& rule : mask.rules) {
    for (const MaskRuleKind& kind : mask_rules()) {
      if (kind.name != rule.name) continue;
      const KeyRange range = kind.range(rule, position, t.m);
      if (e.column() >= range.begin && e.column() < range.end) continue;
      const std::string known = "explain.hides." + rule.name;
      const bool told = rule.name == "causal" || rule.name == "window" || rule.name == "padding";
      return filled(text(told ? known : "explain.hides.rule"),
                    {{"rule", kind.text(rule)},
                     {"word", e.query_word()},
                     {"key", e.key_word()},
                     {"count", std::to_string(rule.left)}});
    }
  }
  Mask only_cells;
  only_cells.cells = mask.cells;
  const bool by_cells =
      mask.cells && !is_visible(only_cells, e.head(), e.row(), e.column(), t.n, t.m);
  return filled(text(by_cells ? "explain.hides.cell" : "explain.hides.bias"),
                {{"word", e.query_word()}, {"key", e.key_word()}});
}

}  // namespace qkv
