// The course as files and as a page: long tables, names of stops, the contents, mistakes in a
// lesson.

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "core/assets/assets.h"
#include "core/document/qkv_file.h"
#include "core/document/stop_names.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

const PageSize kSizes[] = {{1280, 720}, {3840, 2160}};

/// How many rows of keys the story's table says it has folded away; 0: none.
int folded_rows(const Page& page) {
  for (const Hit& hit : page.hits)
    if (!hit.actions.empty() && std::holds_alternative<action::Fold>(hit.actions.front()) &&
        std::get<action::Fold>(hit.actions.front()).panel == "keys")
      return hit.name == text("story.more_one") ? 1 : std::atoi(hit.name.c_str());
  return 0;
}

}  // namespace

TEST_CASE("a table of many words is folded where it is too long, never cut") {
  int folded = 0;
  for (const char* lesson : {"trophy", "trophy-small"}) {
    Player player(lesson);
    const std::vector<std::string> words = player.session.document->query_words;
    for (std::size_t row = 0; row < words.size(); ++row)
      for (const char* stop :
           {"start", "score", "softmax:divide", "mix:z", "all:weights", "all:z"}) {
        CAPTURE(lesson);
        CAPTURE(row);
        CAPTURE(stop);
        player.act(action::Select{static_cast<int>(row)});
        player.settled(std::string("goto ") + stop);
        const auto page_of = [&] {
          const Picture picture = paint(player.session, player.trace(), nullptr);
          return layout(player.session, picture, {1280, 720});
        };
        const Page page = page_of();
        CHECK(test::cut_panels(page) == "");
        const int rows = folded_rows(page);
        folded += rows;
        if (rows == 0) continue;
        CHECK(rows < static_cast<int>(words.size()) - 2);
        // With every row the same panel is too low: what the fold is for, and what finds a cut.
        player.settled("fold keys");
        CHECK(test::cut_panels(page_of()) != "");
        player.settled("fold keys");
      }
  }
  CHECK(folded > 0);
}

TEST_CASE("names of stops are checked as the walk knows them") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    const Document& document = *player.session.document;
    const Trace trace = player.trace();
    for (int row = 0; row < document.n(); ++row)
      for (const Stop& stop : stops_of(walk_shape(player.session, trace, row))) {
        if (!has_data(walk_shape(player.session, trace, row), stop)) continue;
        CAPTURE(lesson.id);
        CAPTURE(stop_text(stop, document));
        CHECK(stop_fault(stop_text(stop, document), document).what == "");
      }
    const WalkShape shape = walk_shape(player.session, trace, player.session.row);
    for (const char* name :
         {"nowhere", "part:nothing", "softmax:bogus", "mix:q", "project:z", "train", "project",
          "score:rest", "mix:rest", "scale:one", "all:max", "part"}) {
      CAPTURE(lesson.id);
      CAPTURE(name);
      bool walks = true;
      try {
        parse_stop(name, shape, document);
      } catch (const InputError&) {
        walks = false;
      }
      CHECK(stop_fault(name, document).what.empty() == walks);
    }
  }
}

TEST_CASE("the page of the course") {
  Player player("chai");
  player.settled("contents on");
  const Picture picture = paint(player.session, player.trace(), nullptr);
  REQUIRE(picture.contents.entries.size() == lessons().size());
  const auto chai =
      std::find_if(picture.contents.entries.begin(), picture.contents.entries.end(),
                   [](const ContentsPicture::Entry& entry) { return entry.id == "chai"; });
  CHECK(chai->here);
  CHECK(chai->opened);
  CHECK_FALSE(chai->walked);
  for (const PageSize& size : kSizes) {
    const Page page = layout(player.session, picture, size);
    for (const LessonInfo& lesson : lessons())
      CHECK(std::any_of(page.hits.begin(), page.hits.end(), [&](const Hit& hit) {
        if (hit.actions.empty()) return false;
        const auto* open = std::get_if<action::OpenLesson>(&hit.actions.front());
        return open != nullptr && open->id == lesson.id;
      }));
  }
  for (const PageSize& size : {PageSize{1280, 720}, PageSize{1440, 900}, PageSize{3840, 2160}}) {
    CAPTURE(size.width);
    const Page page = layout(player.session, picture, size);
    for (const Item& item : page.items)
      if (const auto* words = std::get_if<Text>(&item.shape))
        CHECK_MESSAGE(!test::cut_short(words->text), words->text);
  }
  // A wrong answer looks like neither a right one nor an open one, in shape as well.
  Picture answered = picture;
  const auto lines_of = [&](int right, int given) {
    for (ContentsPicture::Entry& entry : answered.contents.entries) {
      entry.right = std::min(right, entry.questions);
      entry.answered = std::min(given, entry.questions);
    }
    const Page page = layout(player.session, answered, {1440, 900});
    return std::count_if(page.items.begin(), page.items.end(), [](const Item& item) {
      return std::holds_alternative<Polyline>(item.shape);
    });
  };
  CHECK(lines_of(0, 1) == lines_of(0, 0) + 2 * static_cast<std::ptrdiff_t>(lessons().size()));
  CHECK(lines_of(1, 1) == lines_of(0, 0));
  player.settled("lesson cat");
  CHECK(player.session.document->id == "cat");
  CHECK(player.session.progress.at("chai").opened);
  player.settled("contents on; next");
  CHECK_FALSE(player.session.contents);
}

