#include "core/document/kinds/mistakes.h"

#include <algorithm>
#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/mistakes_lesson.h"
#include "core/document/lesson_kind.h"
#include "core/document/shapes.h"
#include "core/text/input_error.h"
#include "core/transformer/matrix.h"

namespace qkv {
namespace {

constexpr double kSeen = 5e-4;  // what three decimals show

Tensor tensor_of(const Floats& numbers, int heads, int rows, int columns) {
  return {heads, rows, columns, {numbers.begin(), numbers.end()}};
}

// What one side computes with: everything but the document's own stays as it is.
struct Side {
  Tensor q, k, v;
  AttentionOptions options;
};

// [h, n, d] read as if the heads lay one after the other in memory: the n·h·d numbers of all words
// side by side, cut into h blocks. The right way takes d columns for each head.
Tensor reshaped(const Tensor& t) {
  Tensor side_by_side{1, t.rows, t.heads * t.columns, {}};
  for (int r = 0; r < t.rows; ++r)
    for (int h = 0; h < t.heads; ++h) {
      const auto row = t.view().row(h, r);
      side_by_side.data.insert(side_by_side.data.end(), row.begin(), row.end());
    }
  return {t.heads, t.rows, t.columns, std::move(side_by_side.data)};
}

// A column that is hidden beside what the mask hides; perhaps a word still sees itself.
Mask without_key(const Mask& mask, int n, int m, int column, bool sees_itself) {
  Mask result = mask;
  BoolCells cells{1, n, m, std::vector<std::uint8_t>(static_cast<std::size_t>(n * m), 1)};
  for (int i = 0; i < n; ++i)
    if (i != column || !sees_itself) cells.visible[cell_index(cells, 0, i, column)] = 0;
  result.cells = std::make_shared<const BoolCells>(std::move(cells));
  return result;
}

void swap_rows(Tensor& t, int a, int b) {
  for (int h = 0; h < t.heads; ++h)
    for (int c = 0; c < t.columns; ++c) {
      const auto at = [&](int row) {
        return static_cast<std::size_t>((h * t.rows + row) * t.columns + c);
      };
      std::swap(t.data[at(a)], t.data[at(b)]);
    }
}

using Change = void (*)(Side&, const Document&, const KnobView&);

template <bool Variant::*field>
void broken(Side& side, const Document&, const KnobView&) {
  side.options.variant.*field = true;
}

void scale_first(Side& side, const Document& d, const KnobView&) {
  const float factor = 1.0f / std::sqrt(static_cast<float>(d.queries.columns));
  for (float& x : side.q.data) x *= factor;
  side.options.scale = 1.0f;
}

struct Part {
  Mistake mistake;
  Change change;
};

const std::vector<Part>& table() {
  static const std::vector<Part> kParts = {
      {{"no-scale"}, [](Side& s, const Document&, const KnobView&) { s.options.scale = 1.0f; }},
      {{"model-scale"},
       [](Side& s, const Document& d, const KnobView&) {
         s.options.scale = 1.0f / std::sqrt(static_cast<float>(model_width(d)));
       }},
      {{"axis", true}, broken<&Variant::columns>},
      {{"late-mask"}, broken<&Variant::mask_after>},
      {{"zero"}, broken<&Variant::zero_fill>},
      {{"upside-down"}, broken<&Variant::inverted>},
      {{"reshape", false, true},
       [](Side& s, const Document&, const KnobView&) {
         for (Tensor* t : {&s.q, &s.k, &s.v}) *t = reshaped(*t);
       }},
      {{"keys"}, broken<&Variant::keys_as_values>},
      {{"twice"}, broken<&Variant::twice>},
      {{"scale-first"}, scale_first},
      {{"cut", false, false, false, true, true},
       [](Side& s, const Document& d, const KnobView& knobs) {
         s.options.mask =
             without_key(s.options.mask, d.n(), d.m(), static_cast<int>(knobs.value("cut")), false);
       }},
      {{"swap", false, false, false, true},
       [](Side& s, const Document& d, const KnobView& knobs) {
         swap_rows(s.v, static_cast<int>(given_number(d, "swap")),
                   static_cast<int>(knobs.value("swap")));
       }},
      {{"lengths", false, false, true, true}, [](Side&, const Document&, const KnobView&) {}},
      {{"first", false, false, false, true}, [](Side& s, const Document& d, const KnobView&) {
         s.options.mask = without_key(s.options.mask, d.n(), d.m(), 0, true);
       }}};
  return kParts;
}

// |w·v| of every word, as shares of their sum over the row.
Tensor lengths_of(const Tensor& weights, const Tensor& values) {
  Tensor shares = weights;
  for (int h = 0; h < weights.heads; ++h)
    for (int i = 0; i < weights.rows; ++i) {
      const auto first = static_cast<std::size_t>((h * weights.rows + i) * weights.columns);
      double sum = 0;
      for (int j = 0; j < weights.columns; ++j) {
        double square = 0;
        for (const float x : values.view().row(h, j)) square += double(x) * double(x);
        float& share = shares.data[first + static_cast<std::size_t>(j)];
        share = static_cast<float>(double(share) * std::sqrt(square));
        sum += double(share);
      }
      for (int j = 0; j < weights.columns && sum > 0; ++j) {
        float& share = shares.data[first + static_cast<std::size_t>(j)];
        share = static_cast<float>(double(share) / sum);
      }
    }
  return shares;
}

double distance(const Tensor& a, const Tensor& b, int head, int row) {
  const auto x = a.view().row(head, row), y = b.view().row(head, row);
  double square = 0;  // keys may be wider than values: what is missing is 0
  for (std::size_t c = 0; c < std::max(x.size(), y.size()); ++c) {
    const double off = (c < x.size() ? double(x[c]) : 0) - (c < y.size() ? double(y[c]) : 0);
    square += off * off;
  }
  return std::sqrt(square);
}

void compute(const Document& d, const KnobView& knobs, const Part& part, PieceMap& computed) {
  const std::string name(part.mistake.part);
  Side side{d.queries, d.keys, d.values, d.options};
  const auto run = [&](const std::string& which) {
    const Trace t = attend({side.q.view(), side.k.view(), side.v.view(), side.options});
    computed[name + "." + which] = tensor_of(t.weights, t.heads, t.n, t.m);
    computed[name + "." + which + "_output"] = tensor_of(t.output, t.heads, t.n, t.dv);
  };
  run("right");
  part.change(side, d, knobs);
  run("broken");
  if (part.mistake.one_row) {  // how far z of every word moves when its own row is changed
    Tensor moved = zeros(d.n(), 1, side.q.heads);
    for (int h = 0; h < moved.heads; ++h)
      for (int i = 0; i < moved.rows; ++i)
        cell(moved, i, 0, h) = static_cast<float>(
            distance(computed[name + ".right_output"], computed[name + ".broken_output"], h, i));
    computed[name + ".moved"] = std::move(moved);
  }
  if (part.mistake.lengths)
    computed[name + ".broken"] = lengths_of(computed[name + ".right"], d.values);
}

/// The row of one head that scores highest, and how high.
template <class Score>
std::pair<int, double> worst_row(const Tensor& w, Score score) {
  std::pair<int, double> worst{0, score(0)};
  for (int i = 1; i < w.rows; ++i)
    if (const double own = score(i); own > worst.second) worst = {i, own};
  return worst;
}

double row_sum(const Tensor& w, int head, int row) {
  double sum = 0;
  for (const float x : w.view().row(head, row)) sum += double(x);
  return sum;
}

double hidden_share(const Document& d, const Tensor& w, int head, int row) {
  double sum = 0;
  for (int j = 0; j < w.columns; ++j)
    if (!is_visible(d.options.mask, head, row, j, w.rows, w.columns))
      sum += double(w.view().row(head, row)[static_cast<std::size_t>(j)]);
  return sum;
}

double largest(const Tensor& w, int head, int row) {
  const auto cells = w.view().row(head, row);
  return double(*std::max_element(cells.begin(), cells.end()));
}

}  // namespace

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> kAll = [] {
    std::vector<Mistake> all;
    for (const Part& part : table()) all.push_back(part.mistake);
    return all;
  }();
  return kAll;
}

