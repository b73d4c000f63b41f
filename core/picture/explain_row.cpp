#include <algorithm>
#include <cmath>

#include "core/picture/explain_parts.h"
#include "core/picture/number_of.h"
#include "core/picture/row_values.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

constexpr int kMostNumbers = 8;  // of a vector that is told whole

double d(float x) { return static_cast<double>(x); }

std::size_t row_index(const Explained& e) {
  return static_cast<std::size_t>(e.head()) * static_cast<std::size_t>(e.trace.n) +
         static_cast<std::size_t>(e.row());
}

std::string vector_text(std::span<const float> numbers) {
  return format_vector(numbers.data(), static_cast<int>(numbers.size()), 3, kMostNumbers);
}

Span bold_result(std::string shown, const Quantity& quantity) {
  Span span = number(std::move(shown), true);
  span.quantity = quantity;
  return span;
}

Span named(std::string_view letter, Role role, int dim) {
  Span span = number(std::string(letter));
  span.role = role;
  if (dim < 0) return span;
  constexpr std::string_view kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  for (const char digit : std::to_string(dim + 1)) {
    span.text += kDigits[static_cast<std::size_t>(digit - '0')];
  }
  return span;
}

// q = x W: the embedding against one column of the matrix.
void say_projection(const Explained& e, int place, std::string_view letter, Role role,
                    const Tensor& matrix, float value) {
  const Tensor& x = e.session.document->projection->embeddings;
  const int dim = e.quantity.dim;
  if (place >= x.rows || dim >= matrix.columns) return;
  std::vector<Term> terms;
  for (int i = 0; i < x.columns && i < matrix.rows; ++i) {
    const double a = d(x.view().row(0, place)[static_cast<std::size_t>(i)]);
    const double w = d(matrix.view().row(0, i)[static_cast<std::size_t>(dim)]);
    terms.push_back({a * w, as_factor(a) + " × " + as_factor(w)});
  }
  explain_sum(e.lines, {named(letter, role, dim), number(" = x · W = ")}, terms,
              bold_result(as_number(d(value)), e.quantity));
}

}  // namespace

void explain_vector(const Explained& e) {
  const Document& document = *e.session.document;
  const Kind kind = e.quantity.kind;
  const bool of_query = kind == Kind::query || (kind == Kind::word && e.row() >= 0);
  const int place = of_query ? e.row() : e.column() >= 0 ? e.column() : e.row();
  const auto& words = of_query ? document.query_words : document.key_words;
  if (place < 0 || place >= static_cast<int>(words.size())) return;
  const std::string word = token_text(words[static_cast<std::size_t>(place)]);
  const Role role = kind == Kind::query   ? Role::query
                    : kind == Kind::key   ? Role::key
                    : kind == Kind::value ? Role::value
                                          : Role::plain;
  Span name = said(word, role);
  name.bold = true;
  e.lines.push_back(
      {name, said(" " + filled(text("explain.place"), {{"place", std::to_string(place + 1)},
                                                       {"of", std::to_string(words.size())}}))});
  const auto say = [&](std::span<const float> numbers, std::string_view letter, Role r, Kind k) {
    if (numbers.empty()) return;
    const int width = static_cast<int>(numbers.size());
    Quantity quantity = e.quantity;
    quantity.kind = k;
    // Said of a word, its vectors are those of the word's own place in queries and keys.
    if (kind == Kind::word) {
      quantity.row = k == Kind::query ? place : -1;
      quantity.column = k == Kind::query ? -1 : place;
    }
    const int dim = e.quantity.dim;
    if (dim >= 0 && dim < width && document.projection) {
      const Projection& p = *document.projection;
      const Tensor& matrix = k == Kind::query ? p.w_q : k == Kind::key ? p.w_k : p.w_v;
      say_projection(e, place, letter, r, matrix, numbers[static_cast<std::size_t>(dim)]);
    } else if (dim >= 0 && dim < width) {
      e.lines.push_back(
          {named(letter, r, dim), number(" = "),
           bold_result(as_number(d(numbers[static_cast<std::size_t>(dim)])), quantity)});
    } else {
      e.lines.push_back(
          {named(letter, r, -1), number(" = "), bold_result(vector_text(numbers), quantity)});
    }
  };
  const bool all = kind == Kind::word;
  const bool self = document.query_words == document.key_words;
  if (kind == Kind::query || (all && (of_query || self)))
    say(query_row(document, e.head(), place), "q", Role::query, Kind::query);
  if (kind == Kind::key || (all && (!of_query || self)))
    say(key_row(document, e.head(), place), "k", Role::key, Kind::key);
  if (kind == Kind::value || (all && (!of_query || self)))
    say(value_row(document, e.head(), place), "v", Role::value, Kind::value);
  if (document.recording && document.queries.heads <= 0) {
    e.lines.push_back({said(std::string(text("explain.no_vectors")))});
  }
}

