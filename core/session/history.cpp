#include "core/session/history.h"

#include <utility>

namespace qkv {
namespace {

const Edit* move_last(std::vector<Edit>& from, std::vector<Edit>& to) {
  if (from.empty()) return nullptr;
  to.push_back(std::move(from.back()));
  from.pop_back();
  return &to.back();
}

}  // namespace

void record(History& history, Edit edit) {
  if (edit.before == edit.after) return;
  history.done.push_back(std::move(edit));
  history.undone.clear();
}

const Edit* undo(History& history) { return move_last(history.done, history.undone); }
const Edit* redo(History& history) { return move_last(history.undone, history.done); }

}  // namespace qkv
