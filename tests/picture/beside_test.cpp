// A recording beside the heads made by hand.

#include "core/session/beside.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/session/questions.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"
#include "tests/support/test_data.h"

using namespace qkv;

namespace {

/// 2 layers of 2 heads; layer 1, head 0 looks one word back, all others at the word itself.
DocumentPtr recording(int n) {
  auto document = std::make_shared<Document>();
  document->id = document->title = "model";
  document->origin = "model.npz";
  document->provenance = Provenance::recorded;
  document->provenance_note = "Recorded from a model.";
  for (int i = 0; i < n; ++i)
    document->query_words.push_back(i == 2 ? " it" : "w" + std::to_string(i));
  document->key_words = document->query_words;
  Recording own;
  own.layers = 2;
  for (int layer = 0; layer < 2; ++layer) {
    Tensor weights{2, n, n, std::vector<float>(static_cast<std::size_t>(2 * n * n), 0.0f)};
    for (int head = 0; head < 2; ++head)
      for (int row = 0; row < n; ++row) {
        const int key = layer == 1 && head == 0 && row > 0 ? row - 1 : row;
        weights.data[static_cast<std::size_t>((head * n + row) * n + key)] = 1;
      }
    own.weights.push_back(std::move(weights));
  }
  document->recording = std::move(own);
  return document;
}

std::string faults_of(Player& player) {
  std::string found;
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const PageSize& size : {PageSize{1280, 720}, PageSize{1440, 900}, PageSize{3840, 2160}}) {
      player.session.theme = theme;
      found += test::lesson_scene_faults(player.session, size);
      const Picture picture = paint(player.session, player.trace(), nullptr);
      found += test::cut_panels(layout(player.session, picture, size));
    }
  return found;
}

const Hit* hit_named(const Page& page, std::string_view name) {
  for (const Hit& hit : page.hits)
    if (hit.name == name) return &hit;
  return nullptr;
}

}  // namespace

TEST_CASE("beside a made head: an invitation first, then the recording, layer and head by hand") {
  Player player("trophy");
  player.settled("scene lesson");
  CHECK(shown_scene(player.session) == Scene::lesson);
  CHECK(takes_now(player.session));
  CHECK(faults_of(player) == "");
  put_beside(player.session, recording(9));
  CHECK(faults_of(player) == "");
  player.settled("beside 1 0 5");  // further than there are heads
  CHECK(player.session.beside_slice == Slice{1, 0, 1});
  const auto page = [&] {
    return layout(player.session, paint(player.session, player.trace(), nullptr), {1280, 720});
  };
  const Page now = page();
  const Hit* const next = hit_named(now, "The next head");
  REQUIRE(next != nullptr);
  CHECK_FALSE(next->enabled);
  const Hit* const back = hit_named(now, "The head before");
  REQUIRE(back != nullptr);
  player.act(back->actions.front());
  CHECK(player.session.beside_slice == Slice{1, 0, 0});
  player.settled("beside 0 0 0");
  const Page again = page();
  const Hit* const find = hit_named(again, "The one that looks a word back");
  REQUIRE(find != nullptr);
  player.act(find->actions.front());
  CHECK(player.session.beside_slice == Slice{1, 0, 0});
  // The made one has not moved.
  CHECK(player.session.slice.head == 2);
}

TEST_CASE("beside a made head: a recording that was open is remembered, nothing else is") {
  const Session seen = open_session(recording(4));
  const Session lesson = open_instead(seen, load_lesson("trophy"));
  REQUIRE(lesson.beside != nullptr);
  CHECK(lesson.beside->title == "model");
  CHECK(lesson.scene == Scene::landscape);  // offered, not forced upon
  CHECK(open_instead(lesson, load_lesson("cat")).beside == lesson.beside);
  const Session words = open_session(load_lesson("words"));
  CHECK(open_instead(words, load_lesson("trophy")).beside == nullptr);
  CHECK_FALSE(can_lie_beside(*load_lesson("cat")));
}

