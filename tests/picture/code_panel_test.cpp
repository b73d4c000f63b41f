// The panel of code: the lit line in sight, arrays a row a line.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

constexpr const char* kFourteen =
    "sentence a b c d e f g h i j k l m n; dimensions 8; query a 0.125 1 -2.5 3 0 0 0 0; ";

Page page_of(Player& player, const PageSize& size, const Scroll& scroll = {}) {
  return layout(player.session,
                paint(player.session, player.trace(), player.traces.before(player.session)), size,
                scroll);
}

const PanelPlace& story_of(const Page& page) {
  return *std::find_if(page.panels.begin(), page.panels.end(),
                       [](const PanelPlace& panel) { return panel.id == PanelId::story; });
}

/// Texts in the panel's own letters that begin with `words`.
std::vector<const Text*> code_lines(const Page& page, std::string_view words) {
  std::vector<const Text*> found;
  for (const Item& item : page.items) {
    const auto* text = std::get_if<Text>(&item.shape);
    const bool code =
        text != nullptr && (text->font == Font::mono || text->font == Font::mono_bold);
    if (code && text->text.starts_with(words)) found.push_back(text);
  }
  return found;
}

}  // namespace

TEST_CASE("the line of the running stage is in sight, at every stage and size") {
  for (const PageSize size : {PageSize{1024, 640}, PageSize{1280, 720}, PageSize{1440, 900}}) {
    Player player("cat");
    player.settled(std::string(kFourteen) + "code numpy");
    for (const auto& [stage, line] : {std::pair{"score", "scores = "},
                                      {"scale", "scaled = "},
                                      {"softmax", "weights = "},
                                      {"mix", "output = "}}) {
      CAPTURE(size.width);
      CAPTURE(stage);
      player.settled(std::string("goto ") + stage);
      const Page page = page_of(player, size);
      const auto lines = code_lines(page, line);
      REQUIRE(lines.size() == 1);
      CHECK(lines.front()->font == Font::mono_bold);
      const Rect& panel = story_of(page).rect;
      CHECK(panel.contains(lines.front()->baseline));
      CHECK(lines.front()->baseline.y + lines.front()->size < panel.bottom());
    }
  }
}

TEST_CASE("what the learner scrolled holds, and the panel knows where it stood by itself") {
  Player player("cat");
  player.settled(std::string(kFourteen) + "code numpy; goto mix");
  const PageSize size{1024, 640};
  const Page own = page_of(player, size);
  const glm::vec2 stood = story_of(own).own_scroll;
  CHECK(stood.y > 0);
  CHECK(code_lines(page_of(player, size, {stood, {}}), "output = ").front()->baseline ==
        code_lines(own, "output = ").front()->baseline);
  CHECK(code_lines(page_of(player, size, {glm::vec2{0}, {}}), "output = ").empty());
  CHECK_FALSE(code_lines(page_of(player, size, {glm::vec2{0}, {}}), "import").empty());
}

TEST_CASE("a row of an array is one line, its numbers stand in columns") {
  Player player("cat");
  player.settled("dimensions 8; query its 2 0.125 -30.5 0 0 0 0 1; code numpy");
  for (const PageSize size : {PageSize{1440, 900}, PageSize{1920, 1080}, PageSize{1024, 640}}) {
    CAPTURE(size.width);
    const Page page = page_of(player, size);
    std::vector<const Text*> rows;
    for (const Text* text : code_lines(page, ""))
      if (text->text.find('[') != std::string::npos &&
          text->text.find("keepdims") == std::string::npos &&
          text->text.find('.') != std::string::npos)
        rows.push_back(text);
    REQUIRE(rows.size() >= 5);
    const auto point = [](const Text* row) { return row->text.find('.', row->text.find('[')); };
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(point(rows[i]) == point(rows[0]));
      const std::string& row = rows[i]->text;
      const bool whole = std::count(row.begin(), row.end(), ',') >= 7;
      CHECK((whole || row.find("\u2026]") != std::string::npos));  // cut where all can see it
    }
    // Whose they are, one under the other.
    const auto names = code_lines(page, "# ");
    float x = -1;
    for (const Text* name : names)
      if (name->text == "# the" || name->text == "# fish") {
        if (name->text == "# fish") CHECK(name->baseline.x == doctest::Approx(x));
        x = name->baseline.x;
      }
    CHECK(x > 0);
  }
}

TEST_CASE("the code stands over an open number and gives its place back") {
  Player player("cat");
  player.settled("end; pin its cat weight; code numpy");
  CHECK(shows_code(player.session));
  CHECK_FALSE(shows_chain(player.session));
  CHECK_FALSE(code_lines(page_of(player, {}), "scores = ").empty());
  player.settled("code off");
  CHECK(shows_chain(player.session));
  player.settled("code pytorch; pin its fish weight");  // what is opened last is seen
  CHECK(shows_chain(player.session));
  player.settled("pin off");
  CHECK(shows_code(player.session));
}
