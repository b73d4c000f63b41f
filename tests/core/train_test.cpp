// Train: the gradient against finite differences, a run against a float64 reference of its own.

#include "core/learning/train.h"

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/document/qkv_file.h"
#include "core/document/shapes.h"
#include "core/session/saved_scene.h"
#include "core/text/input_error.h"
#include "tests/support/player.h"

using namespace qkv;
using doctest::Approx;

namespace {

/// float64, nothing of the program's: x [n][e], W [e][d], which keys are seen, what a mask adds.
struct Float64 {
  std::vector<std::vector<double>> x, w_q, w_k;
  std::vector<bool> sees;
  std::vector<double> added;
  double scale = 1, temperature = 1, cap = 0;
  int query = 0, key = 0;

  double loss() const {
    const auto times = [](const std::vector<double>& row, const auto& w) {
      std::vector<double> out(w[0].size(), 0);
      for (std::size_t a = 0; a < row.size(); ++a)
        for (std::size_t b = 0; b < out.size(); ++b) out[b] += row[a] * w[a][b];
      return out;
    };
    const auto q = times(x[static_cast<std::size_t>(query)], w_q);
    double sum = 0, own = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!sees[j]) continue;
      const auto k = times(x[j], w_k);
      double s = 0;
      for (std::size_t b = 0; b < q.size(); ++b) s += q[b] * k[b];
      s *= scale;
      if (cap > 0) s = cap * std::tanh(s / cap);
      s = (s + added[j]) / temperature;
      sum += std::exp(s);
      if (static_cast<int>(j) == key) own = s;
    }
    return std::log(sum) - own;
  }

  /// Central difference of the loss by one number of W.
  double slope(double& number) {
    const double h = 1e-5, kept = number;
    number = kept + h;
    const double above = loss();
    number = kept - h;
    const double below = loss();
    number = kept;
    return (above - below) / (2 * h);
  }
};

