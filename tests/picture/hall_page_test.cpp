// The pages of a hall: covered, filled, inked, with a strip; the presenter's own; the gallery.

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "core/page/presenter_page.h"
#include "core/page/shrunk.h"
#include "core/picture/presenter.h"
#include "core/text/texts.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

Page page_of(Player& player, const PageSize& size = {1280, 720}) {
  const Trace& now = player.trace();
  return layout(player.session, paint(player.session, now, player.traces.before(player.session)),
                size);
}

const PanelPlace* panel(const Page& page, PanelId id) {
  for (const PanelPlace& place : page.panels)
    if (place.id == id) return &place;
  return nullptr;
}

bool says(const Page& page, const std::string& words) {
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<Text>(&item.shape))
      if (text->text.find(words) != std::string::npos) return true;
  return false;
}

/// Texts that leave the page, are cut by a clip, or are smaller than `smallest`.
std::string text_faults_of(const Page& page, float smallest) {
  std::string found;
  const Rect whole{0, 0, page.size.x, page.size.y};
  for (const Item& item : page.items) {
    const auto* text = std::get_if<Text>(&item.shape);
    if (text == nullptr) continue;
    const Rect ink = test::ink_of(*text);
    if (ink.x < -0.5f || ink.y < -0.5f || ink.right() > whole.w + 0.5f ||
        ink.bottom() > whole.h + 0.5f)
      found += " [off the page] " + text->text;
    if (text->size < smallest - 0.01f) found += " [too small] " + text->text;
    if (test::cut_short(text->text)) found += " [cut] " + text->text;
  }
  return found;
}

}  // namespace

TEST_CASE("hall page: covered it is one colour and nothing answers") {
  Player player("cat");
  player.settled("present; cover black");
  Page page = page_of(player);
  CHECK(page.items.empty());
  CHECK(page.hits.empty());
  CHECK(page.background == Color{0, 0, 0, 255});
  player.settled("cover white");
  CHECK(page_of(player).background == Color{255, 255, 255, 255});
}

TEST_CASE("hall page: a filled panel is the whole page") {
  Player player("cat");
  player.settled("present; goto softmax");
  for (const auto& [script, id] :
       {std::pair{"fill scene", PanelId::scene}, std::pair{"fill table", PanelId::table},
        std::pair{"fill story", PanelId::story}}) {
    CAPTURE(script);
    player.settled(script);
    const Page page = page_of(player);
    REQUIRE(panel(page, id) != nullptr);
    CHECK(panel(page, id)->rect == Rect{0, 0, 1280, 720});
    CHECK(page.panels.size() == 1);
    CHECK(text_faults_of(page, 0.022f * 720) == "");
  }
}

TEST_CASE("hall page: every lesson can fill the page with every panel") {
  for (const LessonInfo& lesson : lessons())
    for (const char* what : {"scene", "table", "story"}) {
      Player player(lesson.id.c_str());
      CAPTURE(lesson.id);
      CAPTURE(what);
      player.settled("present; next; next; fill " + std::string(what));
      const Page page = page_of(player);
      CHECK(page.panels.size() == 1);
      CHECK_FALSE(page.items.empty());
    }
}

TEST_CASE("hall page: ink lies where it was drawn, over all else") {
  Player player("cat");
  player.settled("present; draw start 0.25 0.5 0.5 0.5");
  const Page page = page_of(player);
  const auto* line = std::get_if<Polyline>(&page.items.back().shape);
  REQUIRE(line != nullptr);
  CHECK(line->points.front() == glm::vec2(320, 360));
  CHECK(line->points.back() == glm::vec2(640, 360));
}

