#include "app/platform/file_lock.h"

#include <utility>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace qkv {

#ifdef _WIN32

FileLock::FileLock(const std::string& path) : path_(path) {
  if (::_sopen_s(&fd_, path.c_str(), _O_CREAT | _O_RDWR, _SH_DENYRW, _S_IREAD | _S_IWRITE) != 0)
    fd_ = -1;
}
void FileLock::release() {
  if (fd_ < 0) return;
  ::_close(std::exchange(fd_, -1));
  ::_unlink(path_.c_str());
}
FileLock::~FileLock() {
  if (fd_ >= 0) ::_close(fd_);
}

#else

FileLock::FileLock(const std::string& path) : path_(path) {
  for (int tries = 0; tries < 8; ++tries) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return;
    struct stat own {
    }, there{};
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && ::fstat(fd, &own) == 0) {
      // Whoever held it before us may have removed the file in the meantime: ours must be the one
      // that others find.
      if (::stat(path.c_str(), &there) == 0 && own.st_ino == there.st_ino) {
        fd_ = fd;
        return;
      }
      ::close(fd);
      continue;
    }
    ::close(fd);
    return;
  }
}

void FileLock::release() {
  if (fd_ < 0) return;
  ::unlink(path_.c_str());
  ::close(std::exchange(fd_, -1));
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

#endif

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

}  // namespace qkv