std::vector<std::vector<double>> rows_of(const Tensor& t) {
  std::vector<std::vector<double>> rows;
  for (int r = 0; r < t.rows; ++r) {
    const auto row = t.view().row(0, r);
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

Float64 float64_of(const Document& document, const AttentionOptions& options) {
  const Projection& p = *document.projection;
  Float64 r;
  r.x = rows_of(p.embeddings);
  r.w_q = rows_of(p.w_q);
  r.w_k = rows_of(p.w_k);
  r.scale = options.scale ? static_cast<double>(*options.scale)
                          : 1 / std::sqrt(static_cast<double>(p.w_q.columns));
  r.temperature = static_cast<double>(options.temperature);
  r.cap = static_cast<double>(options.softcap);
  r.query = document.training->query;
  r.key = document.training->key;
  const int n = document.n();
  for (int j = 0; j < n; ++j) {
    r.sees.push_back(is_visible(options.mask, 0, r.query, j, n, n));
    const auto at = static_cast<std::size_t>(r.query * n + j);
    r.added.push_back(options.mask.bias ? static_cast<double>(options.mask.bias->added[at]) : 0);
  }
  return r;
}

/// n words, e → d, numbers from −1.5 to 1.5.
Document random_lesson(int n, int e, int d, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-1.5f, 1.5f);
  const auto tensor = [&](int rows, int columns) {
    Tensor drawn{1, rows, columns, {}};
    for (int i = 0; i < rows * columns; ++i) drawn.data.push_back(number(random));
    return drawn;
  };
  Document document;
  document.id = document.origin = "random";
  for (int i = 0; i < n; ++i) document.query_words.push_back("w" + std::to_string(i));
  document.key_words = document.query_words;
  document.projection = Projection{tensor(n, e), tensor(e, d), tensor(e, d), tensor(e, d)};
  const Projection& p = *document.projection;
  document.queries = projected(p.embeddings, p.w_q);
  document.keys = projected(p.embeddings, p.w_k);
  document.values = projected(p.embeddings, p.w_v);
  document.training = Training{};
  document.training->query = n - 2;
  document.training->key = 1;
  document.training->rate = 0.05f;
  document.training->start_w_q = tensor(e, d);
  document.training->start_w_k = tensor(e, d);
  return document;
}

double largest(const std::vector<double>& numbers) {
  double most = 1e-3;
  for (const double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

TEST_CASE("the gradient of the wish is that of finite differences") {
  std::vector<AttentionOptions> all(7);
  all[1].scale = 1.0f;
  all[2].mask.rules = parse_mask_rules("causal");
  all[3].temperature = 0.6f;
  all[4].softcap = 1.5f;
  all[5].mask.rules = parse_mask_rules("padding:1");
  all[5].scale = 0.3f;
  for (std::uint32_t seed = 1; seed <= 6; ++seed)
    for (std::size_t i = 0; i < all.size(); ++i) {
      CAPTURE(seed);
      CAPTURE(i);
      const Document document = random_lesson(5, 3, 2, seed);
      if (i == 6) {
        FloatCells added{1, 5, 5, {}};
        for (int c = 0; c < 25; ++c) added.added.push_back(0.1f * static_cast<float>(c % 7) - 0.3f);
        all[6].mask.bias = std::make_shared<const FloatCells>(added);
      }
      REQUIRE(can_train(document, all[i]));
      Trace trace;
      trace_of(document, all[i], {}, trace);
      const Descent found = descent(document, trace);
      Float64 reference = float64_of(document, all[i]);
      CHECK(found.loss == Approx(reference.loss()).epsilon(1e-5));
      CHECK(found.weight == Approx(std::exp(-reference.loss())).epsilon(1e-5));
      const double tolerance = 1e-5 * std::max(largest(found.w_q), largest(found.w_k));
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 2; ++b) {
          CHECK(std::abs(found.w_q[a * 2 + b] - reference.slope(reference.w_q[a][b])) < tolerance);
          CHECK(std::abs(found.w_k[a * 2 + b] - reference.slope(reference.w_k[a][b])) < tolerance);
        }
    }
}

TEST_CASE("a run is that of a float64 reference, step by step") {
  const DocumentPtr lesson = load_lesson("qkv");
  REQUIRE(lesson->training);
  const DocumentPtr start = trained(*lesson, lesson->options, 0);
  Float64 reference = float64_of(*start, lesson->options);
  DocumentPtr now = start;
  const double rate = static_cast<double>(lesson->training->rate);
  for (int step = 0; step <= lesson->training->steps; ++step) {
    CAPTURE(step);
    REQUIRE(now->training->done() == step);
    CHECK(static_cast<double>(now->training->path.back()) ==
          Approx(std::exp(-reference.loss())).epsilon(2e-4));
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(static_cast<double>(now->projection->w_q.data[i]) ==
            Approx(reference.w_q[i / 2][i % 2]).epsilon(1e-4));
      CHECK(static_cast<double>(now->projection->w_k.data[i]) ==
            Approx(reference.w_k[i / 2][i % 2]).epsilon(1e-4));
    }
    // Slopes by differences too: the reference knows no derivative.
    auto w_q = reference.w_q, w_k = reference.w_k;
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) {
        w_q[a][b] -= rate * reference.slope(reference.w_q[a][b]);
        w_k[a][b] -= rate * reference.slope(reference.w_k[a][b]);
      }
    reference.w_q = w_q, reference.w_k = w_k;
    now = trained(*now, lesson->options, 1);
  }
  CHECK(now->training->done() == lesson->training->steps);  // a run ends
}

TEST_CASE("lesson qkv: before, “its” does not find “cat”; after, it does; and each step helps") {
  Player player("qkv");
  player.settled("train 0");
  const auto weight = [&](int key) { return player.trace().weight(0, 3, key); };
  CHECK(weight(3) > 0.8f);  // it finds itself
  CHECK(weight(1) < 0.1f);
  player.settled("train");
  CHECK(weight(1) > 0.85f);
  const std::vector<float>& path = player.session.document->training->path;
  for (std::size_t i = 1; i < path.size(); ++i) CHECK(path[i] > path[i - 1]);
  // What the panels show is what the trace says.
  CHECK(path.back() == weight(1));
  CHECK(player.session.document->provenance == Provenance::trained);
}

TEST_CASE("train, train 10, undo, redo, untrain: one edit a gesture") {
  Player player("qkv");
  const DocumentPtr own = player.session.document;
  player.settled("train 10; train 10");
  const DocumentPtr twice = player.session.document;
  CHECK(player.at() == "train");
  player.settled("undo");
  CHECK(player.session.document->training->done() == 10);
  player.settled("undo");
  CHECK(player.session.document == own);
  player.settled("train 20");
  CHECK(*player.session.document == *twice);
  player.settled("undo; redo");
  CHECK(*player.session.document == *twice);
  player.settled("untrain");
  CHECK(*player.session.document == *own);
  CHECK(text_of(action::Train{10}, player.session) == "train 10");
  CHECK(text_of(action::Train{}, player.session) == "train");
  player.settled("train 1000");
  CHECK(player.session.document->training->done() == own->training->steps);
  player.settled("train");  // from the end a run begins anew
  CHECK(player.session.document->training->done() == own->training->steps);
  Player other("cat");
  other.settled("train");
  CHECK(other.session.notice.find("nothing to train") != std::string::npos);
}