TEST_CASE("hall page: a question is a slide that gives nothing away until it is told") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    player.settled("present");
    const auto& questions = player.session.document->questions;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      CAPTURE(lesson.id);
      CAPTURE(i);
      player.settled("ask " + std::to_string(i + 1));
      for (const PageSize& size :
           {PageSize{1024, 768}, PageSize{1280, 720}, PageSize{1920, 1080}, PageSize{3840, 2160}}) {
        CAPTURE(size.width);
        const Page asked = page_of(player, size);
        CHECK(says(asked, "30"));
        CHECK_FALSE(says(asked, "The answer:"));
        CHECK(text_faults_of(asked, 0.022f * asked.size.y) == "");
        CHECK(test::cut_panels(asked) == "");
      }
      player.settled("reveal");
      for (const PageSize& size : {PageSize{1024, 768}, PageSize{1920, 1080}}) {
        CAPTURE(size.width);
        const Page told = page_of(player, size);
        CHECK(says(told, "The"));
        CHECK(text_faults_of(told, 0.022f * told.size.y) == "");
        // The slide's text ends above its lower edge.
        const PanelPlace* story = panel(told, PanelId::story);
        REQUIRE(story != nullptr);
        for (const Item& item : told.items)
          if (const auto* text = std::get_if<Text>(&item.shape))
            if (story->rect.contains(text->baseline - glm::vec2(0, 2)))
              CHECK(test::ink_of(*text).right() <= story->rect.right() + 1);
      }
    }
  }
}

TEST_CASE("hall page: a poll whose time is up says so until it is told or begun anew") {
  for (const char* language : {"en", "de"}) {
    const test::Speaking speaking(language);
    Player player("cat");
    player.settled("present; ask 1");
    const std::string up(text("question.time_up"));
    CHECK_FALSE(says(page_of(player), up));
    player.wait(kPollSeconds + 1);
    for (const PageSize& size : {PageSize{1024, 768}, PageSize{1920, 1080}}) {
      const Page page = page_of(player, size);
      CHECK(says(page, up));
      CHECK(text_faults_of(page, 0.022f * page.size.y) == "");
    }
    player.act(action::Count{});
    CHECK_FALSE(says(page_of(player), up));
    player.wait(kPollSeconds + 1);
    player.settled("reveal");
    CHECK_FALSE(says(page_of(player), up));
  }
}

TEST_CASE("hall page: the end of a lesson is a slide of its own with the title of the next") {
  for (const char* language : {"en", "de"}) {
    const test::Speaking speaking(language);
    const auto& all = lessons();
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      Player player(all[i].id.c_str());
      CAPTURE(all[i].id);
      player.settled("present; end");
      const auto last = static_cast<int>(player.session.document->questions.size());
      if (last > 0) player.settled("ask " + std::to_string(last) + "; reveal");
      CHECK_FALSE(says(page_of(player), std::string(text("offer.hint"))));
      player.settled("next");
      REQUIRE(player.session.next_lesson_offered);
      for (const PageSize& size : {PageSize{1024, 768}, PageSize{1920, 1080}}) {
        const Page page = page_of(player, size);
        CHECK(says(page, std::string(text("offer.hint"))));
        CHECK(says(page, title_of(all[i + 1]).substr(0, 5)));
        CHECK(text_faults_of(page, 0.022f * page.size.y) == "");
      }
      player.settled("back");
      CHECK_FALSE(says(page_of(player), std::string(text("offer.hint"))));
    }
  }
}

TEST_CASE("hall page: before the start of a lesson is a slide with the title of the one before") {
  for (const char* language : {"en", "de"}) {
    const test::Speaking speaking(language);
    for (std::size_t i = 1; i < lessons().size(); ++i) {
      Player player(lessons()[i].id.c_str());
      CAPTURE(lessons()[i].id);
      player.settled("present");
      const std::string next = paint_presenter(player.session, player.trace()).now;
      player.settled("back");
      for (const PageSize& size : {PageSize{1024, 768}, PageSize{1920, 1080}}) {
        const Page page = page_of(player, size);
        CHECK(says(page, std::string(text("offer.heading_back"))));
        CHECK(says(page, title_of(lessons()[i - 1]).substr(0, 5)));
        CHECK(text_faults_of(page, 0.022f * page.size.y) == "");
      }
      CHECK(paint_presenter(player.session, player.trace()).next == next);
      player.settled("next");
      CHECK_FALSE(says(page_of(player), std::string(text("offer.heading_back"))));
    }
  }
}

TEST_CASE("hall page: a hall reads the lesson's own line, the presenter and a filled story all") {
  Player player("heads");
  player.settled("goto part:out");
  const auto story = [&] { return paint_story(player.session, player.trace(), nullptr).text; };
  const std::vector<Line> whole = story();
  player.settled("present");
  const std::vector<Line> line = story();
  REQUIRE(line.size() == 1);
  CHECK(line.front().front().text.starts_with("W_O mixes"));
  CHECK(says(page_of(player), "W_O mixes the columns"));
  CHECK(paint_presenter(player.session, player.trace()).notes.front().front().text ==
        whole.front().front().text);
  player.settled("fill story");
  CHECK(story().front().front().text == whole.front().front().text);
}

