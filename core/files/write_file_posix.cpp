#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/file_fault.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

/// A descriptor that closes itself.
struct File {
  int fd = -1;
  explicit File(int descriptor) : fd(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd >= 0) ::close(fd);
  }
};

std::string_view cause_of(int error) {
  switch (error) {
    case ENOENT:
      return "missing";
    case ENOTDIR:
      return "no_folder";
    case EACCES:
      return "permission";
    case EPERM:
      return "not_permitted";
    case EROFS:
      return "read_only";
    case EISDIR:
      return "folder";
    case ENOSPC:
      return "full";
    case EDQUOT:
      return "quota";
    case ENAMETOOLONG:
      return "long_name";
    default:
      return {};
  }
}

[[noreturn]] void fail(const std::string& path, FileWork work, int error) {
  fail_file(path, work, cause_of(error), std::strerror(error));
}

/// 0, or the errno of the first failure.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return 0;
}

void write_directly(const std::string& path, std::string_view bytes) {
  const File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.fd < 0) fail(path, FileWork::write, errno);
  if (const int error = write_all(file.fd, bytes)) fail(path, FileWork::write, error);
}

std::string resolved(const std::string& path) {
  // A link stays a link: the file that it points at is replaced.
  if (char* const real = ::realpath(path.c_str(), nullptr)) {
    std::string result = real;
    std::free(real);
    return result;
  }
  return path;
}

/// What stands at the path now, and where it may be written.
struct Place {
  struct stat status {};
  bool exists = false, direct = false;
  std::string target;  ///< that is replaced
};

/// A name is safe from a power cut only when its folder is; where that cannot be asked for, so be
/// it.
void sync_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
  const File file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.fd >= 0) static_cast<void>(::fsync(file.fd));
}

Place place_of(const std::string& path) {
  if (path.empty()) throw InputError("the output's name is empty; name a file");
  if (path.find('\0') != std::string::npos)
    throw InputError("the output's name holds a zero byte; name a file");
  Place place;
  place.exists = ::stat(path.c_str(), &place.status) == 0;
  if (place.exists && S_ISDIR(place.status.st_mode)) fail(path, FileWork::write, EISDIR);
  // /dev/stdout may lead to a plain file that the shell holds open: it is written, not replaced.
  const bool device = path.starts_with("/dev/") || path.starts_with("/proc/");
  place.direct = place.exists && (device || !S_ISREG(place.status.st_mode));
  if (!place.direct && place.exists && ::access(path.c_str(), W_OK) != 0)
    fail(path, FileWork::write, errno);
  place.target = place.exists ? resolved(path) : path;
  return place;
}

}  // namespace

void write_file(const std::string& path, std::string_view bytes) {
  const Place place = place_of(path);
  if (place.direct) return write_directly(path, bytes);
  std::string beside = place.target + ".XXXXXX";
  const File file(::mkstemp(beside.data()));
  if (file.fd < 0) fail(path, FileWork::write, errno);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const mode_t mode = place.exists ? (place.status.st_mode & 07777) : (0666 & ~mask);
  int error = write_all(file.fd, bytes);
  if (error == 0 && ::fchmod(file.fd, mode) != 0) error = errno;
  if (error == 0 && ::fsync(file.fd) != 0) error = errno;
  if (error == 0 && ::rename(beside.c_str(), place.target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(beside.c_str());
    fail(path, FileWork::write, error);
  }
  sync_folder(place.target);
}

void require_writable(const std::string& path) {
  const Place place = place_of(path);
  if (place.direct) return;
  std::string beside = place.target + ".XXXXXX";
  const File file(::mkstemp(beside.data()));
  if (file.fd < 0) fail(path, FileWork::write, errno);
  ::unlink(beside.c_str());
}

std::string read_start(const std::string& path, std::size_t most) {
  // O_NONBLOCK: a pipe that nobody writes to must not stop the program for ever.
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.fd < 0) fail(path, FileWork::read, errno);
  struct stat status {};
  if (::fstat(file.fd, &status) != 0) fail(path, FileWork::read, errno);
  if (S_ISDIR(status.st_mode)) throw InputError(told("error.is_folder", {{"path", path}}));
  if (!S_ISREG(status.st_mode)) throw InputError(told("error.no_plain_file", {{"path", path}}));
  std::string bytes;
  bytes.resize(std::min(most, static_cast<std::size_t>(status.st_size)));
  std::size_t done = 0;
  while (done < most) {
    // The file may grow or shrink while it is read: what counts is what is there.
    if (done == bytes.size()) bytes.resize(std::min(most, done + 4096));
    const ssize_t got = ::read(file.fd, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, FileWork::read, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace qkv
