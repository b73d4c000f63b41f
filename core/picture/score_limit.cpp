#include <algorithm>
#include <cmath>

#include "core/picture/panels.h"

namespace qkv {

float score_limit(const Trace& trace) {
  const float largest = overview_of(trace).largest_score;
  return largest > 0.0f ? largest : 1.0f;
}

Overview range_of(const Session& session, const Trace& now) {
  return session.gesture ? session.gesture->overview : overview_of(now);
}

namespace {

/// Of a head that was made for one thing: such heads have nothing to be compared by but their
/// shapes, and the largest of them would leave the others pale. Few words and few heads.
float limit_of_head(const Trace& trace, int head) {
  float largest = 0;
  for (int row = 0; row < trace.n; ++row)
    for (int key = 0; key < trace.m; ++key)
      largest = std::max(largest, std::abs(trace.scores[trace.at(head, row, key)]));
  return largest > 0.0f ? largest : 1.0f;
}

bool are_made_apart(const Document& document, const Trace& trace) {
  return !document.head_names.empty() && !document.recording && trace.has_scores &&
         trace.kept == Keep::all_scores && trace.heads == document.heads();
}

}  // namespace

float score_limit(const Session& session, const Trace& now) {
  if (are_made_apart(*session.document, now)) {
    // While something is dragged the range stays that of the beginning.
    Trace before;
    if (session.gesture)
      trace_of(*session.gesture->before.document, session.gesture->before.options, session.slice,
               before);
    const Trace& seen = session.gesture ? before : now;
    float limit = limit_of_head(seen, session.slice.head);
    for (auto blend = session.blends.rbegin(); blend != session.blends.rend(); ++blend)
      if (blend->property == Blend::Property::slice)
        limit =
            std::lerp(limit_of_head(seen, blend->from_slice.head), limit, ease(blend->progress));
    return limit;
  }
  const float largest = range_of(session, now).largest_score;
  return largest > 0.0f ? largest : 1.0f;
}

const Overview* overview_of_floor(const Session& session) {
  if (&floor_document(session) == &ranging_document(session)) return nullptr;
  return &session.kept_floor->overview;
}

float floor_limit(const Session& session, const Trace& now) {
  const Overview* const then = overview_of_floor(session);
  if (then == nullptr) return score_limit(session, now);
  if (are_made_apart(*session.document, now)) {
    Trace measured;
    trace_of(floor_document(session), session.options, session.slice, measured);
    return limit_of_head(measured, session.slice.head);
  }
  return then->largest_score > 0.0f ? then->largest_score : 1.0f;
}

const Document& ranging_document(const Session& session) {
  const Document& now = *session.document;
  if (!session.gesture) return now;
  const Document& before = *session.gesture->before.document;
  // Another sentence or other dimensions have no place on the old floor.
  const bool fits = before.queries.columns == now.queries.columns &&
                    before.values.columns == now.values.columns &&
                    before.query_words.size() == now.query_words.size() &&
                    before.key_words.size() == now.key_words.size();
  return fits ? before : now;
}

}  // namespace qkv