TEST_CASE("a mistake in a lesson: file, line, what and how to mend it") {
  const std::string good(asset_text("lessons/chai.qkv"));
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_qkv(text, "mine.qkv", "mine");
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  REQUIRE(refusal(good).empty());
  struct Mistake {
    const char *what, *with, *says;
  };
  const Mistake mistakes[] = {
      {"{score chai I}", "{scroe chai I}", "did you mean score"},
      {"{score chai I}", "{score chia I}", "did you mean chai"},
      {"{k love}", "{k love 3}", "count from 1 to 2"},
      {"{k love}", "{k ?}", "in questions only"},
      {"answer = \"z I 1\"", "answer = \"weight I ?\"", "?"},
      {"answer = \"z I 1\"", "answer = \"z tea 1\"", "tea"},
      {"kind   = \"number\"", "kind   = \"numbers\"", "choose one of"},
      {"question:mixed", "question:mixes", "did you mean \"mixed\""},
      {"\"weight I chai > 0.5\"]", "]", "3 options and 2 conditions"},
      {"id     = \"score\"", "", "no id"},
      {"show  = \"softmax:divide\"", "show  = \"softmax:bogus\"", "softmax:bogus"},
      {"show  = \"softmax:divide\"", "show  = \"nowhere\"", "it has start, score"},
      {"at     = \"score:plane\"\n", "at     = \"scroe:plane\"\n", "did you mean \"score:plane\""},
      {"at = \"softmax:exp\"", "at = \"mix:q\"", "did you mean \"mix:z\"?"},
      {"at = \"softmax:exp\"", "at = \"softmax:expp\"", "did you mean \"softmax:exp\""},
      {"{score chai I}", "{scores tea}", "visible QUERY KEY"},
  };
  for (const Mistake& mistake : mistakes) {
    std::string text = good;
    const std::size_t at = text.find(mistake.what);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string(mistake.what).size(), mistake.with);
    const std::string says = refusal(text);
    CAPTURE(mistake.with);
    CAPTURE(says);
    CHECK(says.starts_with("mine.qkv:"));
    CHECK(std::isdigit(static_cast<unsigned char>(says[9])) != 0);
    CHECK(says.find(mistake.says) != std::string::npos);
    CHECK(says.find(".h") == std::string::npos);  // whoever reads it has no sources
    CHECK(says.find('\n') == std::string::npos);
  }
}

TEST_CASE("every lesson is written and read back the same, questions and all") {
  for (const LessonInfo& lesson : lessons()) {
    const DocumentPtr document = load_lesson(lesson.id);
    const DocumentPtr again = parse_qkv(write_qkv(*document), document->origin, document->id);
    CAPTURE(lesson.id);
    CHECK(*again == *document);
  }
}

TEST_CASE("long sentences leave the lesson's title and Present in the bar") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    Player player(lesson.id.c_str());
    for (int head = 0; head < std::max(1, player.session.document->heads()); ++head) {
      player.act(action::Look{{0, 0, head}});
      player.settle_all();
      const Page page =
          layout(player.session, paint(player.session, player.trace(), nullptr), {1280, 720});
      const Rect bar = panel_rects(player.session, {1280, 720}).toolbar;
      bool title = false;
      for (const Item& item : page.items)
        if (const auto* run = std::get_if<Text>(&item.shape); run && bar.contains(run->baseline))
          title =
              title || (run->text.size() > 6 && lesson.title.starts_with(run->text.substr(0, 6)));
      CHECK(title);
      CHECK(std::any_of(page.hits.begin(), page.hits.end(),
                        [](const Hit& hit) { return hit.name == text("toolbar.present"); }));
    }
  }
}
