// Work that is not saved survives whatever ends the program.

#include "app/frame/recovery.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "core/session/saved_scene.h"
#include "core/text/input_error.h"
#include "tests/support/random_action.h"
#include "tests/support/scratch.h"

using namespace qkv;

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleep_for(double time) { std::this_thread::sleep_for(std::chrono::duration<double>(time)); }

Session edited(const char* script) {
  Session session = open_session(new_scene());
  TraceCache traces;
  run_script(session, traces, script);
  return session;
}

void wait_for(Recovery& recovery) {
  while (recovery.busy()) sleep_for(0.002);
}

/// All that an edit of this test changes, on one line.
std::string edits_of(const Session& session) {
  Session bare = open_session(new_scene());
  return text_of(action::SetMask{session.options.mask}, bare) +
         (scale_on(session.options) ? " on" : " off");
}

/// Any rows of cells: hardly two states of a burst are alike.
void edit(Session& session, TraceCache& traces, Random& random) {
  Mask mask = session.options.mask;
  BoolCells cells{1, 3, 3, std::vector<std::uint8_t>(9)};
  for (auto& cell : cells.visible) cell = random() % 4 != 0;
  mask.cells = std::make_shared<const BoolCells>(cells);
  if (random() % 3 == 0) mask.rules = parse_mask_rules(random() % 2 == 0 ? "causal" : "window:2");
  apply(session, traces.now(session), action::SetMask{mask});
  if (random() % 4 == 0) apply(session, traces.now(session), action::ToggleScale{});
  settle(session, traces.now(session));
}

void log_state(int log, const char* what, const Session& session) {
  std::ostringstream line;
  line.precision(12);
  line << seconds() << ' ' << what << ' ' << edits_of(session) << '\n';
  const std::string text = line.str();
  if (::write(log, text.data(), text.size()) < 0) ::_exit(9);
}

/// Edits in bursts, saves now and then, until it is killed.
[[noreturn]] void edit_until_killed(const std::string& folder, const std::string& path,
                                    const std::string& log_path, unsigned seed) {
  const int log = ::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  Random random(seed);
  Session session = open_session(load_file(path));
  SceneFile file = scene_file(path);
  TraceCache traces;
  Recovery recovery(folder);
  Autosave autosave;
  log_state(log, "start", session);
  const auto rest = [&](double time) {
    for (const double until = seconds() + time; seconds() < until; sleep_for(0.01))
      autosave.note(session, file, seconds(), recovery);
  };
  for (;;) {
    for (int i = whole(random, 1, 12); i > 0; --i) {
      edit(session, traces, random);
      log_state(log, "edit", session);
      rest(static_cast<double>(real(random, 0, 0.15f)));
    }
    if (random() % 4 == 0) {
      save_scene(session, path, file);
      log_state(log, "saved", session);
    }
    rest(static_cast<double>(real(random, 0, 1.2f)));
  }
}

struct Line {
  double at = 0;
  std::string what, edits;
};

std::vector<Line> lines_of(const std::string& log) {
  std::vector<Line> lines;
  std::istringstream text(read_file(log));
  for (std::string whole_line; std::getline(text, whole_line);) {
    std::istringstream words(whole_line);
    Line line;
    words >> line.at >> line.what;
    std::getline(words >> std::ws, line.edits);
    lines.push_back(line);
  }
  return lines;
}

/// Seconds before `killed` at which the first edit was made that this state lacks; negative where
/// there never was such a state.
double age(const std::vector<Line>& lines, const std::string& edits, double killed) {
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].edits != edits) continue;
    return i + 1 < lines.size() ? killed - lines[i + 1].at : 0;
  }
  return -1;
}

}  // namespace

TEST_CASE("unsaved work is kept, found by the next window, and opens as it was") {
  const test::Scratch scratch;
  const std::string folder = scratch.file("unsaved");
  const Session session = edited("mask causal; select two; goto softmax:exp; theme light");
  SceneFile file = scene_file({});
  file.path = "/somewhere/my % scene\n.qkv";
  file.hash = "abc";
  {
    Recovery own(folder), other(folder);
    own.keep(session, file);
    wait_for(own);
    CHECK(own.take_error().empty());
    CHECK(other.found().empty());  // a living window's work is nobody else's
    CHECK(own.found().empty());    // nor its own to be found
    CHECK(own.leave(session, file));
    REQUIRE(other.found().size() == 1);
  }
  Recovery next(folder);
  const std::vector<KeptWork> found = next.found();
  REQUIRE(found.size() == 1);
  CHECK(found.front().title == session.document->title);
  CHECK(found.front().path == file.path);
  CHECK(Recovery(folder).found().empty());  // it is ours now
  const RecoveredWork work = next.read(found.front());
  CHECK(work.file.path == file.path);
  CHECK(work.file.hash == "abc");
  const Session again = open_session(work.document);
  CHECK(again.options == session.options);
  CHECK(again.playhead.at == session.playhead.at);
  CHECK(again.row == session.row);
  CHECK(again.theme == session.theme);
  CHECK(again.document->origin == session.document->origin);

  // Gone on with, then saved: nothing is left.
  next.adopt(found.front());
  CHECK(next.found().empty());
  next.forget();
  CHECK(Recovery(folder).found().empty());
}

