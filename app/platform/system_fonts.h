#pragma once

#include <set>
#include <string>
#include <string_view>

namespace qkv {

/// Finds fonts of the system for characters that the embedded ones lack and hands them to core:
/// through fontconfig's fc-match where it is installed, else by names that are known to be common.
/// Remembers for which characters there is none.
class SystemFonts {
 public:
  /// Returns whether any font came that was not there before: what was laid out is laid out anew.
  bool supply(std::string_view text);

 private:
  std::set<char32_t> in_vain_;
};

}  // namespace qkv
