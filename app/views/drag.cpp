#include "app/views/drag.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "core/document/edit_vectors.h"
#include "core/document/floor_axes.h"
#include "core/document/one_score.h"
#include "core/picture/panels.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kDragStart = 4;         // design pixels that tell a drag from a click
constexpr float kPixelsPerRange = 260;  // of a cell's drag: from one end of the scores to the other
constexpr float kFine = 0.01f, kCoarse = 0.1f;

using Kind = Quantity::Kind;

float rounded(float value, float step) {
  const float number = std::round(value / step) * step;
  // In tenths, not in a float's nearest to many of them.
  const double digits = std::round(1.0 / static_cast<double>(step));
  return static_cast<float>(std::round(static_cast<double>(number) * digits) / digits) + 0.0f;
}

bool is_cell(const Quantity& quantity) {
  return quantity.row >= 0 && quantity.column >= 0 &&
         (quantity.kind == Kind::score || quantity.kind == Kind::scaled ||
          quantity.kind == Kind::masked || quantity.kind == Kind::weight);
}

/// On the table itself: the bars below it tell the same numbers, which are not dragged there. Each
/// line of the table chooses its word; of very many words they have none.
bool in_table(const Page& page, glm::vec2 at) {
  const PanelPlace* table = find_panel(page, PanelId::table);
  if (table == nullptr || !table->rect.contains(at)) return false;
  const auto chooses = [](const Hit& hit) {
    return !hit.actions.empty() && std::holds_alternative<action::Select>(hit.actions.front());
  };
  const Hit* const hit = hit_at(page, at);
  if (hit != nullptr) return chooses(*hit);
  return std::none_of(page.hits.begin(), page.hits.end(), [&](const Hit& other) {
    return table->rect.contains({other.rect.right() - 1, other.rect.y + other.rect.h / 2}) &&
           chooses(other);
  });
}

VectorKind vector_kind(const Quantity& quantity) {
  return quantity.kind == Kind::query ? VectorKind::query
         : quantity.kind == Kind::key ? VectorKind::key
                                      : VectorKind::value;
}
int word_of(const Quantity& quantity) {
  return quantity.kind == Kind::query ? quantity.row : quantity.column;
}

Action set_vector(const Quantity& quantity, std::vector<float> numbers) {
  const action::VectorEdit edit{word_of(quantity), std::move(numbers)};
  if (quantity.kind == Kind::query) return action::SetQuery{edit};
  if (quantity.kind == Kind::key) return action::SetKey{edit};
  return action::SetValue{edit};
}

void begin(ViewState& view, Grip grip, Intents& intents) {
  view.grip = grip;
  if (std::exchange(view.drag.begun, true)) return;
  intents.actions.push_back(action::Grab{});
}

Action paint(const ViewState& view, const Quantity& cell) {
  if (view.drag.shows) return action::ShowCell{cell.row, cell.column};
  return action::HideCell{cell.row, cell.column};
}

void take_tip(const Session& session, const Handle& handle, ViewState& view) {
  const Document& document = *session.document;
  const FloorAxes& axes = floor_axes(floor_document(session), session.slice.head);
  const VectorKind kind = vector_kind(handle.quantity);
  const auto vector = vector_of(document, session.slice.head, kind, word_of(handle.quantity));
  view.grip = Grip::tip;
  view.drag = {};
  view.drag.handle = handle;
  view.drag.what = handle.quantity;
  view.drag.vector.assign(vector.begin(), vector.end());
  view.drag.axes = kind == VectorKind::query ? axes.query
                   : kind == VectorKind::key ? axes.key
                                             : axes.value;
}

/// The power of ten that is two pixels or less: the arithmetic on the screen reads in short
/// numbers, and the tip lands where it is let go.
float fine_step(const Handle& handle) {
  const float pixels = std::max(glm::length(handle.along_x), glm::length(handle.along_y));
  const float power = std::ceil(std::log10(std::max(pixels / 2, 1e-6f)));
  return std::pow(10.0f, -std::clamp(power, -6.0f, 4.0f));
}

/// Is every number that the floor shows one of its two coordinates?
bool shows_numbers(const std::vector<glm::vec2>& axes) {
  return std::all_of(axes.begin(), axes.end(), [](glm::vec2 axis) {
    return axis == glm::vec2(0) || axis == glm::vec2(1, 0) || axis == glm::vec2(0, 1);
  });
}

