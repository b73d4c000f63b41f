#include "tests/support/test_data.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace qkv::test {

std::filesystem::path source_dir() { return QKV_SOURCE_DIR; }

std::optional<std::filesystem::path> test_data(std::string_view relative) {
  const char* const folder = std::getenv("QKV_TEST_DATA");
  const std::filesystem::path root =
      folder != nullptr && *folder != '\0' ? folder : source_dir() / ".." / "shared" / "data";
  const std::filesystem::path path = root / relative;
  if (std::filesystem::exists(path)) return path;
  std::printf("[skipped] no test data at %s (see QKV_TEST_DATA)\n", path.string().c_str());
  return std::nullopt;
}

}  // namespace qkv::test
