// Edits of vectors and scores, each against numbers worked out here.

#include "core/document/edit_vectors.h"

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/document/shortest_move.h"
#include "core/text/input_error.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

float weight(Player& player, int row, int key) {
  return player.trace().weight(player.session.slice.head, row, key);
}

/// n words with embeddings of e numbers, W e×d in each of two heads.
DocumentPtr projected_document(int n, int e, int d, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-2.0f, 2.0f);
  const auto drawn = [&](int heads, int rows, int columns) {
    Tensor tensor{heads, rows, columns, {}};
    for (int i = 0; i < heads * rows * columns; ++i) tensor.data.push_back(number(random));
    return tensor;
  };
  auto document = std::make_shared<Document>();
  document->id = "projected";
  document->origin = "projected.qkv";
  for (int i = 0; i < n; ++i) document->query_words.push_back("w" + std::to_string(i));
  document->key_words = document->query_words;
  Projection p{drawn(1, n, e), drawn(2, e, d), drawn(2, e, d), drawn(2, e, d)};
  const auto times = [&](const Tensor& w) {
    Tensor result{2, n, d, {}};
    for (int h = 0; h < 2; ++h)
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < d; ++c) {
          double sum = 0;
          for (int i = 0; i < e; ++i)
            sum += static_cast<double>(p.embeddings.data[static_cast<std::size_t>(r * e + i)]) *
                   static_cast<double>(w.data[static_cast<std::size_t>((h * e + i) * d + c)]);
          result.data.push_back(static_cast<float>(sum));
        }
    return result;
  };
  document->queries = times(p.w_q);
  document->keys = times(p.w_k);
  document->values = times(p.w_v);
  document->projection = std::move(p);
  return document;
}

}  // namespace

TEST_CASE("shortest_move: exact where it can be, shortest of many, nearest where it cannot") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int i = 0; i < 200; ++i) {
    const int rows = 1 + static_cast<int>(random() % 6),
              columns = 1 + static_cast<int>(random() % 3);
    std::vector<double> a(static_cast<std::size_t>(rows * columns)), wanted;
    for (double& x : a) x = number(random);
    for (int c = 0; c < columns; ++c) wanted.push_back(number(random));
    const std::vector<double> x = shortest_move(a, rows, columns, wanted);
    std::vector<double> left = wanted;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        left[static_cast<std::size_t>(c)] -=
            x[static_cast<std::size_t>(r)] * a[static_cast<std::size_t>(r * columns + c)];
    // What is left cannot be reached: it is at a right angle to every row of A.
    for (int r = 0; r < rows; ++r) {
      double reach = 0;
      for (int c = 0; c < columns; ++c)
        reach += left[static_cast<std::size_t>(c)] * a[static_cast<std::size_t>(r * columns + c)];
      CHECK(std::abs(reach) < 1e-4);
    }
    // Any other answer is longer: a random step that A does not see adds to its length.
    if (rows <= columns) continue;
    std::vector<double> aside(static_cast<std::size_t>(rows));
    for (double& s : aside) s = number(random);
    std::vector<double> seen(static_cast<std::size_t>(columns));
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        seen[static_cast<std::size_t>(c)] +=
            aside[static_cast<std::size_t>(r)] * a[static_cast<std::size_t>(r * columns + c)];
    const std::vector<double> back = shortest_move(a, rows, columns, seen);
    double overlap = 0, length = 0;
    for (std::size_t r = 0; r < x.size(); ++r) {
      overlap += (aside[r] - back[r]) * x[r];
      length += x[r] * x[r];
    }
    CHECK(std::abs(overlap) < 1e-4 * (1 + length));
  }
  CHECK(shortest_move(std::vector<double>{0, 0}, 2, 1, std::vector<double>{5}) ==
        std::vector<double>{0, 0});
}

TEST_CASE("step_to: the nearer root, or none") {
  CHECK(step_to(1, 2, 0, 5) == 2);
  CHECK(step_to(1, 2, 0, 1) == 0);
  CHECK(std::isnan(step_to(1, 0, 0, 5)));
  for (const double wanted : {-3.0, 0.5, 4.0}) {
    const double t = step_to(1, -3, 2, wanted);
    if (std::isnan(t)) {
      CHECK(9 + 8 * (wanted - 1) < 0);
      continue;
    }
    CHECK(1 - 3 * t + 2 * t * t == doctest::Approx(wanted));
    const double other = 1.5 - t;  // both roots sum to -slope/bend
    CHECK(std::abs(t) <= std::abs(other) + 1e-12);
  }
}

