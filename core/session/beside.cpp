#include "core/session/beside.h"

#include <algorithm>

#include "core/document/written.h"

namespace qkv {

bool can_lie_beside(const Document& document) {
  return document.recording && !is_written(document);
}

void put_beside(Session& session, const DocumentPtr& recording) {
  session.beside = recording;
  session.beside_slice = {recording->state.layer, recording->state.batch, recording->state.head};
  session.scene = Scene::lesson;
}

bool takes_now(const Session& session) {
  return session.document->takes_beside && shown_scene(session) == Scene::lesson &&
         !session.contents;
}

PlaceHabits place_habits(const Trace& trace, int head) {
  PlaceHabits habits;
  int rows = 0, followed = 0;
  // The first row has no word before it, and itself is the first: it says nothing.
  for (int row = 1; row < trace.n && row < trace.m; ++row) {
    habits.before += static_cast<double>(trace.weight(head, row, row - 1));
    habits.itself += static_cast<double>(trace.weight(head, row, row));
    habits.first += static_cast<double>(trace.weight(head, row, 0));
    ++rows;
    if (row + 1 >= trace.m) continue;
    habits.next += static_cast<double>(trace.weight(head, row, row + 1));
    ++followed;
  }
  if (rows == 0) return {};
  return {habits.before / rows, habits.itself / rows, habits.next / std::max(1, followed),
          habits.first / rows};
}

Slice looks_one_back(const Document& recording) {
  Slice best;
  double most = -1;
  for (int layer = 0; layer < recording.layers(); ++layer) {
    Trace trace;
    trace_of(recording, recording.options, {layer, 0, 0}, trace);
    for (int head = 0; head < trace.heads; ++head)
      if (const double before = place_habits(trace, head).before; before > most) {
        most = before;
        best = {layer, 0, head};
      }
  }
  return best;
}

}  // namespace qkv
