#pragma once

#include <string>
#include <string_view>

namespace qkv {

enum class FileWork { read, write };

/// The system refused. `cause` names texts of [error.why] and [error.hint]; empty: a cause that
/// these do not know, of which only the system's own words can be told.
[[noreturn]] void fail_file(const std::string& path, FileWork work, std::string_view cause,
                            const std::string& system_words);

}  // namespace qkv
