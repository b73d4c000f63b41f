// What is kept of the course between two runs.

#include <doctest/doctest.h>

#include "app/frame/progress_file.h"
#include "tests/support/scratch.h"

using namespace qkv;

TEST_CASE("progress is written and read back, and a damaged file costs no more than itself") {
  const test::Scratch scratch;
  const std::string path = scratch.file("state/qkv/progress");
  Progress progress;
  progress["cat"] = {true, true, 2, 3};
  progress["mask"] = {true, false, 0, 0};
  write_progress(path, progress);
  CHECK(read_progress(path) == progress);
  CHECK(read_progress(scratch.file("nothing")).empty());
  CHECK(parse_progress("").empty());
  CHECK(parse_progress("cat opened walked 3 2\n\x01\x02\ncat\nmask opened begun -1 0\n").empty());
  CHECK(parse_progress("junk\n" + progress_text(progress)) == progress);
  write_progress("/proc/nowhere/progress", progress);  // says nothing, stops nothing
}
