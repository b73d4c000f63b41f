#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/picture/picture.h"
#include "core/text/format_number.h"
#include "tests/picture/page_checks.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;
using test::faults;
using test::panels_page;
using test::unreadable;

namespace {

const PageSize kSizes[] = {{1024, 640}, {1440, 900}, {1920, 1080}, {2560, 1080}, {3840, 2160}};
const float kTextScales[] = {0.75f, 1.0f, 1.6f, 2.5f};

Picture panels_of(Player& player) {
  const Trace& now = player.trace();
  const Trace* before = player.traces.before(player.session);
  Picture picture;
  picture.toolbar = paint_toolbar(player.session, now);
  picture.story = paint_story(player.session, now, before);
  picture.table = paint_table(player.session, now, before);
  picture.bars = paint_bars(player.session, now, before);
  picture.ribbon = paint_ribbon(player.session, now);
  return picture;
}

// One message for all sizes, so that a fault is read once.
std::string faults_at_all_sizes(Player& player) {
  const Picture picture = panels_of(player);
  std::string found;
  for (const PageSize& size : kSizes) {
    for (const float scale : kTextScales) {
      player.session.layout.text_scale = scale;
      const std::string here = faults(panels_page(player.session, picture, size), player.session);
      if (here.empty()) continue;
      found += "\n" + std::to_string(size.width) + "x" + std::to_string(size.height) + " at " +
               std::to_string(scale) + ":" + here;
    }
  }
  player.session.layout.text_scale = 1;
  return found;
}

void check_whole_walk(Player& player, const std::string& what) {
  const WalkShape shape = walk_shape(player.session, player.trace(), player.session.row);
  for (const Stop& stop : stops_of(shape)) {
    player.act(action::GoTo{stop});
    player.settle_all();
    const std::string found = faults_at_all_sizes(player);
    if (found.empty()) continue;
    FAIL_CHECK(what << " " << player.at() << found.substr(0, 600));
  }
}

bool is_number(const std::string& text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 ||
                           text.starts_with("\u2212") || text == "NaN");
}

/// The trace's number behind a quantity of the table's stages; NaN: not one of them.
double traced(const Trace& t, const Quantity& q) {
  using Kind = Quantity::Kind;
  switch (q.kind) {
    case Kind::score:
      return static_cast<double>(t.score(q.head, q.row, q.column));
    case Kind::scaled:
      return static_cast<double>(t.scaled(q.head, q.row, q.column));
    case Kind::masked:
      return static_cast<double>(t.masked(q.head, q.row, q.column));
    case Kind::weight:
      if (q.column < 0) return static_cast<double>(t.row_total(q.head, q.row));
      return static_cast<double>(t.weight(q.head, q.row, q.column));
    default:
      return std::nan("");
  }
}

bool says(const std::string& text, double value) {
  for (int decimals = 0; decimals <= 3; ++decimals) {
    if (text == format_fixed(value, decimals) || text == format_number(value, decimals))
      return true;
    if (text == format_fixed(100 * value, decimals) + " %") return true;
  }
  return false;
}

}  // namespace

TEST_CASE("cat: no text leaves its panel or touches another, at any stop, word, mask and size") {
  for (const char* mask : {"full", "causal", "window:2", "padding:5"}) {
    Player player("cat");
    player.settled(std::string("mask ") + mask);
    for (int row = 0; row < 5; ++row) {
      player.act(action::Select{row});
      player.settle_all();
      check_whole_walk(player, std::string(mask) + " word " + std::to_string(row));
    }
  }
}

TEST_CASE("cat: every word has its bar, inside the panel, in the smallest windows too") {
  Player player("cat");
  for (const char* stop : {"score", "mask", "softmax", "mix", "all"}) {
    player.settled(std::string("select its; goto ") + stop);
    const Picture picture = panels_of(player);
    for (const PageSize& size : {PageSize{1024, 640}, PageSize{1280, 720}}) {
      const auto page = panels_page(player.session, picture, size);
      const Rect table = page.place(PanelId::table).rect;
      CHECK_MESSAGE(page.place(PanelId::table).content_height <= table.h, stop);
      for (const auto& bar : picture.bars.bars) {
        const auto shows = [&](const test::PlacedText& placed) {
          return placed.panel == PanelId::table && placed.text->text == bar.word &&
                 placed.quantity == bar.quantity;
        };
        CHECK_MESSAGE(std::any_of(page.texts.begin(), page.texts.end(), shows),
                      stop << ": " << bar.word << " at " << size.height);
      }
    }
  }
}

