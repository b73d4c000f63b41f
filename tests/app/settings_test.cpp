// What a person chose for good.

#include <doctest/doctest.h>

#include "app/frame/settings_file.h"
#include "core/document/library.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "tests/support/scratch.h"

using namespace qkv;

TEST_CASE(
    "motion: the system's, or what was chosen; the files of earlier programs are understood") {
  const test::Scratch scratch;
  const std::string path = scratch.file("settings");
  CHECK(read_motion(path) == Motion::system);
  const Session session = open_session(load_lesson("cat"));
  for (const Motion motion : {Motion::system, Motion::full, Motion::reduced}) {
    write_file(path, settings_text(session, "de", motion));
    CHECK(read_motion(path) == motion);
    CHECK(read_language(path) == "de");
  }
  write_file(path, "theme dark\nreduced-motion off\n");  // written without a choice
  CHECK(read_motion(path) == Motion::system);
  write_file(path, "theme dark\nreduced-motion on\n");
  CHECK(read_motion(path) == Motion::reduced);
}

TEST_CASE("settings are written and read back; lines of a later program are passed over") {
  const test::Scratch scratch;
  const std::string path = scratch.file("config/qkv/settings");
  Session session = open_session(load_lesson("cat")), again = session;
  read_settings(path, again);  // there is none yet
  CHECK(again.theme == session.theme);
  CHECK(read_language(path).empty());
  TraceCache traces;
  apply(session, traces.now(session), action::SetTheme{Theme::light});
  apply(session, traces.now(session), action::TextScale{1.5f});
  write_settings(path, settings_text(session, "de"));
  CHECK(read_language(path) == "de");
  read_settings(path, again);
  CHECK(again.theme == Theme::light);
  CHECK(again.layout.text_scale == 1.5f);
  CHECK(settings_text(again, "de") == settings_text(session, "de"));

  Session own = open_session(load_lesson("cat"));
  write_file(path, "colour red\n\x01\nlanguage\nlanguage de\nnext\ntheme light\n");
  CHECK(read_language(path) == "de");
  read_settings(path, own, false);
  CHECK(own.theme == Theme::dark);                // chosen otherwise
  CHECK(own.playhead.target == Stop{});           // next is no setting
  write_settings("/proc/nowhere/settings", "x");  // says nothing, stops nothing
}
