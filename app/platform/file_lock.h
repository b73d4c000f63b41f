#pragma once

#include <string>

namespace qkv {

/// An advisory lock on a file, which the system takes away when the process ends, however it ends.
class FileLock {
 public:
  FileLock() = default;
  /// Creates the file where it is not there. Holds nothing where somebody else holds it, or where
  /// the file cannot be had.
  explicit FileLock(const std::string& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

  bool held() const { return fd_ >= 0; }
  void release();  ///< and removes the file

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace qkv