void explain_row_max(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_scaled || t.row_max.empty()) {
    e.lines.push_back({said(std::string(text("explain.weights_only")))});
    return;
  }
  if (t.fully_masked(e.head(), e.row())) {
    e.lines.push_back({said(std::string(text("explain.nothing_visible")))});
    return;
  }
  std::vector<float> seen;
  for (int key = 0; key < t.m; ++key) {
    if (t.visible(e.head(), e.row(), key)) seen.push_back(t.masked(e.head(), e.row(), key));
  }
  std::string list;
  for (std::size_t i = 0; i < seen.size() && i < kMostNumbers; ++i) {
    list += (i == 0 ? "" : ", ") + number_of(Kind::masked, d(seen[i]));
  }
  if (seen.size() > kMostNumbers) list += ", …";
  e.lines.push_back(
      {number("max(" + list + ") = "),
       bold_result(number_of(Kind::row_max, d(t.row_max[row_index(e)])), e.quantity)});
}

void explain_exp_sum(const Explained& e) {
  const Trace& t = e.trace;
  std::vector<Term> terms;
  for (int key = 0; key < t.m; ++key) {
    if (!t.visible(e.head(), e.row(), key)) continue;
    const double above = d(t.masked(e.head(), e.row(), key)) - d(t.row_max[row_index(e)]);
    const double value = std::exp(above / d(t.options.temperature));
    terms.push_back({value, number_of(Kind::exp, value)});
  }
  if (static_cast<std::size_t>(e.head()) < t.options.sink.size()) {
    const double sink = d(t.options.sink[static_cast<std::size_t>(e.head())]);
    const double value = std::exp((sink - d(t.row_max[row_index(e)])) / d(t.options.temperature));
    terms.push_back(
        {value, number_of(Kind::exp, value) + " (" + std::string(text("sums.sink")) + ")"});
  }
  explain_sum(e.lines, {number("Σ e^(s − max) = ")}, terms,
              bold_result(as_number(d(t.row_sum[row_index(e)])), e.quantity));
}

void explain_row_sum(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_scaled || t.row_sum.empty()) {
    e.lines.push_back({said(std::string(text("explain.weights_only")))});
    return;
  }
  if (t.fully_masked(e.head(), e.row())) {
    e.lines.push_back({said(std::string(text("explain.nothing_visible")))});
    return;
  }
  explain_row_max(e);
  e.lines.back().back().quantity.kind = Kind::row_max;
  explain_exp_sum(e);
}

void explain_weight_sum(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_weights) return;
  if (t.fully_masked(e.head(), e.row())) {
    e.lines.push_back({said(std::string(text("explain.nothing_visible")))});
    return;
  }
  std::vector<Term> weights;
  double total = 0;
  for (int key = 0; key < t.m; ++key) {
    const double weight = d(t.weight(e.head(), e.row(), key));
    total += weight;
    if (weight != 0 || t.visible(e.head(), e.row(), key)) {
      weights.push_back({weight, number_of(Kind::weight, weight)});
    }
  }
  explain_sum(e.lines, {number("Σ w = ")}, weights, bold_result(as_number(total), e.quantity));
}

