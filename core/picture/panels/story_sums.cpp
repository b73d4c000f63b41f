#include <algorithm>
#include <cmath>

#include "core/learning/train.h"
#include "core/picture/line_names.h"
#include "core/picture/panels/story_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

std::string number(float value, int decimals = 2) {
  return format_number(static_cast<double>(value), decimals);
}

std::string in_brackets(float value, bool always) {
  const std::string digits = number(value);
  return value < 0 && always ? "(" + digits + ")" : digits;
}

Span name_of(const RowView& view, int key) {
  return mono("   " + key_word(view.session, key), Role::key, false, view.quantity(Kind::key, key));
}

// Long dot products end in dots: the whole sum stands where the number is hovered.
constexpr std::size_t kMostTerms = 4;

std::vector<Line> dot_product(const RowView& view, int key) {
  const auto& q = view.values.query;
  const auto k = key_of(view, key);
  std::vector<Line> lines;
  Line line = {mono("q", Role::query), mono(" \u00b7 ", Role::dim), mono("k", Role::key),
               mono(" = ", Role::dim)};
  std::string terms;
  const std::size_t count = std::min(q.size(), k.size());
  for (std::size_t i = 0; i < std::min(count, kMostTerms); ++i) {
    if (i > 0) terms += " + ";
    terms += in_brackets(q[i], i > 0) + "\u00d7" + in_brackets(k[i], true);
  }
  if (count > kMostTerms) terms += " + \u2026";
  if (count > 0) {
    line.push_back(mono(terms));
    lines.push_back(line);
    line = {mono("      = ", Role::dim)};
  }
  line.push_back(mono(number(view.values.scores[static_cast<std::size_t>(key)]), Role::plain, true,
                      view.quantity(Kind::score, key)));
  line.push_back(name_of(view, key));
  lines.push_back(line);
  return lines;
}

std::vector<Line> plane(const RowView& view) {
  const auto& q = view.values.query;
  Line first = {mono("q", Role::query), mono(" = ", Role::dim),
                mono(format_vector(q.data(), static_cast<int>(q.size()), 2, 4), Role::plain, true)};
  if (q.size() != 2) return {first};
  return {first,
          {mono("h = ", Role::dim),
           mono(number(q[0]) + "\u00b7x + " + in_brackets(q[1], true) + "\u00b7y")}};
}

std::vector<Line> scaling(const RowView& view, int key) {
  const auto i = static_cast<std::size_t>(key);
  const std::string scale = scale_text(view);
  Line line = {mono("s = ", Role::dim)};
  if (!view.values.scores.empty() && !scale.empty()) {
    line.push_back(mono(number(view.values.scores[i]) + " " +
                        (scale.starts_with("\u00f7") ? "\u00f7 " + scale.substr(2) : scale)));
    line.push_back(mono(" = ", Role::dim));
  }
  line.push_back(mono(format_fixed(static_cast<double>(view.values.scaled[i]), 2), Role::plain,
                      true, view.quantity(Kind::scaled, key)));
  line.push_back(name_of(view, key));
  return {line};
}

// Every hidden key of a short sentence; of a long one the first few and how many more.
std::vector<Line> masking(const RowView& view) {
  constexpr int kMost = 4;
  std::vector<Line> lines;
  int hidden = 0;
  const bool to_zero = view.trace.options.variant.zero_fill;
  for (int key = 0; key < view.keys(); ++key) {
    const bool zeroed = to_zero && !view.trace.allowed(view.head(), view.row(), key);
    if (!(zeroed || view.hides_key(key)) || ++hidden > kMost) continue;
    const std::string score =
        format_fixed(static_cast<double>(view.values.scaled[static_cast<std::size_t>(key)]), 2);
    lines.push_back({mono(score + " \u2192 ", Role::dim),
                     mono(zeroed ? "0" : "\u2212\u221e", zeroed ? Role::alarm : Role::plain, true,
                          view.quantity(Kind::masked, key)),
                     name_of(view, key)});
  }
  if (hidden > kMost)
    lines.push_back(
        {plain(filled(text("sums.more_hidden"), {{"count", std::to_string(hidden - kMost)}}))});
  if (lines.empty()) lines.push_back({plain(std::string(text("sums.nothing_hidden")))});
  return lines;
}