TEST_CASE("cat in Present: no text too small, none touches another") {
  for (const char* mask : {"full", "causal"}) {
    Player player("cat");
    player.settled(std::string("mask ") + mask + "; present");
    REQUIRE(player.session.layout.present);
    check_whole_walk(player, std::string("present ") + mask);
  }
}

TEST_CASE("any number of words, long ones too, stays apart") {
  for (const int n : {1, 2, 7, 12, 25, 48, 64, 90, 260}) {
    std::vector<std::string> words;
    for (int i = 0; i < n; ++i) {
      constexpr const char* kWords[] = {"a", "internationalization", "its",
                                        "W\u00f6rterb\u00fccher", "the"};
      words.emplace_back(kWords[i % 5]);
    }
    Player player(random_document(n, 7, words));
    player.settled("mask causal; select " + std::to_string(n / 2));
    for (const char* stop : {"start", "score", "mask", "softmax:exp", "softmax", "mix", "all:z"}) {
      player.settled(std::string("goto ") + stop);
      const std::string found = faults_at_all_sizes(player);
      if (!found.empty()) FAIL_CHECK(n << " words, " << std::string(stop) << found.substr(0, 600));
    }
  }
}

TEST_CASE("recordings: the stages without numbers are greyed, nothing is invented") {
  for (const bool scaled : {true, false}) {
    Player player(recorded_document(6, scaled));
    player.settled("goto softmax");
    CHECK(faults_at_all_sizes(player) == "");
    const Picture picture = panels_of(player);
    CHECK_FALSE(picture.toolbar.can_mask);
    CHECK_FALSE(picture.toolbar.cannot_reason.empty());
    CHECK(picture.toolbar.slices);
    CHECK_FALSE(picture.table.tab_available[0]);
    CHECK(picture.table.tab_available[1] == scaled);
    CHECK_FALSE(picture.table.tab_reason[0].empty());
    CHECK(picture.table.tab_available[3]);
  }
}

TEST_CASE("every text reads on what it stands on, in both themes, and better in a hall") {
  for (const char* theme : {"dark", "light"}) {
    for (const char* form : {"", "; present"}) {
      for (const char* colors : {"viridis", "cividis", "grey"}) {
        Player player("cat");
        player.settled(std::string("mask causal") + form + "; theme " + theme + "; colors " +
                       colors);
        for (const char* stop : {"start", "score:fish", "scale", "mask", "softmax", "mix", "all"}) {
          player.settled(std::string("goto ") + stop);
          const auto page = panels_page(player.session, panels_of(player), {1440, 900});
          CAPTURE(theme);
          CAPTURE(form);
          CAPTURE(stop);
          CHECK(unreadable(page, player.session) == "");
        }
      }
    }
  }
}

TEST_CASE("every number in story, table and bars is the trace's own") {
  for (const char* mask : {"full", "causal", "window:2"}) {
    Player player("cat");
    player.settled(std::string("mask ") + mask + "; goto all:z");
    std::size_t seen = 0;
    for (const char* tab : {"scores", "scaled", "masked", "weights"}) {
      player.settled(std::string("tab ") + tab);
      const auto page = panels_page(player.session, panels_of(player), {1440, 900});
      for (const auto& text : page.texts) {
        const double value = traced(player.trace(), text.quantity);
        if (std::isnan(value) || !is_number(text.text->text)) continue;
        // The sums write numbers inside a line: those carry no quantity of a cell alone.
        ++seen;
        CAPTURE(text.text->text);
        CAPTURE(value);
        CHECK(says(text.text->text, value));
      }
    }
    CHECK(seen > 120);
  }
}

TEST_CASE("cells fill as the walk goes, and empty again on the way back") {
  Player player("cat");
  const auto filled = [&] {
    int count = 0;
    for (const auto& cell : panels_of(player).table.cells) count += cell.fill >= 1 ? 1 : 0;
    return count;
  };
  CHECK(filled() == 0);
  player.settled("goto score:cat");
  CHECK(filled() == 2);
  CHECK(panels_of(player).table.acting_column == 1);
  player.settled("back");
  CHECK(filled() == 1);
  player.settled("goto softmax");
  CHECK(filled() == 5);
  CHECK(panels_of(player).table.row_sums[3] == doctest::Approx(1));
  CHECK(std::isnan(panels_of(player).table.row_sums[0]));
  player.settled("goto all:weights");
  CHECK(filled() == 25);
}

