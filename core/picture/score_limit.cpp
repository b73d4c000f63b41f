#include "core/picture/panels.h"

namespace qkv {

float score_limit(const Trace& trace) {
  const float largest = overview_of(trace).largest_score;
  return largest > 0.0f ? largest : 1.0f;
}

Overview range_of(const Session& session, const Trace& now) {
  return session.gesture ? session.gesture->overview : overview_of(now);
}

float score_limit(const Session& session, const Trace& now) {
  const float largest = range_of(session, now).largest_score;
  return largest > 0.0f ? largest : 1.0f;
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