std::string two(float value) { return format_fixed(static_cast<double>(value), 2); }

std::vector<Line> maximum(const RowView& view, int key) {
  const float score = biased_score(view, key);
  Line max = {mono("max = ", Role::dim),
              mono(two(view.values.row_max), Role::plain, true, view.quantity(Kind::row_max))};
  Line difference = {mono(two(score) + " \u2212 " + two(view.values.row_max)),
                     mono(" = ", Role::dim),
                     mono(two(score - view.values.row_max), Role::plain, true), name_of(view, key)};
  return {max, difference};
}

Line exponential(const RowView& view, int key) {
  const std::string max =
      view.values.row_max < 0 ? "(" + two(view.values.row_max) + ")" : two(view.values.row_max);
  return {mono("e^(" + two(biased_score(view, key)) + " \u2212 " + max + ")"),
          mono(" = ", Role::dim),
          mono(number(view.values.exps[static_cast<std::size_t>(key)], 3), Role::plain, true,
               view.quantity(Kind::exp, key)),
          name_of(view, key)};
}

std::vector<Line> stacking(const RowView& view) {
  std::string terms;
  std::size_t count = 0;
  for (const int key : view.shape.visible) {
    if (count++ == kMostTerms + 1) break;
    terms +=
        (terms.empty() ? "" : " + ") + number(view.values.exps[static_cast<std::size_t>(key)], 3);
  }
  if (view.shape.visible.size() > kMostTerms + 1) terms += " + \u2026";
  if (std::isfinite(view.values.sink)) {
    const float above = (view.values.sink - view.values.row_max) / view.values.temperature;
    terms += " + " + number(std::exp(above), 3) + " (" + std::string(text("sums.sink")) + ")";
  }
  return {{mono("\u03a3 = ", Role::dim), mono(terms)},
          {mono("  = ", Role::dim),
           mono(number(view.values.row_sum, 3), Role::plain, true, view.quantity(Kind::row_sum))}};
}

// A weight that is not its share of the row: down the column, twice, or struck out afterwards.
std::vector<Line> broken_division(const RowView& view, int key) {
  const Trace& t = view.trace;
  const Variant& variant = t.options.variant;
  const int head = view.head(), row = view.row();
  const float once = t.weight_once(head, row, key);
  const auto three = [](float x) { return format_fixed(static_cast<double>(x), 3); };
  const std::string exp = "e^(" + two(t.masked(head, row, key)) + ")";
  std::vector<Line> lines = {
      {mono(exp + " \u00f7 "),
       mono(text_by_lines(view.session, variant.columns ? "sums.of_cross" : "sums.of_line"),
            variant.columns ? Role::alarm : Role::plain),
       mono(" = ", Role::dim), mono(three(once), Role::plain, true), name_of(view, key)}};
  if (variant.twice)
    lines.push_back({mono("e^" + three(once) + " \u00f7 \u03a3", Role::alarm),
                     mono(" = ", Role::dim),
                     mono(three(t.weight(head, row, key)), Role::plain, true)});
  if (!variant.mask_after) return lines;
  for (int j = 0; j < view.keys(); ++j) {
    if (t.allowed(head, row, j)) continue;
    lines.push_back({mono(three(t.weight_once(head, row, j)) + " \u2192 ", Role::dim),
                     mono("0", Role::alarm, true, view.quantity(Kind::weight, j)),
                     name_of(view, j)});
    break;
  }
  return lines;
}

std::vector<Line> division(const RowView& view, int key) {
  if (!view.shape.by_row_once) return broken_division(view, key);
  const auto i = static_cast<std::size_t>(key);
  if (view.values.exps.empty()) {
    return {{mono("w = ", Role::dim),
             mono(format_fixed(static_cast<double>(view.values.weights[i]), 3), Role::plain, true,
                  view.quantity(Kind::weight, key)),
             name_of(view, key)}};
  }
  return {exponential(view, key),
          {mono(number(view.values.exps[i], 3) + " \u00f7 " + number(view.values.row_sum, 3)),
           mono(" = ", Role::dim),
           mono(format_fixed(static_cast<double>(view.values.weights[i]), 3), Role::plain, true,
                view.quantity(Kind::weight, key)),
           name_of(view, key)}};
}