/// The vector with its tip at a short number along each axis of the floor. A number that the floor
/// does not show stays to the last bit.
std::vector<float> moved_by(const Drag& drag, glm::vec2 by, bool snaps) {
  const float step = snaps ? kCoarse : fine_step(drag.handle);
  const glm::vec2 from = on_floor(drag.vector, drag.axes), to = from + by;
  const glm::vec2 short_way = glm::vec2(rounded(to.x, step), rounded(to.y, step)) - from;
  std::vector<float> moved = moved_on_floor(drag.vector, drag.axes, short_way);
  const bool plain = shows_numbers(drag.axes);
  // Where the floor's two coordinates are mixtures, they are what snaps: the vector's own numbers
  // are as fine as that needs.
  const float own = plain ? step : snaps ? step / 1000 : step / 10;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const float old = drag.vector[i];
    const bool seen = plain ? drag.axes[i] != glm::vec2(0) : std::abs(moved[i] - old) > own / 2;
    moved[i] = seen ? rounded(moved[i], own) : old;
  }
  return moved;
}

void drag_tip(const ViewState& view, const Held& held, Intents& intents) {
  const Handle& handle = view.drag.handle;
  const glm::vec2 by = view.mouse - view.press_at;
  const glm::vec2 x = handle.along_x, y = handle.along_y;
  const float across = x.x * y.y - x.y * y.x;
  if (std::abs(across) < 1e-6f) return;  // the floor is seen from its edge
  const glm::vec2 floor_way{(by.x * y.y - by.y * y.x) / across, (x.x * by.y - x.y * by.x) / across};
  const std::vector<float> moved = moved_by(view.drag, floor_way, held.shift);
  intents.actions.push_back(set_vector(view.drag.what, moved));
}

void drag_cell(const Page& page, const ViewState& view, const Held& held, Intents& intents) {
  const float up = (view.press_at.y - view.mouse.y) / (kPixelsPerRange * page.unit);
  const float score = view.drag.score + 2 * view.drag.limit * up;
  const Quantity& cell = view.drag.what;
  // Alt may be pressed on the way: the key goes back where it was, and the query moves.
  intents.actions.push_back(action::Cancel{});
  intents.actions.push_back(action::Grab{});
  intents.actions.push_back(action::SetScore{
      cell.row, cell.column, rounded(score, held.shift ? kCoarse : kFine), held.alt});
}

void drag_chip(const Page& page, ViewState& view, Intents& intents) {
  for (const Hit& hit : page.hits) {
    if (hit.quantity.kind != Kind::word || hit.quantity.row == view.drag.what.row) continue;
    if (view.mouse.x < hit.rect.x || view.mouse.x >= hit.rect.right()) continue;
    // Past the middle of the other chip, or a wide one would swap back and forth with a narrow one.
    const float middle = hit.rect.x + hit.rect.w / 2;
    const bool rightward = hit.quantity.row > view.drag.what.row;
    if (rightward ? view.mouse.x < middle : view.mouse.x > middle) continue;
    intents.actions.push_back(action::MoveWord{view.drag.what.row, hit.quantity.row});
    view.drag.what.row = hit.quantity.row;
    return;
  }
}

void paint_on(const Session& session, const Page& page, ViewState& view, Intents& intents) {
  const Quantity cell = quantity_at(page, view.mouse);
  if (!paints_mask(session, cell) || cell == view.drag.what) return;
  view.drag.what = cell;
  intents.actions.push_back(paint(view, cell));
}

float score_of(const Session& session, const Quantity& cell) {
  return static_cast<float>(
      one_score(*session.document, session.slice.head, cell.row, cell.column));
}

bool far_enough(const Page& page, const ViewState& view) {
  return glm::distance(view.mouse, view.press_at) >= kDragStart * page.unit;
}

}  // namespace

