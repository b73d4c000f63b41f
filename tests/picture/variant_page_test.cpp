// A broken rule is told wherever one looks, and the code panel stands on the page.

#include <string>

#include <doctest/doctest.h>

#include "core/code/code.h"
#include "core/page/layout.h"
#include "core/picture/line_names.h"
#include "core/picture/picture.h"
#include "core/session/action.h"
#include "core/text/texts.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::string all_text(const Page& page) {
  std::string all;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<Text>(&item.shape)) all += text->text + "\n";
  return all;
}

Page page_of(Player& player, const PageSize& size) {
  const Picture picture =
      paint(player.session, player.trace(), player.traces.before(player.session));
  return layout(player.session, picture, size);
}

std::string faults(Player& player, const PageSize& size) {
  const Picture picture =
      paint(player.session, player.trace(), player.traces.before(player.session));
  const auto panels = test::panels_page(player.session, picture, size);
  return test::faults(panels, player.session) + test::unreadable(panels, player.session);
}

}  // namespace

TEST_CASE("each broken rule: named in the story, its sums in the table, no text that collides") {
  for (const VariantKind& kind : variant_kinds()) {
    Variant variant;
    variant.*kind.field = true;
    Player player("cat");
    const std::string name =
        text_by_lines(player.session, "variant." + std::string(kind.name) + ".name");
    CAPTURE(name);
    REQUIRE(name.size() > 3);
    player.settled("mask causal; variant " + variant_text(variant) + "; goto all:weights");
    const StoryPicture story = paint_story(player.session, player.trace(), nullptr);
    bool told = false;
    for (const Line& line : story.notes)
      for (const Span& span : line)
        told = told || (span.text.find(name) == 0 && span.role == Role::alarm);
    CHECK(told);
    const TablePicture table = paint_table(player.session, player.trace(), nullptr);
    int alarms = 0, leaks = 0;
    for (const bool alarm : table.row_alarm) alarms += alarm ? 1 : 0;
    for (const TablePicture::Cell& cell : table.cells) leaks += cell.leaks ? 1 : 0;
    CHECK((alarms > 0) == (variant.columns || variant.mask_after));
    CHECK((leaks > 0) == (variant.zero_fill || variant.twice));
    CHECK(table.column_sums.empty() == !variant.columns);
    CHECK(paint_toolbar(player.session, player.trace()).broken == name);
    for (const char* stop : {"goto score", "goto mask", "goto softmax", "goto mix", "goto all"}) {
      player.settled(stop);
      for (const char* theme : {"theme light", "theme dark"}) {
        player.settled(theme);
        CHECK(faults(player, {1280, 720}) == "");
      }
    }
  }
}

TEST_CASE("without a broken rule nothing speaks of one") {
  Player player("cat");
  player.settled("mask causal; goto all:weights");
  const TablePicture table = paint_table(player.session, player.trace(), nullptr);
  for (const bool alarm : table.row_alarm) CHECK_FALSE(alarm);
  for (const TablePicture::Cell& cell : table.cells) CHECK_FALSE(cell.leaks);
  CHECK(paint_toolbar(player.session, player.trace()).broken.empty());
}

TEST_CASE("the code panel: the running stage is lit, at every stop, size and theme") {
  for (const char* language : {"numpy", "pytorch"}) {
    Player player("cat");
    player.settled(std::string("mask causal; code ") + language);
    const std::pair<const char*, const char*> lit[] = {
        {"goto score:cat", "scores = q @ k.T"}, {"goto scale", "scaled = scores / "},
        {"goto mask", "mask = j <= i"},         {"goto softmax:exp", "weights = "},
        {"goto mix:z", "output = weights @ v"}, {"goto all:weights", "weights = "}};
    for (const auto& [stop, line] : lit) {
      player.settled(stop);
      CAPTURE(stop);
      const CodePicture code = paint_code(player.session, player.trace());
      bool found = false;
      for (const CodePicture::Line& l : code.lines)
        found = found || (l.lit && l.text.find(line) == 0);
      CHECK(found);
      for (const PageSize size : {PageSize{1280, 720}, PageSize{1024, 640}, PageSize{3840, 2160}}) {
        CHECK(faults(player, size) == "");
        CHECK(all_text(page_of(player, size)).find("scores = q @ k.T") != std::string::npos);
      }
    }
    player.settled("present");
    CHECK(all_text(page_of(player, {1920, 1080})).find("scores = q @ k.T") != std::string::npos);
    player.settled("code off");
    CHECK(all_text(page_of(player, {1920, 1080})).find("scores = q") == std::string::npos);
  }
}

TEST_CASE("a recording has no code, and the panel says why") {
  Document recorded;
  recorded.origin = "x.npz";
  recorded.query_words = recorded.key_words = {"a", "b"};
  recorded.provenance = Provenance::recorded;
  recorded.recording = Recording{1, 1, {Tensor{1, 2, 2, {1, 0, 0.5f, 0.5f}}}, {}};
  Session session = open_session(std::make_shared<const Document>(recorded));
  session.layout.code = CodePanel::numpy;
  Trace trace;
  trace_of(recorded, session.options, {}, trace);
  CHECK(paint_code(session, trace).lines.empty());
  CHECK(paint_code(session, trace).reason.find("recorded") != std::string::npos);
}
