#pragma once
// Work that is not saved yet, kept in the state folder so that a crash, a kill or a power cut costs
// the last second only.

#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/frame/scene_file.h"
#include "app/platform/file_lock.h"
#include "core/session/session.h"

namespace qkv {

/// One piece of work that is kept.
struct KeptWork {
  std::string id;         ///< of its files in the folder
  std::string title;      ///< of the document
  std::string path;       ///< the .qkv file it belongs to; empty: none yet
  std::string origin;     ///< the document's: a path, or "lesson cat"
  std::string hash;       ///< of that file when it was opened or last saved
  std::string when;       ///< "2026-11-29 23:11", local time
  long long written = 0;  ///< nanoseconds by the clock of files: what is later is larger
};

/// What was kept, as it was.
struct RecoveredWork {
  DocumentPtr document;
  SceneFile file;  ///< still to be saved
};

/// Each window writes one file of its own, beside and renamed, under a lock that ends with the
/// process: nobody else's work is ever taken for work that was left behind.
class Recovery {
 public:
  /// An empty folder: nothing is kept.
  explicit Recovery(std::string folder);
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;

  /// Writes beside the caller's thread, and calls `done` from there. Not while busy().
  void keep(Session session, SceneFile file, void (*done)() = nullptr);
  bool busy();
  /// What went wrong since the last call, one line; empty: nothing.
  std::string take_error();
  /// There is nothing left to keep: it was saved, undone or thrown away.
  void forget();
  /// Writes at once, and leaves the work behind for later. False: it could not be written.
  bool leave(const Session& session, const SceneFile& file);

  /// Work that no living window holds, the newest first. It is ours then until we end.
  std::vector<KeptWork> found();
  RecoveredWork read(const KeptWork& work) const;  // InputError
  void discard(const KeptWork& work);
  /// The work is gone on with here: our own slot is the one it lies in.
  void adopt(const KeptWork& work);

 private:
  std::string file_of(const std::string& id) const;
  void take_slot();
  void wait();

  std::string folder_, id_;
  FileLock lock_;
  std::map<std::string, FileLock> claimed_;
  std::future<std::string> writing_;
  std::string error_;
  bool kept_ = false;  ///< is there a file in our slot?
};

/// What the bar says that offers it: its file, or that there is none, and when it was kept.
std::string offer_text(const KeptWork& work);

/// When unsaved work is to be written: a second after a change, again while changes go on.
class Autosave {
 public:
  static constexpr double kDelay = 1.0, kPause = 10.0;

  /// To be called whenever something may have changed. `now`: seconds on any clock.
  void note(Session& session, const SceneFile& file, double now, Recovery& recovery,
            void (*done)() = nullptr);
  /// The last writing failed: it is tried again, but not at once.
  void failed(double now);
  /// As it stands it is written already.
  void is_kept(const Session& session);
  /// Seconds until note() has something to do; negative: it waits for a change.
  double due_in(double now) const;

 private:
  Edited kept_;      ///< as it was last written
  double due_ = -1;  ///< negative: nothing is due
};

}  // namespace qkv
