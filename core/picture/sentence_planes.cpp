#include "core/picture/sentence_planes.h"

#include <algorithm>
#include <cmath>

#include "core/document/edit_vectors.h"
#include "core/document/floor_axes.h"
#include "core/picture/comparison.h"
#include "core/picture/panels.h"

namespace qkv {
namespace {

constexpr int kMostPlanes = 64;  // of more words nobody drags a vector

using Places = std::vector<glm::vec2>;

Places on_the_floor(const Document& document, int head, Role role, const FloorAxes& axes) {
  const Rows rows = role == Role::query ? queries_of_head(document, head)
                    : role == Role::key ? keys_of_head(document, head)
                                        : values_of_head(document, head);
  const Axes& own = role == Role::query ? axes.query : role == Role::key ? axes.key : axes.value;
  Places places;
  if (static_cast<std::size_t>(rows.columns) != own.size()) return places;
  for (int r = 0; r < rows.rows; ++r) places.push_back(on_floor(rows.row(r), own));
  return places;
}

float longest(const Places& places) {
  float reach = 0;
  for (const glm::vec2 place : places)
    reach = std::max({reach, std::abs(place.x), std::abs(place.y)});
  return reach;
}

class Planes {
 public:
  Planes(const Session& session, const SentencePicture& picture)
      : session_(session),
        picture_(picture),
        range_(floor_document(session)),
        axes_(floor_axes(range_, session.slice.head)),
        comparison_(session) {}

  void add(Role role, float reach, float shown, std::vector<WordPlane>& planes) const {
    const int head = session_.slice.head;
    const Places now = on_the_floor(*session_.document, head, role, axes_);
    const Places before = past(role);
    const bool editable = is_editable(*session_.document);
    for (int i = 0; i < static_cast<int>(now.size()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      WordPlane plane;
      plane.role = role;
      plane.word = i;
      plane.tip = now[at];
      plane.reach = reach;
      plane.draggable = editable && shown > 0.5f;
      plane.shown = shown;
      const bool own = role == Role::query ? i == picture_.chosen : i == picture_.acting;
      plane.emphasis = own ? Emphasis::acting : Emphasis::normal;
      const int then = comparison_ ? old_place(role, i) : i;
      if (then >= 0 && static_cast<std::size_t>(then) < before.size() &&
          before[static_cast<std::size_t>(then)] != now[at])
        plane.then = before[static_cast<std::size_t>(then)];
      const Quantity::Kind kind = role == Role::query ? Quantity::Kind::query
                                  : role == Role::key ? Quantity::Kind::key
                                                      : Quantity::Kind::value;
      plane.quantity = {kind,
                        picture_.layer,
                        picture_.head,
                        role == Role::query ? i : -1,
                        role == Role::query ? -1 : i,
                        -1};
      planes.push_back(plane);
    }
  }

  float reach(Role role) const {
    return longest(on_the_floor(range_, session_.slice.head, role, axes_));
  }

 private:
  int old_place(Role role, int i) const {
    return role == Role::query ? comparison_.row_in_a(i) : comparison_.key_in_a(i);
  }
  /// Where the vectors lay in A, or before the drag.
  Places past(Role role) const {
    if (comparison_)
      return on_the_floor(*session_.frozen->document, session_.frozen->slice.head, role, axes_);
    return session_.gesture
               ? on_the_floor(ranging_document(session_), session_.slice.head, role, axes_)
               : Places{};
  }

  const Session& session_;
  const SentencePicture& picture_;
  const Document& range_;
  const FloorAxes& axes_;
  Comparison comparison_;
};

}  // namespace

std::vector<WordPlane> word_planes(const Session& session, const SentencePicture& picture) {
  const Document& document = *session.document;
  std::vector<WordPlane> planes;
  if (document.queries.data.empty() || document.keys.data.empty() ||
      std::max(document.n(), document.m()) > kMostPlanes)
    return planes;
  const Planes all(session, picture);
  const float reach = kPlaneAir * std::max(all.reach(Role::query), all.reach(Role::key));
  if (!(reach > 0)) return planes;
  all.add(Role::query, reach, picture.queries_shown, planes);
  const float values = kPlaneAir * all.reach(Role::value);
  if (picture.values >= 0.5f && values > 0)
    all.add(Role::value, values, picture.values_shown, planes);
  else
    all.add(Role::key, reach, picture.keys_shown, planes);
  return planes;
}

}  // namespace qkv
