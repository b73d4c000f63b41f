#include "app/frame/recovery.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sstream>
#include <utility>

#include "app/platform/process.h"
#include "core/document/qkv_file.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kScene = ".qkv", kLock = ".lock", kMark = "#@ ";

/// A line stays a line, whatever a path is made of.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "%n";
    } else {
      out += c == '%' ? "%%" : std::string(1, c);
    }
  }
  return out;
}

std::string as_written(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '%' && i + 1 < line.size()) {
      out += line[++i] == 'n' ? '\n' : line[i];
    } else {
      out += line[i];
    }
  }
  return out;
}

std::string header(const Session& session, const SceneFile& file) {
  std::string out = "# Work that was not saved, kept by QKV.\n";
  const auto line = [&](std::string_view name, const std::string& value) {
    out += std::string(kMark) + std::string(name) + " " + one_line(value) + "\n";
  };
  line("title", session.document->title);
  line("origin", session.document->origin);
  line("path", file.path);
  line("hash", file.hash);
  return out;
}

/// One line, empty when it is done.
std::string write_work(const std::string& target, const Session& session, const SceneFile& file) {
  try {
    write_file(target, header(session, file) + scene_text(session, target).text);
    return {};
  } catch (const std::bad_alloc&) {
    return target + ": there is not enough memory to keep it";
  } catch (const InputError& error) {
    return error.said();
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string local_time(std::chrono::sys_time<fs::file_time_type::duration> time) {
  const auto when = std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(time));
  char text[32] = "";
  if (const std::tm* const parts = std::localtime(&when))
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", parts);
  return text;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    names.push_back(at->path().filename().string());
  return names;
}

/// The id that a file of the folder belongs to, whatever comes after it.
std::string id_of(const std::string& name) { return name.substr(0, name.find('.')); }

KeptWork read_header(const std::string& id, const std::string& file) {
  KeptWork work;
  work.id = id;
  std::istringstream lines(read_start(file, 65536));
  for (std::string line; std::getline(lines, line) && line.starts_with("#");) {
    if (!line.starts_with(kMark)) continue;
    line.erase(0, kMark.size());
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string name = line.substr(0, space);
    const std::string value = as_written(line.substr(std::min(space + 1, line.size())));
    if (name == "title") work.title = value;
    if (name == "origin") work.origin = value;
    if (name == "path") work.path = value;
    if (name == "hash") work.hash = value;
  }
  std::error_code error;
  const fs::file_time_type written = fs::last_write_time(file, error);
  if (!error) {
    // The clock of files counts from a year of its own on every system.
    const auto ago = fs::file_time_type::clock::now() - written;
    work.written =
        std::chrono::duration_cast<std::chrono::nanoseconds>(written.time_since_epoch()).count();
    work.when = local_time(std::chrono::system_clock::now() - ago);
  }
  return work;
}

}  // namespace

Recovery::Recovery(std::string folder) : folder_(std::move(folder)) {}

Recovery::~Recovery() {
  wait();
  lock_.release();
  for (auto& [id, lock] : claimed_) lock.release();
}

std::string Recovery::file_of(const std::string& id) const {
  return folder_ + "/" + id + std::string(kScene);
}