TEST_CASE("an outline announces the mask before its stage, hatching follows at it") {
  Player player("cat");
  player.settled("goto score; mask causal");
  TablePicture table = panels_of(player).table;
  CHECK(table.cell(3, 4).outline);
  CHECK(table.cell(3, 4).hidden == 0);
  CHECK_FALSE(table.cell(3, 3).outline);
  player.settled("goto mask");
  table = panels_of(player).table;
  CHECK_FALSE(table.cell(3, 4).outline);
  CHECK(table.cell(3, 4).hidden == 1);
}

TEST_CASE("while the mask changes, the weights of every row still sum to 1") {
  Player player("cat");
  player.settled("goto all");
  player.press("mask causal");
  player.wait(0.15f);
  REQUIRE(moving(player.session));
  const TablePicture table = panels_of(player).table;
  CHECK(table.cell(0, 1).value > 0);
  CHECK(table.cell(0, 1).value < 0.785f);
  for (int row = 0; row < 5; ++row) {
    CHECK(table.row_sums[static_cast<std::size_t>(row)] == doctest::Approx(1).epsilon(1e-5));
  }
}

TEST_CASE("story of the cat: formula, arithmetic and notes of each stage") {
  Player player("cat");
  const auto plain_text = [](const std::vector<Line>& lines) {
    std::string all;
    for (const Line& line : lines) {
      for (const Span& span : line) all += span.text;
      all += "\n";
    }
    return all;
  };
  player.settled("goto score:cat");
  StoryPicture story = panels_of(player).story;
  CHECK(story.step == 2);
  CHECK(plain_text(story.sums) == "q \u00b7 k = 2\u00d73 + 0\u00d70\n      = 6   cat\n");
  CHECK(story.rows[1].acting);
  CHECK(story.rows[1].cells[2].text == "6");
  CHECK(story.rows[1].cells[2].shown);
  CHECK_FALSE(story.rows[2].cells[2].shown);
  CHECK_FALSE(story.rows[1].cells[4].shown);
  CHECK(plain_text(story.notes).find("Vectors chosen by hand.") != std::string::npos);
  player.settled("goto softmax");
  story = panels_of(player).story;
  CHECK(plain_text(story.sums).find("1 \u00f7 1.117 = 0.895") != std::string::npos);
  CHECK(plain_text(story.notes).find("\u03a3 = 1.000") != std::string::npos);
  CHECK(story.rows[1].cells[4].text == "0.895");
  player.settled("goto mix");
  story = panels_of(player).story;
  CHECK(plain_text(story.sums).find("[0.903, 0.059]") != std::string::npos);
  CHECK(story.headers[3] == "w\u00b7v\u2081");
  CHECK(story.rows.back().cells[3].text == "0.903");
}

TEST_CASE("special rows are told") {
  const auto notes = [](Player& player) {
    std::string all;
    for (const Line& line : panels_of(player).story.notes) {
      for (const Span& span : line) all += span.text + "\n";
    }
    return all;
  };
  Player first("cat");
  first.settled("mask causal; select the; goto softmax");
  CHECK(notes(first).find("Only one to look at") != std::string::npos);
  Player equal("cat");
  equal.settled("mask causal; select cat; goto softmax");
  CHECK(notes(equal).find("Every score that is left is 0") != std::string::npos);
  // "ate" answers "cat" with 3.6 as long as nothing hides it.
  equal.settled("goto score:its");
  CHECK(notes(equal).find("attention is equal") == std::string::npos);
  Player none("cat");
  none.settled("mask padding:5; goto mix");
  CHECK(notes(none).find("Nothing to see") != std::string::npos);
}

