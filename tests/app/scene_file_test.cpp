// Saving: what is told when it cannot be done, and that nothing is lost.

#include "app/frame/scene_file.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

#include <doctest/doctest.h>

#include "app/frame/recent_files.h"
#include "app/platform/file_dialog.h"
#include "app/views/file_browser.h"
#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "core/session/saved_scene.h"
#include "core/text/input_error.h"
#include "tests/support/scratch.h"

using namespace qkv;
namespace fs = std::filesystem;

namespace {

struct Desk {
  test::Scratch scratch;
  std::string path = scratch.file("scene.qkv");
  Session session = open_session(load_lesson("cat"));
  SceneFile file = scene_file("cat");
  TraceCache traces;

  void act(const char* script) { run_script(session, traces, script); }
};

std::string message_of(Session& session, const std::string& path, SceneFile& file) {
  try {
    save_scene(session, path, file);
  } catch (const InputError& error) {
    return error.what();
  }
  return "saved";
}

}  // namespace

TEST_CASE("what is too long for a path is told in words, and not repeated") {
  FileBrowser browser;
  look_into(browser, ".");
  browser.typed = std::string(1'000'000, 'x');
  CHECK_FALSE(is_short_enough(browser));
  CHECK(browser.error ==
        "That is no path: it has 1,000,000 bytes, and no path has more than 4,096.");
  for (const bool saving : {false, true}) {
    browser.saving = saving;
    CHECK_FALSE(enter(browser));
    CHECK(browser.error.size() < 100);
  }
}

TEST_CASE("a lesson has no file; edits make it dirty, saving and undoing make it clean") {
  Desk d;
  CHECK(d.file.path.empty());
  CHECK_FALSE(is_dirty(d.session));
  d.act("next; next; select cat");
  CHECK_FALSE(is_dirty(d.session));
  d.act("mask causal");
  CHECK(is_dirty(d.session));
  CHECK_FALSE(is_worth_keeping(d.file, d.session));  // one key brings it back
  CHECK(window_title(d.file, d.session).starts_with("• "));
  d.act("undo");
  CHECK_FALSE(is_dirty(d.session));
  d.act("redo");
  save_scene(d.session, d.path, d.file);
  CHECK_FALSE(is_dirty(d.session));
  CHECK(window_title(d.file, d.session).find("(scene.qkv)") != std::string::npos);
  CHECK_FALSE(window_title(d.file, d.session).starts_with("• "));
  d.act("scale off");
  CHECK(is_worth_keeping(d.file, d.session));  // a file of one's own
  d.act("undo");
  CHECK_FALSE(is_dirty(d.session));
}

TEST_CASE("a full disk, a folder that is not there, a folder in the way: one line, nothing lost") {
  Desk d;
  save_scene(d.session, d.path, d.file);
  const std::string before = read_file(d.path);
  d.act("mask causal");
  for (const std::string& place : {std::string("/dev/full"), d.scratch.file("none/scene.qkv"),
                                   d.scratch.file(""), std::string("/proc/scene.qkv")}) {
    CAPTURE(place);
    const std::string said = message_of(d.session, place, d.file);
    CHECK(said != "saved");
    CHECK(said.find('\n') == said.npos);
    CHECK(d.file.path == d.path);
    CHECK(is_dirty(d.session));
  }
  CHECK(read_file(d.path) == before);
  if (::geteuid() == 0) return;  // to whom every folder is writable
  fs::permissions(d.scratch.file(""), fs::perms::owner_read | fs::perms::owner_exec);
  CHECK(message_of(d.session, d.path, d.file).find("permissions") != std::string::npos);
  fs::permissions(d.scratch.file(""), fs::perms::owner_all);
  CHECK(read_file(d.path) == before);
}

TEST_CASE("a file that another program changed is noticed, and its version kept") {
  Desk d;
  save_scene(d.session, d.path, d.file);
  CHECK_FALSE(changed_by_others(d.file));
  write_file(d.path, "# somebody else's\n");
  CHECK(changed_by_others(d.file));
  d.act("mask causal");
  const std::string said = save_scene(d.session, d.path, d.file);
  CHECK(said.find("scene.qkv~") != std::string::npos);
  CHECK(read_file(d.path + "~") == "# somebody else's\n");
  CHECK_FALSE(changed_by_others(d.file));
  fs::remove(d.path);
  CHECK_FALSE(changed_by_others(d.file));  // saving brings it back
}

TEST_CASE("comments of a person stay in the file that is saved, and in its copy") {
  Desk d;
  write_file(d.path, "# mine\n" + write_qkv(saved_scene(d.session, d.path)));
  d.session = open_session(load_file(d.path));
  d.file = scene_file(d.path);
  d.act("mask causal; end");
  save_scene(d.session, d.path, d.file);
  CHECK(read_file(d.path).starts_with("# mine\n"));
  CHECK(open_session(load_file(d.path)).options == d.session.options);
  save_scene(d.session, d.scratch.file("copy.qkv"), d.file);
  CHECK(read_file(d.scratch.file("copy.qkv")).starts_with("# mine\n"));
}