void explain_weighted_value(const Explained& e) {
  explain_cell(e, Stretch::weight);
  explain_piece(e);
}

void explain_piece(const Explained& e) {
  const Trace& t = e.trace;
  const auto value = mixed_row(*e.session.document, t.options, e.head(), e.column());
  if (!t.has_weights || value.empty()) {
    e.lines.push_back({said(std::string(text("explain.no_values")))});
    return;
  }
  const double weight = d(t.weight(e.head(), e.row(), e.column()));
  const int dim = e.quantity.dim;
  const bool keys = t.options.variant.keys_as_values;
  Line line = {number("w · "), named(keys ? "k" : "v", keys ? Role::alarm : Role::value, dim),
               number(" = " + number_of(Kind::weight, weight) + " × ")};
  if (dim >= 0 && dim < static_cast<int>(value.size())) {
    const double v = d(value[static_cast<std::size_t>(dim)]);
    line.push_back(number(as_factor(v) + " = "));
    line.push_back(bold_result(as_number(weight * v), e.quantity));
  } else {
    std::vector<float> product(value.begin(), value.end());
    for (float& x : product) x *= static_cast<float>(weight);
    line.push_back(number(vector_text(value) + " = "));
    line.push_back(bold_result(vector_text(product), e.quantity));
  }
  e.lines.push_back(std::move(line));
}

namespace {

// During Mix: what the values that have arrived so far add up to.
void say_so_far(const Explained& e) {
  const Trace& t = e.trace;
  const Session& session = e.session;
  const Stop& at = session.playhead.at;
  if (at.beat != Beat::mix_key || session.row != e.row() || e.quantity.dim >= 0) return;
  std::vector<float> weights, arrived;
  for (int key = 0; key < t.m; ++key) {
    weights.push_back(t.weight(e.head(), e.row(), key));
    arrived.push_back(key <= at.key ? 1.0f : 0.0f);
  }
  const std::vector<float> sum =
      mixed_so_far(*session.document, t.options, e.head(), weights, arrived);
  e.lines.push_back({said(std::string(text("explain.so_far")) + " "), number("Σ = "),
                     bold_result(vector_text(sum), e.quantity)});
}

}  // namespace

void explain_output(const Explained& e) {
  const Trace& t = e.trace;
  if (!t.has_output || !t.has_weights) {
    e.lines.push_back({said(std::string(text("explain.no_values")))});
    return;
  }
  const auto z = t.output_row(e.head(), e.row());
  if (t.fully_masked(e.head(), e.row())) {
    e.lines.push_back({said(std::string(text("explain.nothing_visible")))});
  }
  const int width = static_cast<int>(z.size());
  const bool one = e.quantity.dim >= 0;
  const int first = one ? e.quantity.dim : 0;
  const int end = one ? std::min(first + 1, width) : std::min(width, kMostNumbers);
  for (int dim = first; dim < end; ++dim) {
    std::vector<Term> terms;
    for (int key = 0; key < t.m; ++key) {
      const double w = d(t.weight(e.head(), e.row(), key));
      if (w == 0 && !t.visible(e.head(), e.row(), key)) continue;
      const auto value = mixed_row(*e.session.document, t.options, e.head(), key);
      if (dim >= static_cast<int>(value.size())) continue;
      const double v = d(value[static_cast<std::size_t>(dim)]);
      terms.push_back({w * v, number_of(Kind::weight, w) + " × " + as_factor(v)});
    }
    Quantity quantity = e.quantity;
    quantity.dim = dim;
    explain_sum(e.lines, {named("z", Role::output, dim), number(" = ")}, terms,
                bold_result(as_number(d(z[static_cast<std::size_t>(dim)])), quantity));
  }
  if (!one) {
    e.lines.push_back(
        {named("z", Role::output, -1), number(" = "), bold_result(vector_text(z), e.quantity)});
  }
  say_so_far(e);
}

}  // namespace qkv
