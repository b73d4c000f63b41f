// What is kept of the course between two runs.

#include <doctest/doctest.h>

#include "app/frame/progress_file.h"
#include "tests/support/scratch.h"

using namespace qkv;

TEST_CASE("progress is written and read back, and a damaged file costs no more than itself") {
  const test::Scratch scratch;
  const std::string path = scratch.file("state/qkv/progress");
  Kept kept;
  kept.progress["cat"] = {true, true, 2, 3};
  kept.progress["mask"] = {true, false, 0, 0};
  write_progress(path, kept);
  CHECK(read_progress(path) == kept);
  kept.last = "mask";
  write_progress(path, kept);
  CHECK(read_progress(path) == kept);
  CHECK(read_progress(scratch.file("nothing")) == Kept{});
  CHECK(parse_progress("") == Kept{});
  CHECK(parse_progress("cat opened walked 3 2 last\n\x01\x02\ncat\nmask opened begun -1 0\n") ==
        Kept{});
  CHECK(parse_progress("junk\n" + progress_text(kept)) == kept);
  write_progress("/proc/nowhere/progress", kept);  // says nothing, stops nothing
}
