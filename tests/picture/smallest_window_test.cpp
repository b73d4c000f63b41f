// The ordinary window at its smallest, 1024 x 640, where German has the least room.

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/text/texts.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

/// A long word of a sentence may end in dots; a sentence of ours may not.
bool is_part_of_a_word(const std::string& text, const Document& document) {
  const std::string head = text.substr(0, text.size() - std::string("\u2026").size());
  return std::any_of(document.key_words.begin(), document.key_words.end(),
                     [&](const std::string& word) { return word.starts_with(head); });
}

}  // namespace

TEST_CASE("every lesson in the smallest window, in every language: nothing overlaps or is cut") {
  const PageSize smallest{1024, 640};
  for (const std::string& spoken : languages()) {
    const test::Speaking speaking(spoken);
    for (const LessonInfo& lesson : lessons()) {
      CAPTURE(spoken);
      CAPTURE(lesson.id);
      Player player(lesson.id.c_str());
      for (int steps = 0; steps < 200; ++steps) {
        CAPTURE(player.at());
        const Session& session = player.session;
        const Picture picture = paint(session, player.trace(), player.traces.before(session));
        const auto page = test::panels_page(session, picture, smallest);
        std::string found =
            test::faults(page, session) +
            test::scene_faults(session, layout(session, picture, smallest), smallest);
        // The lesson's name in the toolbar gives way to a long sentence.
        for (const test::PlacedText& text : page.texts)
          if (text.panel != PanelId::toolbar && test::cut_short(text.text->text) &&
              !is_part_of_a_word(text.text->text, *session.document))
            found += " [cut] " + text.text->text;
        CHECK(found == "");
        if (session.next_lesson_offered || session.notice == text("notice.walk_done")) break;
        player.settled("next");
      }
    }
  }
}