// What is mixed: values, or keys by mistake.
Span mixed_letter(const RowView& view) {
  const bool keys = view.trace.options.variant.keys_as_values;
  return keys ? mono("k", Role::alarm) : mono("v", Role::value);
}

std::vector<Line> one_piece(const RowView& view, int key) {
  const auto v = value_of(view, key);
  const float weight = view.values.weights[static_cast<std::size_t>(key)];
  std::vector<float> piece(v.begin(), v.end());
  for (float& component : piece) component *= weight;
  const int count = static_cast<int>(v.size());
  return {{mono("w", Role::dim), mono(" \u00d7 ", Role::dim), mixed_letter(view),
           mono(" = ", Role::dim),
           mono(format_fixed(static_cast<double>(weight), 3) + " \u00d7 " +
                format_vector(v.data(), count, 2, 3))},
          {mono("      = ", Role::dim),
           mono(format_vector(piece.data(), count, 3, 3), Role::plain, true,
                view.quantity(Kind::weighted_value, key)),
           name_of(view, key)}};
}

std::vector<Line> mixture(const RowView& view) {
  const auto& z = view.values.output;
  return {{mono("z", Role::output), mono(" = \u03a3 w \u00d7 ", Role::dim), mixed_letter(view)},
          {mono("  = ", Role::dim), mono(format_vector(z.data(), static_cast<int>(z.size()), 3, 4),
                                         Role::plain, true, view.quantity(Kind::output))}};
}

std::string shape(int rows, int columns) {
  return std::to_string(rows) + "\u00d7" + std::to_string(columns);
}

/// What the weights of each line add up to: nothing where a line sees nothing.
std::string sum_of_lines(const Trace& t, int head) {
  int empty = 0;
  for (int row = 0; row < t.n; ++row) empty += t.fully_masked(head, row) ? 1 : 0;
  if (empty == 0) return "\u03a3 = 1";
  return std::string(text(empty == t.n ? "sums.sum_none" : "sums.sum_some"));
}

std::vector<Line> whole_table(const RowView& view) {
  const Trace& t = view.trace;
  switch (view.at.beat) {
    case Beat::all_scores:
      return {{mono("Q", Role::query),
               mono(" \u00b7 ", Role::dim),
               mono("K", Role::key),
               {"T", Role::key, false, true, 1, {}}},
              {mono(shape(t.n, t.d) + " \u00b7 " + shape(t.d, t.m)), mono(" \u2192 ", Role::dim),
               mono(shape(t.n, t.m), Role::plain, true)}};
    case Beat::all_masked: {
      const std::string scale = scale_text(view);
      if (scale.empty()) return {{plain(std::string(text("sums.scale_off")))}};
      return {{mono(shape(t.n, t.m)), mono("  " + scale, Role::plain, true)}};
    }
    case Beat::all_weights:
      if (t.options.variant.columns)
        return {{mono(text_by_lines(view.session, "sums.each_cross"), Role::alarm),
                 mono("\u03a3 = 1", Role::plain, true)}};
      if (t.options.variant.mask_after) return {};
      return {{mono(text_by_lines(view.session, "sums.each_line"), Role::dim),
               mono(sum_of_lines(t, view.session.slice.head), Role::plain, true)}};
    default:
      if (t.options.variant.keys_as_values)
        return {{mono("Z", Role::output), mono(" = W \u00b7 ", Role::dim), mono("K", Role::alarm)}};
      return {{mono("Z", Role::output), mono(" = W \u00b7 ", Role::dim), mono("V", Role::value)},
              {mono(shape(t.n, t.m) + " \u00b7 " + shape(t.m, t.dv)), mono(" \u2192 ", Role::dim),
               mono(shape(t.n, t.dv), Role::plain, true)}};
  }
}

/// What the word is before any matrix makes a query of it.
Line embedding(const RowView& view) {
  const auto row = view.document().projection->embeddings.view().row(0, view.row());
  return {mono("x", Role::plain), mono(" = ", Role::dim),
          mono(format_vector(row.data(), static_cast<int>(row.size()), 2, 4), Role::plain, true)};
}