TEST_CASE("hall page: the strip leaves the table its weights, narrow cells have short numbers") {
  Player player("cat");
  player.settled("present; goto softmax");
  CHECK(says(page_of(player, {1024, 768}), "0.895"));
  player.settled("strip on");
  CHECK(says(page_of(player, {1024, 768}), ".90"));
  Player mask("mask");
  mask.settled("present; goto part:two");
  CHECK(says(page_of(mask, {1024, 768}), ".74"));  // 0.7 beside 0.1 and 0.1 and 0.1 says too little
  Player map("rnn");
  map.settled("present; goto part:map");
  CHECK(says(page_of(map, {1024, 768}), "C"));  // the letters that its key explains
}

TEST_CASE(
    "hall page: where cells are too small for numbers, the chosen row's stand below the table") {
  Player player("trophy");
  player.settled("present");
  for (const PageSize& size : {PageSize{1024, 768}, PageSize{1280, 720}, PageSize{1920, 1080}}) {
    CAPTURE(size.width);
    // In the table's panel, of the chosen row: the words and their numbers.
    const auto numbers = [&](const char* stop) {
      player.settled(std::string("goto ") + stop);
      const Page page = page_of(player, size);
      const Rect table = panel_rects(player.session, size).table;
      std::vector<std::string> said;
      for (const Item& item : page.items) {
        const auto* text = std::get_if<Text>(&item.shape);
        if (text == nullptr || !table.contains(text->baseline) || item.quantity.column < 0 ||
            item.quantity.row != player.session.row)
          continue;
        said.push_back(text->text);
        CHECK(text->size >= 0.022f * page.size.y - 0.01f);
      }
      return said;
    };
    const auto has = [](const std::vector<std::string>& said, const char* wanted) {
      return std::find(said.begin(), said.end(), wanted) != said.end();
    };
    CHECK(numbers("start").empty());
    for (const char* wanted : {"trophy", "7.62", "suitcase", "1.95", "it", "1.98"})
      CHECK_MESSAGE(has(numbers("score"), wanted), std::string(wanted));
    CHECK(has(numbers("scale"), "5.39"));
    CHECK(has(numbers("softmax"), "0.905"));
  }
}

TEST_CASE("hall page: a table that fills the screen has numbers for the last row of seats") {
  for (const char* lesson : {"cat", "chai", "trophy"}) {
    CAPTURE(std::string(lesson));
    Player player(lesson);
    player.settled("present; goto all:weights; fill table");
    for (const PageSize& size : {PageSize{1024, 768}, PageSize{1280, 720}, PageSize{1920, 1080}}) {
      CAPTURE(size.width);
      const Page page = page_of(player, size);
      int cells = 0;
      for (const Item& item : page.items) {
        const auto* text = std::get_if<Text>(&item.shape);
        if (text == nullptr || item.quantity.kind != Quantity::Kind::weight) continue;
        ++cells;
        if (player.session.document->n() < 8) CHECK(text->size > 1.4f * 0.022f * page.size.y);
      }
      CHECK(cells >= player.session.document->n() * player.session.document->m());
      CHECK(text_faults_of(page, 0.022f * page.size.y) == "");
    }
  }
}

TEST_CASE("hall page: the strip says what comes next apart from what to say now") {
  Player player("cat");
  player.settled("present; next; strip on");
  const Page page = page_of(player);
  const Rect strip = panel_rects(player.session, {1280, 720}).strip;
  const std::string heading(text("presenter.next"));
  float next = -1, note_right = 0;
  for (const Item& item : page.items)
    if (const auto* words = std::get_if<Text>(&item.shape))
      if (strip.contains(words->baseline) && words->text == heading) next = words->baseline.x;
  REQUIRE(next > 0);
  for (const Item& item : page.items)
    if (const auto* words = std::get_if<Text>(&item.shape))
      if (strip.contains(words->baseline) && words->baseline.x < next)
        note_right = std::max(note_right, test::ink_of(*words).right());
  CHECK(note_right > 0);
  CHECK(note_right < next);
}