TEST_CASE("the cat's key at [0, 3]: its no longer looks at it") {
  Player player("cat");
  CHECK(weight(player, 3, 1) > 0.89f);
  player.settled("key cat 0 3");
  CHECK(player.session.document->keys.data[2] == 0.0f);
  CHECK(player.session.document->keys.data[3] == 3.0f);
  CHECK(player.trace().score(0, 3, 1) == 0.0f);
  CHECK(weight(player, 3, 1) < 0.25f);
  CHECK(is_dirty(player.session));
  CHECK(player.session.document->provenance_note ==
        "Vectors chosen by hand. Changed by hand: \u201Ccat\u201D.");
  player.settled("undo");
  CHECK(player.session.document == load_lesson("cat"));
  CHECK_FALSE(is_dirty(player.session));
}

TEST_CASE("a drag is one edit, and cancelled it has never been") {
  Player player("cat");
  const DocumentPtr start = player.session.document;
  player.settled("grab; key cat 2 1; key cat 1 2; key cat 0 3; release");
  REQUIRE(player.session.history.done.size() == 1);
  CHECK(player.session.history.done[0].name == "key cat 0 3");
  CHECK(player.session.history.done[0].before.document.get() == start.get());
  player.settled("undo");
  CHECK(player.session.document.get() == start.get());
  player.settled("redo");
  CHECK(player.session.document->keys.data[3] == 3.0f);
  player.settled("undo; grab; key cat 0 3; mask causal; cancel");
  CHECK(player.session.document.get() == start.get());
  CHECK(player.session.options == start->options);
  CHECK(player.session.history.undone.size() == 1);
  player.settled("grab; key cat 0 3; key cat 3 0; release");
  CHECK(player.session.document.get() == start.get());
  CHECK(player.session.history.done.empty());
  // Undo in the middle of a drag ends it first.
  player.settled("grab; key cat 0 3; undo");
  CHECK_FALSE(player.session.gesture);
  CHECK(player.session.document.get() == start.get());
}

TEST_CASE("cell: the key moves the shortest way that gives the score, with query the query") {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const DocumentPtr document = random_document(5, random(), {}, 2);
    const int head = static_cast<int>(random() % 2), row = static_cast<int>(random() % 5),
              key = static_cast<int>(random() % 5);
    const float score = static_cast<float>(random() % 2000) / 100 - 10;
    for (const bool query : {false, true}) {
      const DocumentPtr moved = with_score(*document, head, row, key, score, query);
      const auto q = query_row(*document, head, row), k = key_row(*document, head, key);
      CHECK(dot(query_row(*moved, head, row), key_row(*moved, head, key)) ==
            doctest::Approx(static_cast<double>(score)).epsilon(1e-4));
      // The shortest way lies along the other vector.
      const auto before = query ? q : k, other = query ? k : q;
      const auto after = query ? query_row(*moved, head, row) : key_row(*moved, head, key);
      const double across =
          static_cast<double>(after[0] - before[0]) * static_cast<double>(other[1]) -
          static_cast<double>(after[1] - before[1]) * static_cast<double>(other[0]);
      CHECK(std::abs(across) < 1e-3);
    }
  }
}

TEST_CASE("projected vectors: the embedding moves, q k and v follow, in both heads") {
  for (const int e : {2, 3, 5}) {
    const DocumentPtr document = projected_document(4, e, 2, 11);
    for (const VectorKind kind : {VectorKind::query, VectorKind::key, VectorKind::value}) {
      const std::vector<float> wanted = {0.5f, -1.25f};
      const DocumentPtr moved = with_vector(*document, 1, kind, 2, wanted);
      const auto own = vector_of(*moved, 1, kind, 2);
      CHECK(own[0] == doctest::Approx(0.5).epsilon(1e-4));
      CHECK(own[1] == doctest::Approx(-1.25).epsilon(1e-4));
      CHECK_FALSE(moved->projection->embeddings == document->projection->embeddings);
      CHECK_FALSE(moved->queries == document->queries);
      CHECK_FALSE(moved->keys == document->keys);
      CHECK_FALSE(moved->values == document->values);
      // Other words stand still.
      CHECK(vector_of(*moved, 0, VectorKind::key, 1)[0] ==
            doctest::Approx(static_cast<double>(vector_of(*document, 0, VectorKind::key, 1)[0])));
    }
    for (int row = 0; row < 4; ++row)
      for (int key = 0; key < 4; ++key)
        for (const bool query : {false, true}) {
          // A word's score with itself is a bow: not every value can be had, a near one can.
          const double now = dot(query_row(*document, 1, row), key_row(*document, 1, key));
          const auto score = static_cast<float>(now + 0.01);
          const DocumentPtr moved = with_score(*document, 1, row, key, score, query);
          CHECK(dot(query_row(*moved, 1, row), key_row(*moved, 1, key)) ==
                doctest::Approx(static_cast<double>(score)).epsilon(1e-4));
        }
  }
}

