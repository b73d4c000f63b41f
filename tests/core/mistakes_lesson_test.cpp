// Lesson "Common mistakes": both sides of every part against formulas in float64.

#include <cmath>

#include <doctest/doctest.h>

#include "core/document/kinds/mistakes.h"
#include "core/session/knob_places.h"
#include "core/text/input_error.h"
#include "tests/core/transformer/reference.h"
#include "tests/support/player.h"

using namespace qkv;
using namespace qkv::reference;

namespace {

using Sees = std::function<bool(std::size_t, std::size_t)>;

const Sees kCausal = [](std::size_t i, std::size_t j) { return j <= i; };

/// Row by row over what is seen; a row that sees nothing is all 0.
Rows softmax_rows(const Rows& scores, const Sees& sees) {
  Rows w(scores.size(), std::vector<double>(scores.front().size(), 0.0));
  for (std::size_t i = 0; i < w.size(); ++i) {
    double total = 0;
    for (std::size_t j = 0; j < w[i].size(); ++j)
      if (sees(i, j)) total += w[i][j] = std::exp(scores[i][j]);
    if (total > 0)
      for (double& x : w[i]) x /= total;
  }
  return w;
}

Rows turned(const Rows& a) {
  Rows t(a.front().size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) t[j][i] = a[i][j];
  return t;
}

Rows scores_of(const Rows& q, const Rows& k, double scale) {
  return each(times(q, turned(k)), [&](double s) { return s * scale; });
}

struct Sides {
  Rows weights, output;
};

struct Lesson {
  Player player{"mistakes"};
  const Document& document = *player.session.document;
  std::size_t n = 6;

  Tensor piece(const std::string& name) {
    return pieces_at(document, knob_places(player.session))->at(name);
  }
  Sides side(int head, double scale, const Sees& sees) const {
    const Rows w = softmax_rows(
        scores_of(rows_of(document.queries, head), rows_of(document.keys, head), scale), sees);
    return {w, times(w, rows_of(document.values, head))};
  }
  void check(const std::string& part, int head, const Sides& wanted) {
    CAPTURE(part);
    CAPTURE(head);
    CHECK(off(piece(part + ".right"), side(head, 0.5, kCausal).weights, head) < 1e-6);
    CHECK(off(piece(part + ".right_output"), side(head, 0.5, kCausal).output, head) < 1e-6);
    CHECK(off(piece(part + ".broken"), wanted.weights, head) < 1e-6);
    CHECK(off(piece(part + ".broken_output"), wanted.output, head) < 1e-6);
  }
};

/// Heads cut out of the numbers of all words as they lie in memory.
Rows plain_reshape(const Tensor& t, int head) {
  std::vector<double> flat;
  for (int r = 0; r < t.rows; ++r)
    for (int h = 0; h < t.heads; ++h)
      for (const float x : t.view().row(h, r)) flat.push_back(static_cast<double>(x));
  Rows rows;
  const auto columns = static_cast<std::size_t>(t.columns);
  for (std::size_t r = 0; r < static_cast<std::size_t>(t.rows); ++r) {
    const auto from = (static_cast<std::size_t>(head * t.rows) + r) * columns;
    rows.emplace_back(flat.begin() + static_cast<std::ptrdiff_t>(from),
                      flat.begin() + static_cast<std::ptrdiff_t>(from + columns));
  }
  return rows;
}

}  // namespace

