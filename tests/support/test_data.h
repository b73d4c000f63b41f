#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace qkv::test {

// The root of the source tree; goldens lie below it.
std::filesystem::path source_dir();

// A file or folder of the test data that is kept outside the tree: in QKV_TEST_DATA, by default
// ../shared/data beside the source tree. Where it is absent this prints "[skipped] ...", by which
// ctest lists the test as skipped; the test then returns at once.
std::optional<std::filesystem::path> test_data(std::string_view relative);

}  // namespace qkv::test
