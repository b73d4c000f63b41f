#pragma once
// toml++ with its assertions as exceptions: some of them are met by broken files, and neither an
// abort (debug) nor an assumption of the compiler's (release, clang) is an answer to a broken file.
// Every file that reads TOML includes it through here, so that they agree.

#include <stdexcept>

namespace qkv {

struct TomlAssertion : std::logic_error {
  using std::logic_error::logic_error;
};
[[noreturn]] inline void toml_assertion_failed() { throw TomlAssertion("this is no TOML"); }

}  // namespace qkv

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) (static_cast<bool>(expr) ? void() : ::qkv::toml_assertion_failed())
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
