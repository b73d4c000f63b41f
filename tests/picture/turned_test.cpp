// A table whose queries are columns: whatever speaks of its rows and columns says it as it stands.

#include <doctest/doctest.h>

#include "core/page/layout.h"
#include "core/picture/explain.h"
#include "core/picture/picture.h"
#include "core/share/transcript.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

/// Everything that is said of a moment: page, transcript, hovers.
std::string said_at(Player& player) {
  std::string all;
  const Picture picture =
      paint(player.session, player.trace(), player.traces.before(player.session));
  const Page page = layout(player.session, picture, {1440, 900, 1});
  for (const Item& item : page.items)
    if (const Text* words = std::get_if<Text>(&item.shape)) all += words->text + "\n";
  for (const Hit& hit : page.hits) all += hit.name + "\n" + hit.tooltip + "\n";
  all += transcript_of(player.session, player.traces);
  for (const Quantity::Kind kind : {Quantity::Kind::weight, Quantity::Kind::exp})
    for (const Line& line : explain(player.session, player.trace(), {kind, 0, 0, 3, 1, -1}))
      for (const Span& span : line) all += span.text;
  return all;
}

}  // namespace

TEST_CASE("queries as columns: each text that has a row in it has a column, and the other way") {
  for (const char* script :
       {"goto all:weights", "variant axis=columns; goto softmax", "variant axis=columns; end",
        "variant order=after; mask causal; goto all:weights", "variant softmax=twice; end",
        "predict weights its; guess cat 0.4"}) {
    CAPTURE(script);
    Player rows("cat"), columns("cat");
    rows.settled(script);
    columns.settled("queries columns");
    columns.settled(script);
    std::string one = said_at(rows), other = said_at(columns);
    const auto count = [](const std::string& all, const char* word) {
      int times = 0;
      for (std::size_t at = 0; (at = all.find(word, at)) != all.npos; ++at) ++times;
      return times;
    };
    CHECK(count(one, "row") + count(one, "Row") > 0);
    CHECK(count(one, "row") == count(other, "column"));
    CHECK(count(one, "column") == count(other, "row"));
    CHECK(count(one, "Row") == count(other, "Column"));
    CHECK(count(one, "Column") == count(other, "Row"));
    CHECK(count(other, "{") == count(one, "{"));
  }
}

TEST_CASE("queries as columns: the transcript turns its table") {
  Player player("cat");
  player.settled("queries columns; end; tab scores");
  const std::string told = transcript_of(player.session, player.traces);
  CHECK(told.find("keys k down, queries q across") != told.npos);
  // The line of the key "cat": what each word's query scores with it.
  const std::size_t line = told.find("\ncat ", told.find("across"));
  REQUIRE(line != told.npos);
  CHECK(told.substr(line + 1, told.find('\n', line + 1) - line - 1).find("6") != std::string::npos);
}
