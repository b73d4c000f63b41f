// What is kept of the course between two runs.

#include <doctest/doctest.h>

#include "app/frame/progress_file.h"
#include "core/files/write_file.h"
#include "tests/support/scratch.h"

using namespace qkv;

TEST_CASE("progress is written and read back, and a damaged file costs no more than itself") {
  const test::Scratch scratch;
  const std::string path = scratch.file("state/qkv/progress");
  Kept kept;
  kept.progress["cat"] = {true, true, 2, 3, ""};
  kept.progress["mask"] = {true, false, 0, 0, "reach \"a; b\" score:cat; ask 2"};
  write_progress(path, kept);
  CHECK(read_progress(path).kept == kept);
  kept.last = "mask";
  write_progress(path, kept);
  CHECK(read_progress(path).kept == kept);
  CHECK(read_progress(path).fault == "");
  CHECK(read_progress(scratch.file("nothing")).kept == Kept{});
  CHECK(read_progress(scratch.file("nothing")).fault == "");
  int bad = -1;
  CHECK(parse_progress("", bad) == Kept{});
  CHECK(bad == 0);
  CHECK(parse_progress("cat opened walked 3 2 last\n\x01\x02\ncat\nmask opened begun -1 0\n",
                       bad) == Kept{});
  CHECK(bad == 1);
  CHECK(parse_progress("cat opened begun 0 0 junk\n", bad) == Kept{});
  CHECK(parse_progress(progress_text(kept) + "junk\n", bad) == kept);
  CHECK(bad == 3);
  write_progress("/proc/nowhere/progress", kept);  // says nothing, stops nothing
}

TEST_CASE("two windows at once keep what both have seen and answered") {
  const test::Scratch scratch;
  const std::string path = scratch.file("progress");
  Kept start;
  start.progress["cat"] = {true, false, 1, 1, "select its; reach its scale"};
  start.progress["chai"] = {true, false, 0, 0, "select chai; reach chai scale"};
  start.last = "cat";
  write_progress(path, start);
  Kept one = start, other = start;  // both windows have read the same
  one.progress["cat"] = {true, true, 2, 3, ""};
  write_progress(path, one, start);
  other.progress["mask"] = {true, false, 0, 1, "ask 0"};
  other.last = "mask";
  write_progress(path, other, start);
  Kept both = one;
  both.progress["mask"] = other.progress["mask"];
  both.last = "mask";
  CHECK(read_progress(path).kept == both);
  // The same lesson in both: the most that was answered, the place of whoever came last.
  const Kept before = other;
  other.progress["cat"] = {true, false, 1, 2, "ask 1"};
  write_progress(path, other, before);
  CHECK(read_progress(path).kept.progress["cat"] == LessonProgress{true, true, 2, 3, "ask 1"});
  // What a window has not touched since stays as the other left it.
  const Kept again = other;
  other.progress["rnn"] = {true, false, 0, 0, ""};
  one = read_progress(path).kept;
  one.progress["chai"].place = "";
  write_progress(path, one, read_progress(path).kept);
  write_progress(path, other, again);
  CHECK(read_progress(path).kept.progress["chai"].place == "");
}

TEST_CASE("a damaged file of progress is told of and kept aside") {
  const test::Scratch scratch;
  const std::string path = scratch.file("progress");
  write_file(path, "cat opened walked 2 3 last\n\x01\x02\n");
  const ReadProgress read = read_progress(path);
  CHECK(read.kept.last == "cat");
  CHECK(read.kept.progress.at("cat").right == 2);
  CHECK(read.fault.find("line 2") != std::string::npos);
  CHECK(read.fault.find(path + "~") != std::string::npos);
  CHECK(read_file(path + "~") == read_file(path));
}
