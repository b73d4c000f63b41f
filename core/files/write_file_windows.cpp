#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <windows.h>

#include "core/files/file_fault.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

struct Close {
  void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
/// A handle that closes itself; null when the file could not be opened.
using File = std::unique_ptr<void, Close>;

std::wstring wide(const std::string& path) {
  return std::filesystem::path(std::u8string(path.begin(), path.end())).wstring();
}

File open(const std::wstring& path, DWORD access, DWORD how) {
  // Others may read, rename and remove it meanwhile, as on other systems.
  constexpr DWORD kShare = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const HANDLE handle =
      ::CreateFileW(path.c_str(), access, kShare, nullptr, how, FILE_ATTRIBUTE_NORMAL, nullptr);
  return File(handle == INVALID_HANDLE_VALUE ? nullptr : handle);
}

std::string_view cause_of(DWORD error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
      return "missing";
    case ERROR_ACCESS_DENIED:
      return "permission";
    case ERROR_SHARING_VIOLATION:
      return "in_use";
    case ERROR_WRITE_PROTECT:
      return "read_only";
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return "full";
    case ERROR_DIRECTORY:
      return "folder";
    default:
      return {};
  }
}

[[noreturn]] void fail(const std::string& path, FileWork work, DWORD error) {
  fail_file(path, work, cause_of(error), std::system_category().message(static_cast<int>(error)));
}

/// 0, or the system's error.
DWORD write_all(const File& file, std::string_view bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  while (!bytes.empty()) {
    DWORD done = 0;
    const auto next = static_cast<DWORD>(std::min(bytes.size(), kMost));
    if (!::WriteFile(file.get(), bytes.data(), next, &done, nullptr)) return ::GetLastError();
    bytes.remove_prefix(done);
  }
  return 0;
}

void require_file_name(const std::string& path) {
  if (path.empty()) throw InputError("the output's name is empty; name a file");
  if (path.find('\0') != std::string::npos)
    throw InputError("the output's name holds a zero byte; name a file");
  const DWORD there = ::GetFileAttributesW(wide(path).c_str());
  if (there == INVALID_FILE_ATTRIBUTES) return;
  if ((there & FILE_ATTRIBUTE_DIRECTORY) != 0) fail(path, FileWork::write, ERROR_DIRECTORY);
  if ((there & FILE_ATTRIBUTE_READONLY) != 0) fail(path, FileWork::write, ERROR_ACCESS_DENIED);
}

/// A name beside `path` that nothing has yet, and its file.
File open_beside(const std::string& path, std::wstring& beside) {
  static unsigned count = 0;
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    beside = wide(path) + L"." + std::to_wstring(::GetCurrentProcessId()) + L"-" +
             std::to_wstring(::GetTickCount64()) + L"-" + std::to_wstring(++count);
    File file = open(beside, GENERIC_WRITE, CREATE_NEW);
    if (file != nullptr) return file;
    if (::GetLastError() != ERROR_FILE_EXISTS) break;
  }
  fail(path, FileWork::write, ::GetLastError());
}

}  // namespace

void write_file(const std::string& path, std::string_view bytes) {
  require_file_name(path);
  std::wstring beside;
  File file = open_beside(path, beside);
  DWORD error = write_all(file, bytes);
  if (error == 0 && !::FlushFileBuffers(file.get())) error = ::GetLastError();
  file.reset();
  constexpr DWORD kHow = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  if (error == 0 && !::MoveFileExW(beside.c_str(), wide(path).c_str(), kHow))
    error = ::GetLastError();
  if (error == 0) return;
  ::DeleteFileW(beside.c_str());
  fail(path, FileWork::write, error);
}

void require_writable(const std::string& path) {
  require_file_name(path);
  std::wstring beside;
  open_beside(path, beside).reset();
  ::DeleteFileW(beside.c_str());
}

std::string read_start(const std::string& path, std::size_t most) {
  const DWORD there = ::GetFileAttributesW(wide(path).c_str());
  if (there != INVALID_FILE_ATTRIBUTES && (there & FILE_ATTRIBUTE_DIRECTORY) != 0)
    throw InputError(told("error.is_folder", {{"path", path}}));
  const File file = open(wide(path), GENERIC_READ, OPEN_EXISTING);
  if (file == nullptr) fail(path, FileWork::read, ::GetLastError());
  if (::GetFileType(file.get()) != FILE_TYPE_DISK)
    throw InputError(told("error.no_plain_file", {{"path", path}}));
  LARGE_INTEGER size{};
  if (!::GetFileSizeEx(file.get(), &size)) fail(path, FileWork::read, ::GetLastError());
  std::string bytes;
  bytes.resize(std::min(most, static_cast<std::size_t>(size.QuadPart)));
  constexpr std::size_t kPiece = std::size_t{1} << 30;
  std::size_t done = 0;
  while (done < most) {
    // The file may grow or shrink while it is read: what counts is what is there.
    if (done == bytes.size()) bytes.resize(std::min(most, done + 4096));
    DWORD got = 0;
    const auto next = static_cast<DWORD>(std::min(bytes.size() - done, kPiece));
    if (!::ReadFile(file.get(), bytes.data() + done, next, &got, nullptr))
      fail(path, FileWork::read, ::GetLastError());
    if (got == 0) break;
    done += got;
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace qkv
