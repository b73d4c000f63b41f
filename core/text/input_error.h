#pragma once

#include <stdexcept>
#include <string>

namespace qkv {

/// What the user gave cannot be used. The message is one line: place (file:line, argument), what is
/// wrong, how to mend it. It reaches the user as it is, on stderr or in the window.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The command line itself cannot be read (exit status 2).
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace qkv
