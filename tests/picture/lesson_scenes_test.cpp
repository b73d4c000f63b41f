// The scenes of lessons at every stop: texts stand inside, apart from each other, readable and
// large enough, in both themes, two sizes and in Present.

#include <doctest/doctest.h>

#include "core/page/knob_strip.h"
#include "core/page/lesson_scene.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;

static void walk_scenes() {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    if (lesson_scene(player.session) == nullptr || player.session.document->takes_beside) continue;
    CAPTURE(lesson.id);
    std::string before;
    for (int steps = 0; steps < 60 && player.session.question < 0; ++steps) {
      const std::string at = player.at();
      if (at == before) break;
      before = at;
      CAPTURE(at);
      for (const Theme theme : {Theme::dark, Theme::light})
        for (const PageSize& size : {PageSize{1280, 720}, PageSize{3840, 2160}})
          for (const bool present : {false, true}) {
            Session seen = player.session;
            seen.theme = theme;
            seen.layout.present = present;
            CAPTURE(size.width);
            CAPTURE(present);
            const bool shown = shown_scene(seen) == Scene::lesson;
            REQUIRE((shown || has_scene_at_parts(*seen.document)));
            if (!shown) continue;
            CHECK(test::lesson_scene_faults(seen, size) == "");
          }
      player.settled("next");
    }
  }
}

TEST_CASE("scenes of lessons: every stop, theme and size, and Present") { walk_scenes(); }

TEST_CASE("scenes of lessons in German: every stop, theme and size, and Present") {
  const test::Speaking german("de");
  walk_scenes();
}

static void turn_every_knob() {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    const Document& document = *player.session.document;
    if (lesson_scene(player.session) == nullptr || document.knobs.empty()) continue;
    CAPTURE(lesson.id);
    std::string before;
    for (int steps = 0; steps < 60 && player.session.question < 0; ++steps) {
      const std::string at = player.at();
      if (at == before) break;
      before = at;
      CAPTURE(at);
      const Session here = player.session;
      for (std::size_t k = 0; k < document.knobs.size(); ++k)
        for (const int place :
             {0, document.knobs[k].places() / 2, document.knobs[k].places() - 1}) {
          player.act(action::TurnKnob{static_cast<int>(k), place});
          CAPTURE(document.knobs[k].name);
          CAPTURE(place);
          if (shown_scene(player.session) == Scene::lesson)
            CHECK(test::lesson_scene_faults(player.session, {1280, 720}) == "");
          player.session = here;
        }
      player.settled("next");
    }
  }
}

TEST_CASE("scenes of lessons: every place of every knob can be drawn, at every stop") {
  turn_every_knob();
}

TEST_CASE("scenes of lessons in German: every place of every knob can be drawn, at every stop") {
  const test::Speaking german("de");
  turn_every_knob();
}

TEST_CASE("scenes of lessons: every button of a knob answers where it stands") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    if (lesson_scene(player.session) == nullptr || player.session.document->knobs.empty()) continue;
    CAPTURE(lesson.id);
    std::string before;
    for (int steps = 0; steps < 60 && player.session.question < 0; ++steps) {
      if (player.at() == before) break;
      before = player.at();
      CAPTURE(before);
      Page page;
      page.size = {1280, 720};
      page.unit = 1;
      layout_knobs(page, player.session, {300, 50, 960, 560});
      for (const Hit& hit : page.hits) {
        const Hit* const there =
            hit_at(page, {hit.rect.x + hit.rect.w / 2, hit.rect.y + hit.rect.h / 2});
        REQUIRE(there != nullptr);
        CHECK(there->name == hit.name);
      }
      player.settled("next");
    }
  }
}

TEST_CASE("what ALiBi takes off a score is never printed as nothing") {
  Player player("order");
  player.settled("end");
  for (const char* head : {"1", "6", "8"})
    for (const PageSize& size : {PageSize{1280, 720}, PageSize{1440, 900}, PageSize{3840, 2160}}) {
      CAPTURE(head);
      CAPTURE(size.width);
      player.settled(std::string("knob head ") + head);
      const Page page =
          layout(player.session,
                 paint(player.session, player.trace(), player.traces.before(player.session)), size);
      for (const Item& item : page.items)
        if (const auto* text = std::get_if<Text>(&item.shape))
          CHECK((text->text != "\u22120.0" && text->text != "\u22120.00"));
    }
}