TEST_CASE("every mask rule that holds is lit; Causal joins the others and leaves them") {
  Player player("cat");
  const auto page = [&] { return panels_page(player.session, panels_of(player), {1440, 900}); };
  const auto lit = [&] {
    std::string names;
    for (const test::PlacedText& placed : page().texts) {
      const std::string& name = placed.text->text;
      const bool mask = name == "Full" || name == "Causal" || name == "Window" ||
                        name == "Padding" || name == "Custom";
      if (mask && placed.text->font == Font::semibold) names += name + " ";
    }
    return names;
  };
  const auto click = [&](const char* name) {
    for (const Hit& hit : page().page.hits) {
      if (hit.name != name) continue;
      for (const Action& action : hit.actions) player.act(action);
    }
    player.settle_all();
  };
  CHECK(lit() == "Full ");
  player.settled("mask window:2+padding:1");
  CHECK(lit() == "Window Padding ");
  click("Mask Causal");
  CHECK(lit() == "Causal Window Padding ");
  click("Mask Causal");
  CHECK(lit() == "Window Padding ");
  click("Mask Full");
  CHECK(lit() == "Full ");
  click("Mask Causal");
  click("Mask Causal");
  CHECK(lit() == "Causal ");
}

TEST_CASE("every place that answers the mouse has a name, stands on the page and knows its menu") {
  for (const char* script : {"goto score", "present", "fold story; fold table", "mask window:2"}) {
    Player player("cat");
    player.settled(script);
    const auto page = panels_page(player.session, panels_of(player), {1440, 900});
    for (const Hit& hit : page.page.hits) {
      CAPTURE(hit.name);
      CHECK_FALSE(hit.name.empty());
      CHECK(hit.rect.x >= -0.5f);
      CHECK(hit.rect.right() <= page.page.size.x + 0.5f);
      CHECK(hit.rect.bottom() <= page.page.size.y + 0.5f);
      CHECK(hit.actions.size() + (hit.menu.empty() ? 0u : 1u) == 1u);
      if (!hit.menu.empty()) {
        CHECK(std::count(std::begin(kMenus), std::end(kMenus), hit.menu) == 1);
      }
    }
    for (const char* name : {"Next step", "Back"}) {
      CHECK(std::any_of(page.page.hits.begin(), page.page.hits.end(),
                        [&](const Hit& hit) { return hit.name == name; }));
    }
  }
}

TEST_CASE("the same session gives the same page, and a scrolled panel moves by as much") {
  Player player("cat");
  player.settled("goto mix");
  const Picture picture = panels_of(player);
  const auto still = panels_page(player.session, picture, {1024, 640});
  const auto again = panels_page(player.session, picture, {1024, 640});
  const auto moved = panels_page(player.session, picture, {1024, 640}, {glm::vec2{0, 40}, {}});
  REQUIRE(still.texts.size() == again.texts.size());
  REQUIRE(still.texts.size() == moved.texts.size());
  for (std::size_t i = 0; i < still.texts.size(); ++i) {
    CHECK(still.texts[i].text->text == again.texts[i].text->text);
    CHECK(still.texts[i].text->baseline == again.texts[i].text->baseline);
    if (still.texts[i].panel != PanelId::story) continue;
    CHECK(moved.texts[i].text->baseline.y ==
          doctest::Approx(still.texts[i].text->baseline.y - 40).epsilon(0.01));
  }
}

TEST_CASE("ribbon: every stop has words of its own, in every lesson and both scenes") {
  for (const LessonInfo& lesson : lessons())
    for (const char* scene : {"scene landscape", "scene sentence"}) {
      CAPTURE(lesson.id);
      Player player(lesson.id.c_str());
      player.settled(scene);
      std::set<std::string> seen;
      for (const auto& segment : paint(player.session, player.trace(), nullptr).ribbon.segments)
        for (const std::string& name : segment.stop_names) {
          CAPTURE(name);
          CHECK(seen.insert(name).second);
          CHECK(name.find('{') == name.npos);
        }
    }
}

TEST_CASE("the sums of rows are 1 only where a row sees something") {
  Player player("cat");
  player.settled("goto all:weights");
  const auto says = [&](std::string_view wanted) {
    const Picture picture = paint(player.session, player.trace(), nullptr);
    for (const Line& line : picture.story.sums)
      for (const Span& span : line)
        if (span.text == wanted) return true;
    return false;
  };
  CHECK(says("\u03A3 = 1"));
  player.settled("mask padding:5");
  CHECK_FALSE(says("\u03A3 = 1"));
  CHECK(says("\u03A3 = 0: nothing is in view"));
}