TEST_CASE("a run goes step by step, and any step of the walk ends it at once") {
  Player player("qkv");
  player.press("train");
  CHECK(moving(player.session));
  CHECK(player.session.document->training->done() == 0);
  int seen = 0;
  for (int frame = 0; frame < 1000 && moving(player.session); ++frame) {
    player.wait(1.0f / 60);
    const int done = player.session.document->training->done();
    CHECK((done == seen || done == seen + 1));
    seen = done;
  }
  CHECK(seen == 40);
  const DocumentPtr end = player.session.document;
  CHECK(end == player.session.history.done.back().after.document);
  player.settled("train 0");
  player.press("train");
  player.wait(0.35f);
  CHECK(player.session.document->training->done() == 3);
  player.press("theme light");  // a look does not end it
  CHECK(moving(player.session));
  player.press("select cat");
  CHECK(*player.session.document == *end);
  player.settled("undo");
  CHECK(player.session.document->training->done() == 0);
}

TEST_CASE("questions are asked of the lesson's own matrices, and the trained ones come back") {
  Player player("qkv");
  const DocumentPtr own = player.session.document;
  player.settled("train 12");
  const DocumentPtr twelve = player.session.document;
  player.settled("ask 1");
  CHECK(*player.session.document == *own);
  player.settled("answer number 2; back; back");
  CHECK(player.session.document == twelve);
}

TEST_CASE("what the mask hides cannot be learned") {
  Player player("qkv");
  player.settled("mask window:1; train 5");
  CHECK_FALSE(player.session.document->training->on());
  CHECK(player.session.notice.find("hides") != std::string::npos);
}

TEST_CASE("a rate that runs away stops, and nothing is thrown") {
  Document document = random_lesson(4, 2, 2, 3);
  document.training->rate = 100;
  for (float& x : document.projection->embeddings.data) x *= 1e12f;
  DocumentPtr ended;
  CHECK_NOTHROW(ended = trained(document, {}, 40));
  for (const float x : ended->queries.data) CHECK(std::isfinite(x));
}

TEST_CASE("a scene that was trained is saved and read back") {
  Player player("qkv");
  player.settled("train 7");
  const Document saved = saved_scene(player.session, "mine.qkv");
  const DocumentPtr again = parse_qkv(write_qkv(saved), "mine.qkv", "mine");
  CHECK(*again == saved);
  Player reopened(again);
  reopened.settled("train 3");
  player.settled("train 3");
  CHECK(reopened.session.document->projection == player.session.document->projection);
  reopened.settled("untrain");
  CHECK(reopened.session.document->projection == load_lesson("qkv")->projection);
}

TEST_CASE("mistakes in [train]: line, what and how to mend it") {
  const std::string head =
      "format = 1\nwords = ['a', 'b']\nembeddings = [[1, 0], [0, 1]]\n"
      "w_q = [[1, 0], [0, 1]]\nw_k = [[1, 0], [0, 1]]\nw_v = [[1, 0], [0, 1]]\n[train]\n";
  const std::string good =
      "query = 'a'\nkey = 'b'\nw_q = [[1, 0], [0, 1]]\nw_k = [[1, 0], [0, 1]]\n";
  REQUIRE_NOTHROW(parse_qkv(head + good, "t.qkv", "t"));
  struct Mistake {
    const char *what, *with, *says;
  };
  for (const Mistake& mistake :
       {Mistake{"query = 'a'", "query = 'c'", "no word"},
        {"key = 'b'\n", "", "no key"},
        {"w_k = [[1, 0], [0, 1]]", "w_k = [[1, 0]]", "same shape"},
        {"query = 'a'", "query = 'a'\nrate = -1", "rate"},
        {"query = 'a'", "query = 'a'\nsteps = 0", "steps"},
        {"query = 'a'", "query = 'a'\nspeed = 1", "speed"},
        {"query = 'a'", "query = 'a'\npath = [0.5, 1.5]", "weight"},
        {"query = 'a'", "query = 'a'\nown_note = 'x'", "belongs to a run"}}) {
    std::string text = good;
    text.replace(text.find(mistake.what), std::string(mistake.what).size(), mistake.with);
    CAPTURE(text);
    try {
      parse_qkv(head + text, "t.qkv", "t");
      FAIL_CHECK("not refused");
    } catch (const InputError& error) {
      const std::string says = error.what();
      CAPTURE(says);
      CHECK(says.starts_with("t.qkv:"));
      CHECK(says.find(mistake.says) != std::string::npos);
    }
  }
}
