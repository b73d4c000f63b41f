#include "core/session/easing.h"

#include <algorithm>
#include <cmath>

#include "core/session/change.h"

namespace qkv {
namespace {

bool same_shape(const Tensor& a, const Tensor& b) {
  return a.heads == b.heads && a.rows == b.rows && a.columns == b.columns;
}

bool travels(const Document& a, const Document& b) {
  return a.query_words == b.query_words && a.key_words == b.key_words &&
         same_shape(a.queries, b.queries) && same_shape(a.keys, b.keys) &&
         same_shape(a.values, b.values) && a.projection.has_value() == b.projection.has_value() &&
         !a.training && !b.training &&
         !(a.queries == b.queries && a.keys == b.keys && a.values == b.values);
}

void lead(Tensor& tensor, const Tensor& from, float t) {
  if (!same_shape(tensor, from)) return;
  for (std::size_t i = 0; i < tensor.data.size(); ++i)
    tensor.data[i] = std::lerp(from.data[i], tensor.data[i], t);
}

DocumentPtr between(const Document& from, const Document& to, float t) {
  Document document = to;
  lead(document.queries, from.queries, t);
  lead(document.keys, from.keys, t);
  lead(document.values, from.values, t);
  if (document.projection) lead(document.projection->embeddings, from.projection->embeddings, t);
  return std::make_shared<const Document>(std::move(document));
}

}  // namespace

void ease_from(Session& session, const DocumentPtr& from) {
  session.easing.reset();
  if (!session.reduced_motion && travels(*from, *session.document))
    session.easing = Easing{from, 0};
}

void advance_easing(Session& session, float progress) {
  if (!session.easing) return;
  session.easing->progress += progress;
  if (session.easing->progress >= 1) session.easing.reset();
}

Session eased(const Session& session) {
  Session seen = session;
  if (session.easing)
    seen.document =
        between(*session.easing->from, *session.document, ease(session.easing->progress));
  seen.easing.reset();
  return seen;
}

}  // namespace qkv
