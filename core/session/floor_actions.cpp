#include "core/session/floor_actions.h"

#include <algorithm>

#include "core/document/edit_vectors.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

bool stands_on(const DocumentPtr& document, const Session& session) {
  return session.kept_floor && session.kept_floor->of.get() == document.get();
}

bool same_words(const Document& a, const Document& b) {
  return a.query_words == b.query_words && a.key_words == b.key_words &&
         a.queries.columns == b.queries.columns && a.values.columns == b.values.columns;
}

/// Empty where a floor needs more than the vectors of this head: then it is measured anew.
std::vector<action::LayFloor> differences(const Document& measured, const Document& document,
                                          int head) {
  std::vector<action::LayFloor> found;
  if (!is_editable(document) || document.training || !same_words(measured, document)) return found;
  const auto look = [&](VectorKind kind, int rows) {
    for (int row = 0; row < rows; ++row) {
      const auto then = vector_of(measured, head, kind, row);
      if (!std::ranges::equal(then, vector_of(document, head, kind, row)))
        found.push_back({kind, row, {then.begin(), then.end()}});
    }
  };
  if (document.projection) {
    look(VectorKind::embedding, document.n());
  } else {
    look(VectorKind::query, document.n());
    look(VectorKind::key, document.m());
    look(VectorKind::value, document.m());
  }
  return found;
}

DocumentPtr laid_on(DocumentPtr document, int head, const std::vector<action::LayFloor>& vectors) {
  for (const action::LayFloor& laid : vectors)
    document = with_vector(*document, head, laid.kind, laid.row, laid.numbers);
  return document;
}

bool same_vectors(const Document& a, const Document& b) {
  return a.queries == b.queries && a.keys == b.keys && a.values == b.values;
}

}  // namespace

void keep_floor(Session& session, const Gesture& gesture) {
  if (session.document.get() == gesture.before.document.get()) return;
  const int head = session.slice.head;
  KeptFloor kept{gesture.before.document, session.document, head, gesture.overview};
  if (stands_on(gesture.before.document, session)) {
    kept.measured = session.kept_floor->measured;
    kept.overview = session.kept_floor->overview;
  }
  session.kept_floor.reset();
  try {
    const auto vectors = differences(*kept.measured, *session.document, head);
    if (vectors.empty() || !same_vectors(*laid_on(session.document, head, vectors), *kept.measured))
      return;
    session.kept_floor = std::move(kept);
  } catch (const InputError&) {
    // Vectors that cannot be laid again cannot be saved either.
  }
}

void look_after_floor(Session& session) {
  if (!session.kept_floor || session.gesture) return;
  // Of another document it waits: redo may bring back the one that stands on it.
  if (session.kept_floor->head != session.slice.head) session.kept_floor.reset();
}

std::vector<action::LayFloor> kept_vectors(const Session& session) {
  if (!stands_on(session.document, session)) return {};
  return differences(*session.kept_floor->measured, *session.document, session.kept_floor->head);
}

void lay_floor(Session& session, const action::LayFloor& laid) {
  if (session.gesture) return;
  const int head = session.slice.head;
  KeptFloor kept{session.document, session.document, head, {}};
  if (stands_on(session.document, session)) kept.measured = session.kept_floor->measured;
  try {
    kept.measured = laid_on(kept.measured, head, {laid});
  } catch (const InputError&) {
    return;  // no such vector
  }
  Trace trace;
  trace_of(*kept.measured, session.options, session.slice, trace);
  kept.overview = overview_of(trace);
  session.kept_floor = std::move(kept);
}

}  // namespace qkv