TEST_CASE("beside a made head: it opens where the recording says most of words") {
  // Its own sentence: the head that leads most from "it" to what the made head leads to.
  Player player("trophy");
  player.settled("select it");
  const Document& made = *player.session.document;
  auto same = std::make_shared<Document>(*recording(made.n()));
  same->query_words = same->key_words = made.query_words;
  const Sought sought = sought_in(*same, player.session);
  CHECK(sought.word == "it");
  CHECK(sought.wanted == "trophy");
  REQUIRE(sought.both());
  const auto leads = [&](Document& document, int layer, int head, int row, int key, float to) {
    Tensor& w = document.recording->weights[static_cast<std::size_t>(layer)];
    for (int k = 0; k < w.columns; ++k)
      w.data[static_cast<std::size_t>((head * w.rows + row) * w.columns + k)] =
          k == key ? to : (1 - to) / static_cast<float>(w.columns - 1);
  };
  leads(*same, 0, 1, sought.row, sought.key, 0.7f);
  leads(*same, 1, 1, sought.row, sought.key, 0.4f);
  CHECK(telling_head(*same, player.session) == Slice{0, 0, 1});
  put_beside(player.session, same);
  CHECK(player.session.beside_slice == Slice{0, 0, 1});

  // Another sentence: of heads that look at themselves, a word back or all at one word, the one
  // that does none of it.
  auto other = std::make_shared<Document>(*recording(9));
  const int far[] = {5, 3, 7, 1, 8, 0, 4, 2, 6};
  for (int row = 0; row < 9; ++row) leads(*other, 0, 1, row, 8, 0.95f);
  for (int row = 0; row < 9; ++row) leads(*other, 1, 1, row, far[row], 0.8f);
  CHECK_FALSE(sought_in(*other, player.session).both());
  CHECK(telling_head(*other, player.session) == Slice{1, 0, 1});

  // What its file says goes before the rule.
  auto said = std::make_shared<Document>(*other);
  said->state.head = 1;
  put_beside(player.session, said);
  CHECK(player.session.beside_slice == Slice{0, 0, 1});
}

TEST_CASE("habits of place: means over the rows that have a word before them") {
  const DocumentPtr model = recording(5);
  Trace trace;
  trace_of(*model, model->options, {1, 0, 0}, trace);
  const PlaceHabits back = place_habits(trace, 0), self = place_habits(trace, 1);
  CHECK(back.before == doctest::Approx(1));
  CHECK(back.itself == doctest::Approx(0));
  CHECK(back.first == doctest::Approx(0.25));  // of four rows only the second looks at the first
  CHECK(self.itself == doctest::Approx(1));
  CHECK(self.next == doctest::Approx(0));
  CHECK(looks_one_back(*model) == Slice{1, 0, 0});
}

TEST_CASE("beside a made head: GPT-2 and BERT as they were recorded") {
  for (const char* name : {"bertviz_gpt2_head_view.npz", "bertviz_bert_head_view.npz"}) {
    const auto path = test::test_data(std::string("recorded_attention/") + name);
    if (!path) return;
    CAPTURE(name);
    const DocumentPtr model = load(path->string());
    Player player("trophy");
    put_beside(player.session, model);
    for (int layer = 0; layer < model->layers(); layer += 5) {
      player.act(action::LookBeside{{layer, 0, layer}});
      CHECK(faults_of(player) == "");
    }
    // The head that is found has a mean no other head reaches, read here from the file's weights.
    const Slice found = looks_one_back(*model);
    double best = -1;
    Slice wanted;
    for (int layer = 0; layer < model->layers(); ++layer)
      for (int head = 0; head < model->heads(); ++head) {
        const Tensor& w = model->recording->weights[static_cast<std::size_t>(layer)];
        double mean = 0;
        for (int row = 1; row < w.rows; ++row)
          mean += static_cast<double>(w.view().row(head, row)[static_cast<std::size_t>(row - 1)]);
        if (mean > best) {
          best = mean;
          wanted = {layer, 0, head};
        }
      }
    CHECK(found == wanted);
    CHECK(best / (model->n() - 1) > 0.4);  // real models do have such heads
  }
}
