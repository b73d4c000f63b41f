#pragma once

#include <stdexcept>
#include <string>

#include "core/text/told.h"

namespace qkv {

/// What the user gave cannot be used. The message is one line: place (file:line, argument), what is
/// wrong, how to mend it. It reaches the user as it is: what() on stderr, said() in the window.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
  explicit InputError(const Told& told) : std::runtime_error(told.english), own_(told.own) {}

  /// In the language that the program speaks, where that has the text.
  std::string said() const { return own_.empty() ? what() : own_; }

 private:
  std::string own_;
};

/// The command line itself cannot be read (exit status 2).
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace qkv