TEST_CASE("lesson mistakes: every broken side is what its mistake makes") {
  Lesson lesson;
  const Document& d = lesson.document;
  REQUIRE(d.heads() == 2);
  for (int head = 0; head < 2; ++head) {
    const Rows q = rows_of(d.queries, head), k = rows_of(d.keys, head), v = rows_of(d.values, head);
    const Rows scores = scores_of(q, k, 0.5);
    lesson.check("no-scale", head, lesson.side(head, 1, kCausal));
    lesson.check("model-scale", head, lesson.side(head, 1 / std::sqrt(8.0), kCausal));
    const Rows columns =
        turned(softmax_rows(turned(scores), [](std::size_t j, std::size_t i) { return j <= i; }));
    lesson.check("axis", head, {columns, times(columns, v)});
    Rows late = softmax_rows(scores, [](std::size_t, std::size_t) { return true; });
    for (std::size_t i = 0; i < lesson.n; ++i)
      for (std::size_t j = i + 1; j < lesson.n; ++j) late[i][j] = 0;
    lesson.check("late-mask", head, {late, times(late, v)});
    Rows zero = scores;
    for (std::size_t i = 0; i < lesson.n; ++i)
      for (std::size_t j = i + 1; j < lesson.n; ++j) zero[i][j] = 0;
    zero = softmax_rows(zero, [](std::size_t, std::size_t) { return true; });
    lesson.check("zero", head, {zero, times(zero, v)});
    lesson.check("upside-down", head,
                 lesson.side(head, 0.5, [](std::size_t i, std::size_t j) { return j > i; }));
    const Rows cut = softmax_rows(
        scores_of(plain_reshape(d.queries, head), plain_reshape(d.keys, head), 0.5), kCausal);
    lesson.check("reshape", head, {cut, times(cut, plain_reshape(d.values, head))});
    const Rows right = lesson.side(head, 0.5, kCausal).weights;
    lesson.check("keys", head, {right, times(right, k)});
    const Rows twice = softmax_rows(right, [](std::size_t, std::size_t) { return true; });
    lesson.check("twice", head, {twice, times(twice, v)});
    lesson.check("scale-first", head, lesson.side(head, 0.5, kCausal));
    lesson.check("first", head, lesson.side(head, 0.5, [](std::size_t i, std::size_t j) {
      return j <= i && (j > 0 || i == 0);
    }));
  }
}

TEST_CASE("lesson mistakes: an edge that is cut, values that are swapped, lengths") {
  Lesson lesson;
  const Document& d = lesson.document;
  for (std::size_t key = 0; key < lesson.n; ++key) {
    const std::string& word = d.key_words[key];
    CAPTURE(word);
    lesson.player.settled("goto part:cut; knob cut " + word + "; goto part:swap; knob swap " +
                          word);
    for (int head = 0; head < 2; ++head) {
      const Sides right = lesson.side(head, 0.5, kCausal);
      const Sides cut =
          lesson.side(head, 0.5, [&](std::size_t i, std::size_t j) { return j <= i && j != key; });
      lesson.check("cut", head, cut);
      Rows v = rows_of(d.values, head);
      std::swap(v[2], v[key]);
      lesson.check("swap", head, {right.weights, times(right.weights, v)});
      const Tensor moved = lesson.piece("cut.moved");
      for (std::size_t i = 0; i < lesson.n; ++i) {
        const double x = right.output[i][0] - cut.output[i][0];
        const double y = right.output[i][1] - cut.output[i][1];
        CHECK(std::abs(static_cast<double>(moved.view().row(head, static_cast<int>(i))[0]) -
                       std::hypot(x, y)) < 1e-6);
      }
    }
  }
  for (int head = 0; head < 2; ++head) {
    Rows shares = lesson.side(head, 0.5, kCausal).weights;
    const Rows v = rows_of(d.values, head);
    for (auto& row : shares) {
      double total = 0;
      for (std::size_t j = 0; j < row.size(); ++j) total += row[j] *= std::hypot(v[j][0], v[j][1]);
      for (double& share : row) share /= total;
    }
    CHECK(off(lesson.piece("lengths.broken"), shares, head) < 1e-6);
  }
}

TEST_CASE("lesson mistakes: each mistake breaks a promise, the harmless one none") {
  Lesson lesson;
  const auto pieces = pieces_at(lesson.document, knob_places(lesson.player.session));
  const int its = 4;
  for (const Mistake& mistake : mistakes()) {
    CAPTURE(mistake.part);
    int broken = 0, follows = 0;
    for (const Promise promise : kPromises) {
      CHECK(measured(lesson.document, *pieces, mistake, false, promise, 0, its).same);
      const Measured own = measured(lesson.document, *pieces, mistake, true, promise, 0, its);
      CHECK(own.same == (own.is == Measured::Is::kept));
      // What only follows comes after what is broken.
      if (own.is == Measured::Is::follows) CHECK(broken > 0);
      broken += own.is == Measured::Is::broken ? 1 : 0;
      follows += own.is == Measured::Is::follows ? 1 : 0;
    }
    CHECK((broken == 0) == (mistake.part == "scale-first"));
    CHECK(follows <= 2);
  }
  // Only the chosen row is cut.
  const auto cut = std::find_if(mistakes().begin(), mistakes().end(),
                                [](const Mistake& m) { return m.part == "cut"; });
  const Tensor side = side_of(*pieces, *cut, true, false, its);
  for (int row = 0; row < 6; ++row)
    CHECK((side.view().row(0, row)[2] ==
           side_of(*pieces, *cut, false, false, its).view().row(0, row)[2]) == (row != its));
}
