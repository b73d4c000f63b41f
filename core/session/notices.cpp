#include "core/session/notices.h"

namespace qkv::notice {

std::string passed(const Session& session, const WalkShape& shape, const Stop& stop) {
  if (!qkv::passed(shape, stop)) return {};
  if (!has_data(shape, stop)) return "This file has no numbers for this step.";
  if (stop.beat == Beat::mask) return "Nothing is hidden: this step changes nothing.";
  if (stop.beat == Beat::scale) {
    return scale_on(session.options) ? "d = 1: dividing by \u221a1 changes nothing."
                                     : "The scale is off: this step changes nothing.";
  }
  return "Neither scale nor mask: this step changes nothing.";
}

std::string recorded() { return "These numbers were recorded: mask and scale cannot change them."; }
std::string next_lesson(const std::string& title) {
  return "The walk is done. Next once more opens the next lesson: " + title + ".";
}
std::string walk_done() { return "The walk is done."; }
std::string undone(const std::string& edit) { return "Undone: " + edit + "."; }
std::string redone(const std::string& edit) { return "Done again: " + edit + "."; }
std::string nothing_to_undo() { return "Nothing to undo."; }
std::string nothing_to_redo() { return "Nothing to do again."; }

}  // namespace qkv::notice