TEST_CASE("on a floor that shows more than two dimensions the vector goes the shortest way") {
  const std::vector<glm::vec2> axes = {{0.5f, 0}, {0, 2}, {1, 1}, {0, 0}};
  const std::vector<float> vector = {1, 2, 3, 4};
  const std::vector<float> moved = moved_on_floor(vector, axes, {0.25f, -1});
  glm::vec2 by(0);
  for (std::size_t i = 0; i < 4; ++i) by += axes[i] * (moved[i] - vector[i]);
  CHECK(by.x == doctest::Approx(0.25));
  CHECK(by.y == doctest::Approx(-1));
  CHECK(moved[3] == 4);  // no axis sees it, so it stays
}

TEST_CASE("dimensions: new numbers are 0, scores stay; fewer are cut, undo brings them back") {
  Player player("cat");
  const float before = player.trace().score(0, 3, 1);
  player.settled("dimensions 5");
  CHECK(player.session.document->queries.columns == 5);
  CHECK(player.session.document->values.columns == 5);
  CHECK(player.trace().d == 5);
  CHECK(player.trace().score(0, 3, 1) == before);
  CHECK(player.session.notice == "Every vector has 5 numbers now; the new ones are 0.");
  CHECK(player.session.document->provenance_note == "Vectors chosen by hand.");
  player.settled("dimensions 1");
  CHECK(player.trace().d == 1);
  player.settled("undo; undo");
  CHECK(player.session.document == load_lesson("cat"));
  CHECK_THROWS_AS(with_dimensions(*load_lesson("cat"), 0), InputError);
  CHECK_THROWS_AS(with_dimensions(*load_lesson("cat"), 9), InputError);
}

TEST_CASE("bad numbers are answered in words and change nothing") {
  Player player("cat");
  const Session before = player.session;
  const auto refused = [&](const Action& action) {
    player.act(action);
    CHECK_FALSE(player.session.notice.empty());
    player.session.notice.clear();
    CHECK(player.session == before);
  };
  const float nan = std::nanf(""), inf = INFINITY;
  for (const float bad : {nan, inf, -inf, 1e30f, 3e38f}) {
    refused(action::SetKey{{1, {bad, 0}}});
    refused(action::SetQuery{{1, {0, bad}}});
    refused(action::SetValue{{1, {bad, bad}}});
    refused(action::SetScore{3, 1, bad, false});
  }
  refused(action::SetKey{{1, {1}}});
  refused(action::SetKey{{1, {1, 2, 3}}});
  refused(action::SetKey{{-1, {1, 2}}});
  refused(action::SetKey{{99, {1, 2}}});
  refused(action::SetEmbedding{{1, {1, 2}}});
  refused(action::SetScore{3, 99, 1, false});
  refused(action::SetScore{3, 0, 1, true});  // the key of "the" is zero
  refused(action::SetDimensions{0});
  refused(action::SetDimensions{9});
  refused(action::HideCell{-1, 0});
  refused(action::ShowCell{0, 5});
  for (const char* text : {"key cat nan 1", "key cat 1e308 1", "key cat inf 0", "key cat 1",
                           "key cat 1 2 3", "key dog 1 2", "cell its fish", "cell its fish x key",
                           "cell its fish 3 value", "dimensions two", "hide its", "key"})
    CHECK_THROWS_AS(player.press(text), InputError);
  // −0 is 0.
  player.settled("key cat -0 -0");
  CHECK_FALSE(std::signbit(player.session.document->keys.data[2]));
}

TEST_CASE("recorded numbers refuse every edit with a notice") {
  Player player(recorded_document(4, true));
  const Session before = player.session;
  for (const Action& action :
       {Action{action::SetKey{{1, {1, 2}}}}, Action{action::SetScore{0, 1, 2, false}},
        Action{action::HideCell{0, 1}}, Action{action::RemoveWord{1}},
        Action{action::InsertWord{0, "x"}}, Action{action::SetSentence{"a b"}},
        Action{action::MoveWord{0, 1}}, Action{action::SetDimensions{3}},
        Action{action::RenameWord{0, "x"}}}) {
    player.act(action);
    CHECK_FALSE(player.session.notice.empty());
    player.session.notice.clear();
    CHECK(player.session == before);
  }
}

TEST_CASE("cells of the mask: hidden, shown, against a rule") {
  Player player("cat");
  player.settled("hide its cat");
  CHECK(weight(player, 3, 1) == 0.0f);
  CHECK(weight(player, 1, 1) > 0.0f);
  player.settled("show its cat");
  CHECK_FALSE(player.session.options.mask.cells);
  player.settled("undo; undo; mask causal; hide its cat; show its fish");
  const Trace& trace = player.trace();
  CHECK(player.session.options.mask.rules.empty());
  CHECK(trace.visible(0, 3, 4));
  CHECK_FALSE(trace.visible(0, 3, 1));
  CHECK_FALSE(trace.visible(0, 0, 4));  // what the rule hid elsewhere stays hidden
  player.settled("undo; undo; undo");
  CHECK(player.session.options == player.session.document->options);
}
