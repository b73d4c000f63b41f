// Where a window that died had stood.

#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "app/frame/place_file.h"
#include "core/files/write_file.h"
#include "tests/support/scratch.h"

using namespace qkv;

namespace {

/// A process that keeps its place until it is killed.
pid_t window_at(const std::string& path, const std::string& text) {
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    OwnPlace own(path);
    own.keep(text);
    if (::write(ready[1], "!", 1) == 1)
      for (;;) ::pause();
    ::_exit(1);
  }
  char told = 0;
  REQUIRE(::read(ready[0], &told, 1) == 1);
  ::close(ready[0]);
  ::close(ready[1]);
  return child;
}

}  // namespace

TEST_CASE("a place is found once its window is dead, be it not yet buried") {
  const test::Scratch scratch;
  const std::string path = scratch.file("place");
  const pid_t child = window_at(path, "cat\ngoto score:fish; present\nDP-1\n");
  CHECK_FALSE(read_place(path));
  OwnPlace other(path);  // a second window, which is not what died
  ::kill(child, SIGKILL);
  siginfo_t dead{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &dead, WEXITED | WNOWAIT) == 0);
  const auto place = read_place(path);
  REQUIRE(place);
  CHECK(place->input == "cat");
  CHECK(place->script == "goto score:fish; present");
  CHECK(place->monitor == "DP-1");
  ::waitpid(child, nullptr, 0);

  other.keep("chai\ngoto end\n");
  CHECK_FALSE(read_place(path));
  other.forget();
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(std::filesystem::is_empty(std::filesystem::path(path).parent_path()));
}

TEST_CASE("the number of a process that lives is nobody's place") {
  const test::Scratch scratch;
  const std::string path = scratch.file("place");
  write_file(path, std::to_string(::getpid()) + "\ncat\npresent\n");
  CHECK(read_place(path));
  write_file(path, "../x\ncat\npresent\n");
  CHECK_FALSE(read_place(path));
}
