// What the list of the history calls an edit.

#include "core/session/edit_name.h"

#include <cctype>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

std::string told(const char* script) {
  Player player("cat");
  player.settled(script);
  REQUIRE_FALSE(player.session.history.done.empty());
  return edit_in_words(player.session.history.done.back());
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Words of a script: "window:3", "axis=columns", "the#2", "toggle-causal" or "own_cells".
bool is_code(const std::string& said) {
  for (std::size_t i = 1; i + 1 < said.size(); ++i)
    if (std::string(":=#_-").find(said[i]) != std::string::npos && is_letter(said[i - 1]) &&
        is_letter(said[i + 1]))
      return true;
  return said.find('=') != std::string::npos || said.find('{') != std::string::npos ||
         said.find("edit_name.") != std::string::npos;
}

/// The names of all actions that are edits.
template <class Any>
struct Kinds;
template <class... Kind>
struct Kinds<std::variant<Kind...>> {
  static std::set<std::string> edits() {
    const Player player("cat");
    std::set<std::string> names;
    const auto add = [&](const Action& action) {
      if (!is_edit(action)) return;
      const std::string name = text_of(action, player.session);
      names.insert(name.substr(0, name.find(' ')));
    };
    (add(Kind{}), ...);
    return names;
  }
};

/// An edit of every kind, each of which changes something.
const std::vector<std::pair<std::string, std::string>> kEdits = {
    {"mask", "mask causal"},
    {"mask", "mask window:3,1+padding:2 align:end"},
    {"toggle-causal", "toggle-causal"},
    {"scale", "scale off"},
    {"scale", "scale 0.25"},
    {"toggle-scale", "toggle-scale"},
    {"temperature", "temperature 2"},
    {"softcap", "softcap 3"},
    {"variant",
     "variant axis=columns+order=after+fill=zero+mask=inverted+values=keys+softmax=twice"},
    {"query", "query its 2 0.5"},
    {"key", "key cat 0 3"},
    {"value", "value fish 1 1"},
    {"cell", "cell its fish 1.37 key"},
    {"cell", "cell its fish 1.37 query"},
    {"hide", "hide its cat"},
    {"show", "mask causal; show its fish"},
    {"insert", "insert 0 dog"},
    {"rename", "rename cat dog"},
    {"remove", "remove ate"},
    {"move", "move its 0"},
    {"sentence", "sentence the dog slept"},
    {"dimensions", "dimensions 3"},
};

}  // namespace

TEST_CASE("every kind of edit is told in a sentence, in every language") {
  std::set<std::string> seen;
  for (const auto& [kind, script] : kEdits) {
    CAPTURE(script);
    const std::string english = told(script.c_str());
    CAPTURE(english);
    CHECK_FALSE(is_code(english));
    CHECK(english.find(kind + " ") != 0);
    const test::Speaking german("de");
    const std::string other = told(script.c_str());
    CHECK_FALSE(is_code(other));
    CHECK(other != english);
    seen.insert(kind);
  }
  // The kinds that one cannot do in this lesson have names of their own, told from an edit's name.
  for (const char* name : {"train", "train 3", "train 1", "train 0", "untrain"}) {
    const Edit edit{name, {}, {}};
    CHECK_FALSE(is_code(edit_in_words(edit)));
    seen.insert(std::string(name).substr(0, std::string(name).find(' ')));
  }
  seen.insert("embedding");  // below
  CHECK(seen == Kinds<Action>::edits());
}

TEST_CASE("vectors: what changed, long ones in short") {
  CHECK(told("key cat 0 3") == "k of “cat”: [3, 0] → [0, 3]");
  CHECK(told("dimensions 8; key cat 3 0 0 0 0 0 0 2") == "k of “cat”, number 8: 0 → 2");
  CHECK(told("dimensions 8; key cat 3 0 0 7 0 0 0 2") == "k of “cat”: […, 0, …, 0] → […, 7, …, 2]");
  Player player("qkv");
  player.settled("embedding its 1 2");
  REQUIRE_FALSE(player.session.history.done.empty());
  CHECK(edit_in_words(player.session.history.done.back()).starts_with("x of “"));
}

TEST_CASE("a stroke over several cells is one line that says how many") {
  CHECK(told("grab; hide its cat; hide its ate; hide its its; release") ==
        "3 cells hidden: “cat” … “its” from “its”");
  CHECK(told("hide its cat") == "“cat” hidden from “its”");
  CHECK(told("mask causal; grab; show its fish; show ate fish; release") ==
        "2 cells shown: “fish” to “ate” … “its”");
  CHECK(told("mask window:3,1") == "Mask: a window of 3 before and 1 after each word");
}

TEST_CASE("a stroke in which words came is told by the cell it ends at") {
  // The cells before are those of a smaller table.
  CHECK(told("hide the cat; grab; insert 0 dog; hide its fish; release") ==
        "“fish” hidden from “its”");
}

TEST_CASE("names of a gesture's middle, and of nothing at all, are told too") {
  Player player("cat");
  player.settled("grab; move cat 0; move cat 4; release; undo");
  CHECK(player.session.notice.find("moved to place 5") != std::string::npos);
  Edit edit{"move nobody 3", {player.session.document, {}}, {player.session.document, {}}};
  CHECK(edit_in_words(edit) == "Several changes");
}
