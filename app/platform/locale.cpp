#include "app/platform/locale.h"

#include <cstdlib>

#if defined(_WIN32)
#include <windows.h>
#elif defined(__APPLE__)
#include <CoreFoundation/CoreFoundation.h>
#endif

namespace qkv {
namespace {

#if defined(_WIN32)
std::string chosen_in_system() {
  wchar_t name[LOCALE_NAME_MAX_LENGTH] = {};
  const int length = GetUserDefaultLocaleName(name, LOCALE_NAME_MAX_LENGTH);
  std::string locale;  // letters, digits and '-' only
  for (int i = 0; i + 1 < length; ++i) locale += static_cast<char>(name[i]);
  return locale;
}
#elif defined(__APPLE__)
std::string chosen_in_system() {
  std::string locale;
  const CFArrayRef preferred = CFLocaleCopyPreferredLanguages();
  if (preferred == nullptr) return locale;
  char name[64] = {};
  if (CFArrayGetCount(preferred) > 0 &&
      CFStringGetCString(static_cast<CFStringRef>(CFArrayGetValueAtIndex(preferred, 0)), name,
                         sizeof name, kCFStringEncodingUTF8))
    locale = name;
  CFRelease(preferred);
  return locale;
}
#else
std::string chosen_in_system() { return {}; }
#endif

}  // namespace

std::string system_locale() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* const value = std::getenv(name); value != nullptr && *value != '\0')
      return value;
  return chosen_in_system();
}

}  // namespace qkv