std::vector<Line> projected(const RowView& view) {
  const auto words = [&](const char* letter, const char* matrix, Role role,
                         std::span<const float> to) {
    return std::vector<Line>{
        {mono(letter, role), mono(std::string(" = x \u00b7 W") + matrix, Role::dim)},
        {mono("  = ", Role::dim),
         mono(format_vector(to.data(), static_cast<int>(to.size()), 2, 4), Role::plain, true)}};
  };
  const int own = std::min(view.row(), view.keys() - 1);
  const bool all = projects_at_once(view);
  std::vector<Line> lines;
  const auto tell = [&](Beat beat, const char* letter, const char* matrix, Role role,
                        std::span<const float> to) {
    if (!all && view.at.beat != beat) return;
    for (Line& line : words(letter, matrix, role, to)) lines.push_back(std::move(line));
  };
  tell(Beat::project_q, "q", "_Q", Role::query, query_of(view, view.row()));
  tell(Beat::project_k, "k", "_K", Role::key, key_of(view, own));
  tell(Beat::project_v, "v", "_V", Role::value, value_of(view, own));
  return lines;
}

// The loss of the wish, and the two matrices as they are now, a row in brackets each.
std::vector<Line> learning(const RowView& view) {
  if (!has_wish(view.document()) || view.values.weights.empty()) return {};
  const Training& t = *view.document().training;
  if (view.row() != t.query) return {};
  const float weight = view.values.weights[static_cast<std::size_t>(t.key)];
  const auto matrix = [](const char* name, const Tensor& w, Role role) {
    Line line = {mono(name, role), mono(" = ", Role::dim)};
    for (int r = 0; r < w.rows; ++r)
      line.push_back(mono(format_vector(w.view().row(0, r).data(), w.columns, 2, 3) + " "));
    return line;
  };
  return {{mono("loss = \u2212ln ", Role::dim),
           mono(format_fixed(static_cast<double>(weight), 3), Role::plain, false,
                view.quantity(Kind::weight, t.key)),
           mono(" = ", Role::dim),
           mono(format_fixed(-std::log(static_cast<double>(weight)), 3), Role::plain, true)},
          matrix("W_Q", view.document().projection->w_q, Role::query),
          matrix("W_K", view.document().projection->w_k, Role::key)};
}

std::vector<Line> softmax_sums(const RowView& view, int key) {
  const bool has_exps = !view.values.exps.empty();
  if (view.at.beat == Beat::softmax_divide) return division(view, key);
  if (!has_exps) return {};
  if (view.at.beat == Beat::softmax_stack) return stacking(view);
  // The strongest key shows that the maximum becomes 0; another says more.
  int other = -1;
  for (const int k : view.shape.visible) {
    if (k != key && (other < 0 || biased_score(view, k) > biased_score(view, other))) other = k;
  }
  if (view.at.beat == Beat::softmax_max) return maximum(view, other >= 0 ? other : key);
  std::vector<Line> lines = {exponential(view, key)};
  if (other >= 0) lines.push_back(exponential(view, other));
  return lines;
}

}  // namespace

std::vector<Line> arithmetic(const RowView& view) {
  const int key = example_key(view);
  const bool scored = !view.values.scores.empty();
  switch (view.at.stage) {
    case Stage::start:
      if (view.document().only_parts) return {};
      if (view.shape.has_projection) return {embedding(view)};
      return view.has_vectors() ? std::vector<Line>{plane(view).front()} : std::vector<Line>{};
    case Stage::part:
    case Stage::after:
      return {};
    case Stage::project:
      return projected(view);
    case Stage::score:
      if (view.at.beat == Beat::score_plane)
        return view.has_vectors() ? plane(view) : std::vector<Line>{};
      return scored && key >= 0 ? dot_product(view, key) : std::vector<Line>{};
    case Stage::scale:
      if (view.values.scaled.empty() || key < 0) return {};
      return scaling(view, key);
    case Stage::mask:
      return view.values.scaled.empty() ? std::vector<Line>{} : masking(view);
    case Stage::softmax:
      if (view.values.fully_masked || key < 0)
        return {{plain(std::string(text("sums.nothing_to_see")))}};
      return softmax_sums(view, key);
    case Stage::mix:
      if (view.values.output.empty()) return {};
      return view.at.beat == Beat::mix_key ? one_piece(view, view.at.key) : mixture(view);
    case Stage::all:
      return whole_table(view);
    case Stage::train:
      return learning(view);
  }
  return {};
}

}  // namespace qkv
