#include <cstdio>
#include <windows.h>

#include "app/platform/console.h"

namespace qkv {
namespace {

bool goes_somewhere(DWORD which) {
  const HANDLE handle = ::GetStdHandle(which);
  return handle != nullptr && handle != INVALID_HANDLE_VALUE &&
         ::GetFileType(handle) != FILE_TYPE_UNKNOWN;
}

}  // namespace

void join_console() {
  const bool output = goes_somewhere(STD_OUTPUT_HANDLE), errors = goes_somewhere(STD_ERROR_HANDLE);
  if ((output && errors) || !::AttachConsole(ATTACH_PARENT_PROCESS)) return;
  ::SetConsoleOutputCP(CP_UTF8);
  if (!output) static_cast<void>(std::freopen("CONOUT$", "w", stdout));
  if (!errors) static_cast<void>(std::freopen("CONOUT$", "w", stderr));
}

}  // namespace qkv