std::vector<Line> drag_lines(const Session& session, const ViewState& view) {
  if (!view.drag.begun) return {};
  const Document& document = *session.document;
  const int head = session.slice.head;
  const Quantity& what = view.drag.what;
  Span said;
  if (view.grip == Grip::cell) {
    const auto word = static_cast<std::size_t>(what.row),
               key = static_cast<std::size_t>(what.column);
    said.text = filled(text("drag.cell"),
                       {{"word", document.query_words.at(word)},
                        {"key", document.key_words.at(key)},
                        {"then", format_number(static_cast<double>(view.drag.score), 2)},
                        {"now", format_number(static_cast<double>(score_of(session, what)), 2)}});
  } else if (view.grip == Grip::tip && !shows_numbers(view.drag.axes)) {
    const auto vector = vector_of(document, head, vector_kind(what), word_of(what));
    const glm::vec2 place = on_floor(vector, view.drag.axes);
    said.text = filled(text("drag.floor"), {{"x", format_number(static_cast<double>(place.x), 2)},
                                            {"y", format_number(static_cast<double>(place.y), 2)}});
  } else {
    return {};
  }
  return std::vector<Line>(1, Line(1, said));
}

bool is_drag(Grip grip) {
  return grip == Grip::tip || grip == Grip::cell || grip == Grip::paint || grip == Grip::chip;
}

bool paints_mask(const Session& session, const Quantity& quantity) {
  return quantity.kind == Kind::masked && is_cell(quantity) && !is_recorded(session);
}

const Handle* handle_at(const Page& page, glm::vec2 point) {
  const PanelPlace* scene = find_panel(page, PanelId::scene);
  if (scene == nullptr || !scene->rect.contains(point) || hit_at(page, point)) return nullptr;
  const Handle* nearest = nullptr;
  float least = 0;
  for (const Handle& handle : page.handles) {
    const float distance = glm::distance(handle.at, point);
    // Later ones are drawn over earlier ones.
    if (distance > handle.radius || (nearest && distance > least)) continue;
    nearest = &handle;
    least = distance;
  }
  return nearest;
}

bool take_hold(const Session& session, const Page& page, ViewState& view, Intents& intents) {
  // A gesture whose end got lost ends here.
  if (session.gesture) intents.actions.push_back(action::Release{});
  view.drag = {};
  if (const Handle* handle = handle_at(page, view.mouse)) {
    take_tip(session, *handle, view);
    return true;
  }
  if (!in_table(page, view.mouse)) return false;
  const Quantity cell = quantity_at(page, view.mouse);
  if (!is_cell(cell) || session.question >= 0) return false;
  if (paints_mask(session, cell)) {
    begin(view, Grip::paint, intents);
    view.drag.what = cell;
    const Document& document = *session.document;
    view.drag.shows = !is_visible(session.options.mask, session.slice.head, cell.row, cell.column,
                                  document.n(), document.m());
    intents.actions.push_back(paint(view, cell));
    return true;
  }
  if (is_editable(*session.document)) view.drag.what = cell;
  return false;
}

void drag_on(const Session& session, const Page& page, const Held& held, ViewState& view,
             Intents& intents) {
  if (view.grip == Grip::hit && far_enough(page, view)) {
    const glm::vec2 by = view.mouse - view.press_at;
    const Hit* pressed = hit_at(page, view.press_at);
    if (is_cell(view.drag.what) && std::abs(by.y) >= std::abs(by.x)) {
      view.drag.score = score_of(session, view.drag.what);
      view.drag.limit = std::max(view.limit, 1e-3f);
      begin(view, Grip::cell, intents);
    } else if (pressed != nullptr && pressed->quantity.kind == Kind::word) {
      view.drag.what = pressed->quantity;
      begin(view, Grip::chip, intents);
    }
  }
  switch (view.grip) {
    case Grip::tip:
      if (!view.drag.begun && !far_enough(page, view)) return;
      begin(view, Grip::tip, intents);
      return drag_tip(view, held, intents);
    case Grip::cell:
      return drag_cell(page, view, held, intents);
    case Grip::paint:
      return paint_on(session, page, view, intents);
    case Grip::chip:
      return drag_chip(page, view, intents);
    default:
      return;
  }
}

bool let_go(ViewState& view, bool keep, Intents& intents) {
  if (!is_drag(view.grip)) return false;
  view.grip = Grip::none;
  view.pressed.clear();
  if (!std::exchange(view.drag.begun, false)) return true;
  if (keep)
    intents.actions.push_back(action::Release{});
  else
    intents.actions.push_back(action::Cancel{});
  return true;
}

}  // namespace qkv