void Recovery::take_slot() {
  if (!id_.empty() || folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  fs::permissions(folder_, fs::perms::owner_all, error);
  for (int tries = 0; tries < 100 && id_.empty(); ++tries) {
    const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
    std::ostringstream name;
    name << std::hex << own_process() << "-" << ticks << "-" << tries;
    if (fs::exists(file_of(name.str()), error)) continue;
    FileLock lock(folder_ + "/" + name.str() + std::string(kLock));
    if (!lock.held() && tries < 99) continue;
    lock_ = std::move(lock);
    id_ = name.str();
  }
}

void Recovery::keep(Session session, SceneFile file, void (*done)()) {
  if (folder_.empty()) return;
  take_slot();
  kept_ = true;
  writing_ = std::async(std::launch::async, [target = file_of(id_), own = std::move(session),
                                             its = std::move(file), done] {
    std::string fault = write_work(target, own, its);
    if (done != nullptr) done();
    return fault;
  });
}

bool Recovery::busy() {
  if (!writing_.valid()) return false;
  if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return true;
  error_ = writing_.get();
  return false;
}

void Recovery::wait() {
  if (writing_.valid()) error_ = writing_.get();
}

std::string Recovery::take_error() { return std::exchange(error_, {}); }

void Recovery::forget() {
  wait();
  if (!kept_) return;
  kept_ = false;
  std::error_code error;
  fs::remove(file_of(id_), error);
}

bool Recovery::leave(const Session& session, const SceneFile& file) {
  wait();
  if (folder_.empty()) return false;
  take_slot();
  error_ = write_work(file_of(id_), session, file);
  std::error_code error;
  const bool there = error_.empty() || (kept_ && fs::exists(file_of(id_), error));
  // What is left behind is nobody's: the next piece of work gets a slot of its own.
  lock_.release();
  id_.clear();
  kept_ = false;
  return there;
}

std::string offer_text(const KeptWork& work) {
  if (work.path.empty())
    return filled(text("window.offer.no_file"), {{"title", work.title}, {"when", work.when}});
  return filled(text("window.offer.text"),
                {{"file", fs::path(work.path).filename().string()}, {"when", work.when}});
}

std::vector<KeptWork> Recovery::found() {
  std::vector<KeptWork> works;
  if (folder_.empty()) return works;
  const std::vector<std::string> names = names_in(folder_);
  for (const std::string& name : names) {
    const std::string id = id_of(name);
    if (id.empty() || id == id_) continue;
    if (claimed_.count(id) == 0) {
      FileLock lock(folder_ + "/" + id + std::string(kLock));
      if (!lock.held()) continue;  // another window is at work on it
      claimed_[id] = std::move(lock);
    }
    std::error_code error;
    if (name == id + std::string(kScene)) {
      try {
        works.push_back(read_header(id, folder_ + "/" + name));
      } catch (const InputError&) {
        // Not to be read now: it stays where it is.
      }
    } else if (!name.ends_with(kLock)) {
      fs::remove(folder_ + "/" + name, error);  // half written when its window died
    }
  }
  for (auto at = claimed_.begin(); at != claimed_.end();) {
    const bool there = std::any_of(works.begin(), works.end(),
                                   [&](const KeptWork& work) { return work.id == at->first; });
    if (!there) at->second.release();
    at = there ? std::next(at) : claimed_.erase(at);
  }
  std::sort(works.begin(), works.end(), [](const KeptWork& a, const KeptWork& b) {
    return a.written != b.written ? a.written > b.written : a.id < b.id;
  });
  return works;
}

RecoveredWork Recovery::read(const KeptWork& work) const {
  const std::string path = file_of(work.id);
  auto document = std::make_shared<Document>(*parse_qkv(read_file(path), path, work.id));
  if (document->tensors) {
    const fs::path tensors = fs::path(folder_) / document->tensors->path;
    document->tensors->path = tensors.lexically_normal().string();
  }
  if (!work.origin.empty()) {
    document->origin = work.origin;
    const std::string name = file_name(work.origin);
    document->id = name.starts_with("lesson ") ? name.substr(7) : fs::path(name).stem().string();
  }
  RecoveredWork recovered;
  recovered.document = std::move(document);
  recovered.file.path = work.path;
  recovered.file.hash = work.hash;
  return recovered;
}

void Recovery::discard(const KeptWork& work) {
  std::error_code error;
  fs::remove(file_of(work.id), error);
  if (const auto own = claimed_.find(work.id); own != claimed_.end()) {
    own->second.release();
    claimed_.erase(own);
  }
}

void Recovery::adopt(const KeptWork& work) {
  wait();
  const auto own = claimed_.find(work.id);
  if (own == claimed_.end()) return;
  lock_.release();
  lock_ = std::move(own->second);
  claimed_.erase(own);
  id_ = work.id;
  kept_ = true;
}

void Autosave::note(Session& session, const SceneFile& file, double now, Recovery& recovery,
                    void (*done)()) {
  if (!is_worth_keeping(file, session)) {
    if (kept_.document) recovery.forget();
    kept_ = {};
    due_ = -1;
    return;
  }
  const Edited here{session.document, session.options};
  const bool written = kept_.document == here.document && kept_.options == here.options;
  if (written) {
    due_ = -1;
    return;
  }
  if (due_ < 0) due_ = now + kDelay;
  if (now < due_ || recovery.busy()) return;
  due_ = -1;
  kept_ = here;
  // The history may be long and is not kept.
  History history = std::exchange(session.history, {});
  Session copy = session;
  session.history = std::move(history);
  recovery.keep(std::move(copy), file, done);
}

void Autosave::failed(double now) {
  kept_.document = nullptr;
  due_ = now + kPause;
}

void Autosave::is_kept(const Session& session) {
  kept_ = {session.document, session.options};
  due_ = -1;
}

double Autosave::due_in(double now) const { return due_ < 0 ? -1 : std::max(0.02, due_ - now); }

}  // namespace qkv