TEST_CASE("what is written opens, also where a question speaks of a word that is gone") {
  Desk d;
  Document changed = *d.session.document;
  for (std::string& word : changed.query_words) word += "!";
  changed.key_words = changed.query_words;
  changed.state = {};
  const Session session = open_session([&] {
    Document bare = changed;
    bare.questions.clear();
    bare.steps.clear();
    return std::make_shared<const Document>(bare);
  }());
  Session broken = session;
  broken.document = std::make_shared<const Document>(changed);
  const SceneText scene = scene_text(broken, d.path);
  CHECK(!scene.left_out.empty());
  write_file(d.path, scene.text);
  CHECK(load_file(d.path)->query_words == changed.query_words);
}

TEST_CASE("recent files: the newest first, each once, a few") {
  const test::Scratch scratch;
  const std::string list = scratch.file("state/recent");
  CHECK(read_recent(list).empty());
  for (int i = 0; i < 20; ++i) add_recent(list, "/a/" + std::to_string(i) + ".qkv");
  add_recent(list, "/a/15.qkv");
  const auto recent = read_recent(list);
  CHECK(recent.size() == kMostRecent);
  CHECK(recent[0] == "/a/15.qkv");
  CHECK(recent[1] == "/a/19.qkv");
  CHECK(std::count(recent.begin(), recent.end(), "/a/15.qkv") == 1);
}

TEST_CASE("the window's own file dialog: lists, walks, completes, refuses") {
  const test::Scratch scratch;
  fs::create_directories(scratch.file("sub folder"));
  for (const char* name : {"b.qkv", "A.NPZ", "note.txt", ".hidden.qkv", "beta.qkv"})
    write_file(scratch.file(name), "x");
  FileBrowser browser;
  browser.extensions = {".qkv", ".npz"};
  look_into(browser, scratch.file(""));
  REQUIRE(browser.entries.size() == 5);
  CHECK(browser.entries[0] == FolderEntry{"..", true});
  CHECK(browser.entries[1] == FolderEntry{"sub folder", true});
  CHECK(browser.entries[2] == FolderEntry{"A.NPZ", false});
  select_by(browser, 1);
  CHECK(browser.typed == "..");
  select_by(browser, 1);
  CHECK_FALSE(enter(browser));
  CHECK(browser.folder == scratch.file("sub folder"));
  browser.typed = "..";
  CHECK_FALSE(enter(browser));
  browser.typed = "be";
  complete(browser);
  CHECK(browser.typed == "beta.qkv");
  CHECK(enter(browser) == scratch.file("beta.qkv"));
  browser.typed = "no such";
  CHECK_FALSE(enter(browser));
  CHECK(browser.error.find("no such") != std::string::npos);
  browser.typed = "trophy";
  CHECK(enter(browser) == "trophy");  // a lesson
  browser.typed = "/no/such/folder/x.qkv";
  CHECK_FALSE(enter(browser));
  look_into(browser, "/no/such/folder");
  CHECK(!browser.error.empty());
  CHECK(!browser.entries.empty());  // it stays where it was

  browser.saving = true;
  browser.typed = "new one";
  CHECK(enter(browser) == scratch.file("new one.qkv"));
  browser.typed = "b";
  CHECK_FALSE(enter(browser));
  CHECK(browser.error.find("b.qkv") != std::string::npos);
  CHECK(enter(browser) == scratch.file("b.qkv"));  // the second time
  browser.typed = "none/x";
  CHECK_FALSE(enter(browser));
}

TEST_CASE("the platform's dialog: the tool that is there, the desktop's own first") {
  const test::Scratch scratch;
  const FileRequest request{true, "Save", "/home/me", "a b.qkv", {".qkv", ".npz"}, "QKV"};
  const std::string places = scratch.file("one") + ":" + scratch.file("two");
  CHECK(dialog_command(request, "", places, "KDE").empty());
  const auto tool = [&](const std::string& name) {
    fs::create_directories(fs::path(scratch.file(name)).parent_path());
    write_file(scratch.file(name), "#!/bin/sh\n");
    fs::permissions(scratch.file(name), fs::perms::owner_all);
  };
  tool("two/zenity");
  const auto zenity = dialog_command(request, "", places, "KDE");
  REQUIRE(!zenity.empty());
  CHECK(zenity[0] == "zenity");
  CHECK(std::count(zenity.begin(), zenity.end(), "--save") == 1);
  CHECK(std::count(zenity.begin(), zenity.end(), "--filename=/home/me/a b.qkv") == 1);
  tool("one/kdialog");
  CHECK(dialog_command(request, "", places, "KDE").front() == "kdialog");
  CHECK(dialog_command(request, "", places, "GNOME").front() == "zenity");
  CHECK(dialog_command(request, "kdialog", places, "GNOME").front() == "kdialog");
  CHECK(dialog_command(request, "window", places, "KDE").empty());
}

TEST_CASE("a name of any length in the dialog of files: a short line says what is wrong") {
  for (const bool saving : {false, true}) {
    FileBrowser browser;
    browser.saving = saving;
    browser.extensions = {".qkv"};
    look_into(browser, "/");
    for (const std::string& typed :
         {std::string(1000000, 'x') + "/y", std::string(60000, ' ') + "/a/b",
          std::string("a\x01/b"), std::string("\xED\xA0\x80/b"), std::string("NaN/x")}) {
      browser.typed = typed;
      CHECK_FALSE(enter(browser));
      CHECK_FALSE(browser.error.empty());
      CHECK(browser.error.size() <= 600);
    }
  }
}
