#pragma once

#include <string>
#include <string_view>

#include "core/text/texts.h"

namespace qkv::test {

/// The program speaks a language as long as this lives.
class Speaking {
 public:
  explicit Speaking(std::string_view language) : before_(qkv::language()) {
    set_language(language);
  }
  ~Speaking() { set_language(before_); }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;

 private:
  std::string before_;
};

}  // namespace qkv::test