void read_mistakes(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"swap"}, " in [mistakes]");
  if (document.queries.data.empty() || document.queries.heads != document.keys.heads)
    throw InputError(in.origin + ": [mistakes] needs queries, keys and values, as many heads each");
  give_whole(in, own, "swap", 0, document.m() - 1, document);
  need_choices(in, own, document, "rule", {"broken", "kept"});
  need_knobs(in, own, document, {"cut", "swap"});
  for (const Knob& knob : document.knobs)
    if ((knob.name == "cut" || knob.name == "swap") && knob.choices != document.key_words)
      in.fail(own, "the knob " + knob.name + " has other choices", "its choices are the words");
  for (const std::string& part : document.parts)
    if (std::none_of(mistakes().begin(), mistakes().end(),
                     [&](const Mistake& m) { return m.part == part; }))
      throw InputError(in.origin + ": parts: there is no mistake \"" + part + "\"");
}

PieceMap compute_mistakes(const Document& document, const KnobView& knobs) {
  PieceMap computed;
  for (const Part& part : table()) compute(document, knobs, part, computed);
  return computed;
}

Tensor side_of(const PieceMap& pieces, const Mistake& mistake, bool broken, bool output, int row) {
  const std::string name(mistake.part), what = output ? "_output" : "";
  const Tensor& right = pieces.at(name + ".right" + what);
  if (!broken) return right;
  const Tensor& changed = pieces.at(name + ".broken" + what);
  if (!mistake.one_row) return changed;
  Tensor result = right;
  for (int h = 0; h < right.heads; ++h)
    for (int c = 0; c < right.columns; ++c) cell(result, row, c, h) = cell(changed, row, c, h);
  return result;
}