TEST_CASE("hall page: the strip takes its room from the picture, in type a hall's size") {
  for (const char* lesson : {"cat", "rnn", "mistakes"})
    for (const PageSize& size : {PageSize{1024, 768}, PageSize{1920, 1080}}) {
      Player player(lesson);
      player.settled("present; next; strip on");
      CAPTURE(lesson);
      const Page page = page_of(player, size);
      const Rect strip = panel_rects(player.session, size).strip;
      CHECK(strip.h > 0.06f * page.size.y);
      CHECK(strip.bottom() == page.size.y);
      CHECK(panel(page, PanelId::ribbon)->rect.bottom() == strip.y);
      for (const Item& item : page.items)
        if (const auto* text = std::get_if<Text>(&item.shape)) {
          CAPTURE(text->text);
          CHECK(text->size >= 0.022f * page.size.y - 0.01f);
          const Rect ink = test::ink_of(*text);
          if (ink.y > strip.y) CHECK(ink.right() <= strip_clock(strip).x);
        }
    }
}

TEST_CASE("presenter's page: inside at every stop, with its clocks and warnings") {
  for (const char* lesson : {"words", "cat", "cost", "scratch"}) {
    Player player(lesson);
    player.settled("present");
    for (int i = 0; i < 30; ++i) {
      CAPTURE(lesson);
      CAPTURE(player.at());
      for (const PageSize& size : {PageSize{1366, 768}, PageSize{900, 560, 1}}) {
        const Page page =
            layout_presenter(player.session, page_of(player), {"09:41", "12:05", false}, size);
        CHECK(says(page, "09:41"));
        CHECK(says(page, "12:05"));
        CHECK(says(page, "Next: "));
        for (const Item& item : page.items)
          if (const auto* text = std::get_if<Text>(&item.shape)) {
            const Rect ink = test::ink_of(*text);
            CHECK(ink.right() <= page.size.x + 1);
            CHECK(ink.bottom() <= page.size.y + 1);
          }
      }
      player.settled("next");
      if (player.session.next_lesson_offered) break;
    }
  }
  Player player("cat");
  player.settled("present; cover black");
  CHECK(
      says(layout_presenter(player.session, page_of(player), {"9:00", "0:10", false}, {1366, 768}),
           "blank"));
  CHECK(clock_text(0) == "0:00");
  CHECK(clock_text(725.9) == "12:05");
  CHECK(clock_text(3725) == "1:02:05");
}

TEST_CASE("shrunk: a page keeps its proportions and stays inside its place") {
  Player player("cat");
  const Page from = page_of(player);
  Page to;
  to.size = {1000, 1000};
  const Rect there = add_shrunk(to, from, {100, 100, 300, 300});
  CHECK(there.w == doctest::Approx(300));
  CHECK(there.h == doctest::Approx(300.0 * 720 / 1280));
  CHECK(to.items.size() == from.items.size() + 3);
  for (const Item& item : to.items)
    if (const auto* text = std::get_if<Text>(&item.shape)) {
      CHECK(text->baseline.x >= 100);
      CHECK(text->baseline.x <= 400);
    }
}

TEST_CASE("gallery: every lesson once, as a picture that opens it") {
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const PageSize& size : {PageSize{1024, 640}, PageSize{1440, 900}, PageSize{3840, 2160}}) {
      Player player("cat");
      player.settled("contents pictures");
      player.session.theme = theme;
      const Page page = page_of(player, size);
      std::set<std::string> opened;
      std::vector<Rect> places;
      for (const Hit& hit : page.hits)
        if (!hit.actions.empty())
          if (const auto* open = std::get_if<action::OpenLesson>(&hit.actions.front())) {
            opened.insert(open->id);
            places.push_back(hit.rect);
          }
      CHECK(opened.size() == lessons().size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        CHECK(places[i].x >= 0);
        CHECK(places[i].right() <= page.size.x);
        CHECK(places[i].bottom() <= panel_rects(player.session, size).ribbon.y);
        for (std::size_t j = 0; j < i; ++j)
          CHECK((places[i].x >= places[j].right() || places[j].x >= places[i].right() ||
                 places[i].y >= places[j].bottom() || places[j].y >= places[i].bottom()));
      }
    }
  Player player("cat");
  player.settled("contents pictures; next");
  CHECK_FALSE(player.session.contents);
  CHECK_FALSE(player.session.gallery);
}
