#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <windows.h>
// After windows.h, whose types it uses.
#include <commdlg.h>

#include "app/platform/file_dialog.h"

namespace qkv {
namespace {

std::wstring wide(const std::string& text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end())).wstring();
}

std::string narrow(const std::wstring& text) {
  const std::u8string utf8 = std::filesystem::path(text).u8string();
  return {utf8.begin(), utf8.end()};
}

/// Pairs of a name and its patterns, each ended by a zero, the list by one more.
std::wstring filters(const FileRequest& request) {
  std::wstring all = wide(request.kinds);
  all += L'\0';
  for (const std::string& extension : request.extensions)
    all += (&extension == &request.extensions.front() ? L"*" : L";*") + wide(extension);
  all += L'\0';
  if (!request.save) all.append(L"*.*\0*.*\0", 8);
  all += L'\0';
  return all;
}

FileDialog::Answer ask(const FileRequest& request) {
  std::wstring path = wide(request.name);
  constexpr std::size_t kLongestPath = 32768;
  path.resize(kLongestPath, L'\0');
  const std::wstring filter = filters(request), folder = wide(request.folder),
                     title = wide(request.title);
  OPENFILENAMEW dialog{};
  dialog.lStructSize = sizeof dialog;
  dialog.lpstrFilter = filter.c_str();
  dialog.lpstrFile = path.data();
  dialog.nMaxFile = static_cast<DWORD>(path.size());
  dialog.lpstrInitialDir = folder.c_str();
  dialog.lpstrTitle = title.c_str();
  dialog.Flags = OFN_EXPLORER | OFN_NOCHANGEDIR | OFN_HIDEREADONLY |
                 (request.save ? OFN_OVERWRITEPROMPT : OFN_FILEMUSTEXIST);
  const BOOL chosen = request.save ? ::GetSaveFileNameW(&dialog) : ::GetOpenFileNameW(&dialog);
  if (!chosen) return {::CommDlgExtendedError() != 0, {}};
  return {false, narrow(path.c_str())};
}

}  // namespace

std::vector<std::string> dialog_command(const FileRequest&, const std::string&, const std::string&,
                                        const std::string&) {
  return {};
}

bool FileDialog::start(const FileRequest& request, void (*wake)()) {
  if (open()) return true;
  const char* const wanted = std::getenv("QKV_FILE_DIALOG");
  if (wanted != nullptr && std::string_view(wanted) == "window") return false;
  answer_ = std::async(std::launch::async, [request, wake] {
    Answer answer = ask(request);
    wake();
    return answer;
  });
  return true;
}

// A dialog that still stands is waited for: it belongs to this process and cannot be sent away.
FileDialog::~FileDialog() = default;

}  // namespace qkv
