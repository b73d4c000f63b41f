#include <algorithm>

#include "core/document/library.h"
#include "core/picture/panels.h"
#include "core/session/course.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string state_of(const ContentsPicture::Entry& entry) {
  if (!entry.opened) return std::string(text("contents.new"));
  if (entry.questions == 0 || entry.answered == 0)
    return std::string(text(entry.walked ? "contents.seen" : "contents.begun"));
  return filled(text("contents.answered"),
                {{"right", std::to_string(entry.right)}, {"of", std::to_string(entry.questions)}});
}

/// Lessons that share a place are told apart: 6, 6b.
std::string number_of_lesson(const std::vector<LessonInfo>& all, std::size_t i) {
  if (all[i].course == 0) return "\u00b7";
  char letter = 'a';
  for (std::size_t j = i; j > 0 && all[j - 1].course == all[i].course; --j) ++letter;
  const std::string number = std::to_string(all[i].course);
  return letter == 'a' ? number : number + letter;
}

}  // namespace

ContentsPicture paint_contents(const Session& session) {
  ContentsPicture picture;
  picture.title = std::string(text("contents.title"));
  picture.subtitle = std::string(text("contents.subtitle"));
  const std::vector<LessonInfo>& all = lessons();
  int walked = 0, right = 0, questions = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ContentsPicture::Entry entry;
    entry.id = all[i].id;
    entry.title = title_of(all[i]);
    entry.number = number_of_lesson(all, i);
    entry.questions = all[i].questions;
    entry.here = session.document->origin == "lesson " + entry.id;
    if (const auto own = session.progress.find(entry.id); own != session.progress.end()) {
      entry.opened = own->second.opened;
      entry.walked = own->second.walked;
      entry.right = std::min(own->second.right, entry.questions);
      entry.answered = std::min(own->second.answered, entry.questions);
    }
    entry.state = state_of(entry);
    walked += entry.walked ? 1 : 0;
    right += entry.right;
    questions += entry.questions;
    picture.entries.push_back(std::move(entry));
  }
  const std::string go_on = lesson_to_go_on_in(session);
  for (ContentsPicture::Entry& entry : picture.entries) entry.next = entry.id == go_on;
  picture.summary = filled(text("contents.summary"), {{"seen", std::to_string(walked)},
                                                      {"of", std::to_string(all.size())},
                                                      {"right", std::to_string(right)},
                                                      {"questions", std::to_string(questions)}});
  return picture;
}

}  // namespace qkv