bool is_cut(const Mistake& mistake, const KnobView& knobs, int row, int query, int key) {
  if (mistake.part == "cut") return query == row && key == static_cast<int>(knobs.value("cut"));
  return mistake.part == "first" && query > 0 && key == 0;
}

namespace {

/// Value, row and whether it is as on the right side; what it is to be called is seen from all.
Measured alone(const Document& d, const PieceMap& pieces, const Mistake& mistake, bool broken,
               Promise promise, int head, int row) {
  const Tensor right = side_of(pieces, mistake, false, false, row);
  const Tensor w = side_of(pieces, mistake, broken, false, row);
  switch (promise) {
    case Promise::rows: {
      const auto off = [&](int i) { return std::abs(row_sum(w, head, i) - 1); };
      const auto [at, most] = worst_row(w, off);
      return {row_sum(w, head, at), at, most < kSeen};
    }
    case Promise::hidden: {
      const auto share = [&](int i) { return hidden_share(d, w, head, i); };
      const auto [at, most] = worst_row(w, share);
      return {most, at, most < kSeen};
    }
    case Promise::sees: {
      int count = 0;
      for (int i = 0; i < w.rows; ++i)
        count += w.view().row(head, i)[static_cast<std::size_t>(i)] > 0 ? 1 : 0;
      return {static_cast<double>(count), -1, count == w.rows};
    }
    case Promise::peak: {
      const double most = largest(w, head, row);
      return {most, -1, std::abs(most - largest(right, head, row)) < kSeen};
    }
    case Promise::output: {
      const double off = distance(side_of(pieces, mistake, broken, true, row),
                                  side_of(pieces, mistake, false, true, row), head, row);
      return {off, -1, off < kSeen};
    }
  }
  return {};
}

}  // namespace

Measured measured(const Document& d, const PieceMap& pieces, const Mistake& mistake, bool broken,
                  Promise promise, int head, int row) {
  Measured result = alone(d, pieces, mistake, broken, promise, head, row);
  if (result.same) return result;
  result.is = Measured::Is::broken;
  if (promise != Promise::peak && promise != Promise::output) return result;
  for (const Promise before : kPromises) {
    if (before == promise) break;
    if (!alone(d, pieces, mistake, broken, before, head, row).same)
      result.is = Measured::Is::follows;
  }
  return result;
}

}  // namespace qkv
