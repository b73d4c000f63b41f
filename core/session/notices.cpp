#include "core/session/notices.h"

#include "core/session/edit_name.h"
#include "core/text/texts.h"

namespace qkv::notice {
namespace {

std::string say(std::string_view key) { return std::string(text(key)); }

}  // namespace

std::string passed(const Session& session, const WalkShape& shape, const Stop& stop) {
  if (!qkv::passed(shape, stop)) return {};
  if (!has_data(shape, stop)) return say("notice.no_data");
  if (stop.beat == Beat::mask) return say("notice.nothing_hidden");
  if (stop.beat == Beat::scale) {
    return say(scale_on(session.options) ? "notice.scale_of_one" : "notice.scale_off");
  }
  return say("notice.neither");
}

std::string no_attention() { return say("notice.no_attention"); }
std::string recorded() { return say("notice.recorded"); }
std::string own_words() { return say("notice.own_words"); }
std::string own_word(const std::string& word) {
  return filled(text("notice.own_word"), {{"word", word}});
}
std::string next_lesson(const std::string& title) {
  return filled(text("notice.next_lesson"), {{"title", title}});
}
std::string previous_lesson(const std::string& title) {
  return filled(text("notice.previous_lesson"), {{"title", title}});
}
std::string walk_done() { return say("notice.walk_done"); }
std::string left_here() { return say("notice.left_here"); }
std::string undone(const Edit& edit) {
  return filled(text("notice.undone"), {{"edit", edit_in_words(edit)}});
}
std::string redone(const Edit& edit) {
  return filled(text("notice.redone"), {{"edit", edit_in_words(edit)}});
}
std::string nothing_to_undo() { return say("notice.nothing_to_undo"); }
std::string nothing_to_redo() { return say("notice.nothing_to_redo"); }
std::string nothing_to_train() { return say("notice.nothing_to_train"); }
std::string too_large_to_freeze() { return say("notice.too_large_to_freeze"); }
std::string nothing_to_predict() { return say("notice.nothing_to_predict"); }
std::string predicting() { return say("notice.predicting"); }
std::string training_ended() { return say("notice.training_ended"); }
std::string hidden_from_training() { return say("notice.hidden_from_training"); }

}  // namespace qkv::notice
