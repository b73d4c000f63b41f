#pragma once
// Where the walk stands while the window is open, so that a program that died in front of people
// opens again at the same stop. Gone when the window was closed as it should be.

#include <optional>
#include <string>
#include <utility>

#include "app/platform/file_lock.h"
#include "core/session/session.h"

namespace qkv {

struct KeptPlace {
  std::string input;    ///< a lesson's id or a path
  std::string script;   ///< actions that lead there, as --do takes them
  std::string monitor;  ///< that Present filled; empty: none
};

std::string place_path();  // empty where there is no home
/// `path` of the scene that is open; empty: a lesson. Empty text where there is no way back.
std::string place_text(const Session& session, const std::string& path);
void forget_place(const std::string& path);
/// Of a program that is no longer running; none where it ended well.
std::optional<KeptPlace> read_place(const std::string& path);

/// The place of this window. Its file names a lock that this process holds as long as it lives:
/// a number of a process would be another's after the next start of the machine.
class OwnPlace {
 public:
  explicit OwnPlace(std::string path) : path_(std::move(path)) {}
  ~OwnPlace() { lock_.release(); }
  OwnPlace(const OwnPlace&) = delete;
  OwnPlace& operator=(const OwnPlace&) = delete;

  void keep(const std::string& text);  ///< writes what changed; empty: there is no way back
  void forget();

 private:
  void take_lock();

  std::string path_, text_, lock_name_;
  FileLock lock_;
};

}  // namespace qkv
