// Saving keeps what a person wrote around the numbers.

#include "core/document/rewrite_qkv.h"

#include <doctest/doctest.h>

#include "core/assets/assets.h"
#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/session/action.h"
#include "core/session/saved_scene.h"

using namespace qkv;

namespace {

constexpr std::string_view kOld = R"(# My lesson, for Tuesday.
format = 1
title = "Tuesday"   # the day

words = ["a", 'b # no comment']
# Chosen so that b wins:
queries = [
  [1, 0],   # a
  [0, 1]    # b; [ is no bracket
]
keys = [[1, 0], [0, 2]]
values = [[1, 1], [2, 0]]

[text.en]   # in English
title = "Tuesday"

[text.en.start]
text = """
Look [here] # not a comment
"""
[[step]]
at = "start"
)";

Document edited(std::string_view script) {
  Session session = open_session(parse_qkv(kOld, "x.qkv", "x"));
  TraceCache traces;
  run_script(session, traces, script);
  return saved_scene(session, "x.qkv");
}

int count(std::string_view text, std::string_view what) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++found;
  return found;
}

}  // namespace

TEST_CASE("a scene that is saved into a person's text keeps every comment and every other line") {
  const Document scene = edited("mask causal; select [1]; goto softmax:exp");
  const auto text = rewrite_qkv(kOld, scene);
  REQUIRE(text);
  CHECK(text->starts_with(kOld));  // only [options] and [state] are new
  CHECK(text->find("causal") != text->npos);
  CHECK(*parse_qkv(*text, "x.qkv", "x") == *parse_qkv(write_qkv(scene), "x.qkv", "x"));
  // Again, and back: the table of options goes, the comments stay.
  const auto again = rewrite_qkv(*text, edited("select [1]"));
  REQUIRE(again);
  CHECK(again->starts_with(kOld));
  CHECK(again->find("causal") == again->npos);
  CHECK(count(*again, "[state]") == 1);
}

TEST_CASE("numbers that changed are replaced in their place, comments around them stay") {
  Document scene = edited("");
  scene.keys.data[3] = 7;
  scene.title = "Friday";
  const auto text = rewrite_qkv(kOld, scene);
  REQUIRE(text);
  CHECK(text->find("# My lesson, for Tuesday.") == 0);
  CHECK(text->find("title = \"Friday\"   # the day") != text->npos);
  CHECK(text->find("# b; [ is no bracket") != text->npos);
  CHECK(text->find("# Chosen so that b wins:") != text->npos);
  CHECK(parse_qkv(*text, "x.qkv", "x")->keys.data[3] == 7);
}

TEST_CASE("every lesson of the course can be saved into its own text") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    const std::string old(asset_text("lessons/" + lesson.id + ".qkv"));
    Session session = open_session(load_lesson(lesson.id));
    TraceCache traces;
    run_script(session, traces, "end; theme light");
    const Trace& trace = traces.now(session);  // a lesson without attention of its own refuses
    apply(session, trace, parse_action("mask causal", session, trace));
    const auto text = rewrite_qkv(old, saved_scene(session, lesson.id + ".qkv"));
    REQUIRE(text);
    CHECK(count(*text, "#") >= count(old, "#"));
  }
}

TEST_CASE("what is no comment is none") {
  CHECK(has_comments(kOld));
  CHECK_FALSE(has_comments("a = \"#\"\nb = '''\n# text\n'''\n[c]\nd = [1, 2]\n"));
  CHECK(has_comments("[c] # yes\n"));
  CHECK(has_comments("d = [1, # yes\n 2]\n"));
  CHECK(has_comments("d = 1 # yes"));
  CHECK_FALSE(rewrite_qkv("no scene at all", edited("")).has_value());
}
