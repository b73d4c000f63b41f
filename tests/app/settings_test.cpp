// What a person chose for good.

#include <doctest/doctest.h>

#include "app/frame/settings_file.h"
#include "tests/support/scratch.h"

using namespace qkv;

TEST_CASE("settings are written and read back; lines of a later program are passed over") {
  const test::Scratch scratch;
  const std::string path = scratch.file("state/qkv/settings");
  CHECK(read_settings(path) == Settings{});
  write_settings(path, {"de"});
  CHECK(read_settings(path) == Settings{"de"});
  CHECK(parse_settings_file("colour red\n\x01\nlanguage\nlanguage de\n") == Settings{"de"});
  write_settings("/proc/nowhere/settings", {"de"});  // says nothing, stops nothing
}