TEST_CASE("discarded work is gone, other work stays") {
  const test::Scratch scratch;
  const std::string folder = scratch.file("unsaved");
  const SceneFile file;
  {
    Recovery own(folder);
    CHECK(own.leave(edited("mask causal"), file));
    CHECK(own.leave(edited("scale off"), file));
  }
  Recovery next(folder);
  REQUIRE(next.found().size() == 2);
  next.discard(next.found().front());
  CHECK(next.found().size() == 1);
}

TEST_CASE("work that cannot be kept is told in one line") {
  const test::Scratch scratch;
  write_file(scratch.file("no folder"), "a file stands in the way");
  Recovery own(scratch.file("no folder") + "/unsaved");
  CHECK_FALSE(own.leave(edited("mask causal"), {}));
  const std::string error = own.take_error();
  CHECK(!error.empty());
  CHECK(error.find('\n') == error.npos);
  CHECK_FALSE(Recovery("").leave(edited("mask causal"), {}));
}

TEST_CASE("what is due is written a second after a change, and again while changes go on") {
  const test::Scratch scratch;
  Recovery recovery(scratch.file("unsaved"));
  Autosave autosave;
  Session session = open_session(new_scene());
  TraceCache traces;
  const SceneFile file = scene_file({});
  const auto kept = [&] {
    wait_for(recovery);
    std::error_code error;
    int files = 0;
    for (std::filesystem::directory_iterator at(scratch.file("unsaved"), error), end;
         !error && at != end; at.increment(error))
      files += at->path().extension() == ".qkv";
    return files > 0;
  };
  autosave.note(session, file, 10, recovery);
  CHECK(autosave.due_in(10) < 0);
  run_script(session, traces, "mask causal");
  autosave.note(session, file, 10, recovery);
  CHECK(autosave.due_in(10) == doctest::Approx(1));
  autosave.note(session, file, 10.9, recovery);
  CHECK_FALSE(kept());
  autosave.note(session, file, 11, recovery);
  CHECK(kept());
  CHECK(autosave.due_in(11) < 0);
  run_script(session, traces, "next; next");  // moves are no work
  autosave.note(session, file, 12, recovery);
  CHECK(autosave.due_in(12) < 0);
  run_script(session, traces, "undo");
  autosave.note(session, file, 13, recovery);
  CHECK_FALSE(kept());
}

// 6 kills by default, QKV_KILLS=200 for as many as one likes.
TEST_CASE("killed at any moment of any burst: a state that existed, seconds old; no torn file") {
  const char* const wanted = std::getenv("QKV_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 6;
  Random random(20261129);
  double oldest = 0;
  int recovered = 0;
  for (int kill = 0; kill < kills; ++kill) {
    const test::Scratch scratch;
    const std::string folder = scratch.file("unsaved"), path = scratch.file("scene.qkv"),
                      log = scratch.file("log");
    write_file(path, write_qkv(saved_scene(open_session(new_scene()), path)));
    const unsigned seed = static_cast<unsigned>(random());
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      try {
        edit_until_killed(folder, path, log, seed);
      } catch (...) {
        ::_exit(8);
      }
    }
    while (!std::filesystem::exists(log)) sleep_for(0.005);
    sleep_for(static_cast<double>(real(random, 0, 3)));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const double killed = seconds();
    CAPTURE(seed);
    REQUIRE(WIFSIGNALED(status));

    const std::vector<Line> lines = lines_of(log);
    const Session saved = open_session(load_file(path));  // throws where it is torn
    double lost = age(lines, edits_of(saved), killed);
    CHECK(lost >= 0);
    Recovery recovery(folder);
    for (const KeptWork& work : recovery.found()) {
      const Session again = open_session(recovery.read(work).document);
      const double its = age(lines, edits_of(again), killed);
      CHECK(its >= 0);
      lost = std::min(lost, its);
      ++recovered;
    }
    CHECK(lost <= 5);
    oldest = std::max(oldest, lost);
  }
  MESSAGE(kills << " kills, " << recovered << " recovered, the most lost: " << oldest << " s");
}
