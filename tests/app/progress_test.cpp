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
