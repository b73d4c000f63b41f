// Mix: each value shrinks to its weight and is laid tip to tail; z grows to the last tip.

#include <algorithm>
#include <cmath>
#include <span>

#include "core/picture/comparison.h"
#include "core/picture/landscape/parts.h"
#include "core/text/format_number.h"

namespace qkv::landscape {
namespace {

bool is_zero(glm::vec2 v) { return v.x == 0 && v.y == 0; }

float piece_amount(const Walk& walk, int j) {
  const float amount = walk.key_amount(Stage::mix, j);
  // The first piece waits until the floor has turned.
  return amount < 1 && walk.amounts.turn < 1 ? part(amount, 0.75f, 1) : amount;
}

void add_value_arrow(const Walk& walk, int j, int rank, LandscapePicture& picture) {
  const bool keys_mixed = walk.now.options.variant.keys_as_values;
  FloorArrow arrow;
  arrow.role = keys_mixed ? Role::key : Role::value;
  arrow.to = kept_on_floor(walk, true, walk.space.values[static_cast<std::size_t>(j)], arrow.cut);
  arrow.draggable = walk.value_fade > 0.9f && walk.editable && !keys_mixed;
  arrow.ring = is_zero(arrow.to);
  const bool mixed = piece_amount(walk, j) > 0;
  arrow.emphasis = Emphasis::faint;
  const bool crowd = walk.keys() > 12 && !may_speak(walk, j, rank);
  arrow.shown = walk.value_fade * (1 - 0.5f * walk.hidden(j)) * (crowd ? 0.4f : 1.0f) *
                between(1, 0.6f, walk.amounts.all_z);
  if (may_speak(walk, j, rank) && walk.amounts.all_z < 0.5f)
    arrow.label = {keys_mixed ? "k" : "v", walk.key_word(j), "", (mixed ? 40 : 20) + rank};
  arrow.quantity = walk.quantity(keys_mixed ? Quantity::Kind::key : Quantity::Kind::value, j);
  arrow.quantity.row = -1;
  add_ghost(walk, arrow, true, j, picture);
  picture.arrows.push_back(std::move(arrow));
}

/// The output of a row in A, or before the gesture; nothing where it has none on this floor.
std::span<const float> output_before(const Walk& walk, int row) {
  const Session& session = walk.session;
  if (walk.frozen) {
    const Frozen& a = *session.frozen;
    const int there = Comparison(session).row_in_a(row);
    if (there < 0 || !a.trace->has_output) return {};
    return a.trace->output_row(a.slice.head, there);
  }
  if (!walk.before) return {};
  const Gesture& gesture = *session.gesture;
  const auto dv = static_cast<std::size_t>(walk.space.dv);
  const std::size_t at = static_cast<std::size_t>(session.slice.head * walk.now.n + row) * dv;
  const bool same_words = gesture.before.document->query_words == session.document->query_words;
  if (!same_words || gesture.outputs.size() < at + dv) return {};
  return std::span(gesture.outputs).subspan(at, dv);
}

void add_output_ghost(const Walk& walk, int row, glm::vec2 now, float shown,
                      LandscapePicture& picture) {
  const std::span<const float> before = output_before(walk, row);
  if (before.empty() || shown <= 0) return;
  FloorArrow ghost;
  ghost.role = Role::output;
  ghost.to = on_floor(before, walk.space.value_axes);
  const glm::vec2 off = ghost.to - now;
  if (is_zero(off)) return;
  ghost.ghost = true;
  ghost.emphasis = Emphasis::normal;
  ghost.shown = shown;
  picture.arrows.push_back(std::move(ghost));
}

void add_other_outputs(const Walk& walk, LandscapePicture& picture) {
  if (walk.amounts.all_z <= 0) return;
  for (int i = 0; i < walk.now.n; ++i) {
    if (i == walk.session.row) continue;
    FloorArrow arrow;
    arrow.role = Role::output;
    arrow.to = on_floor(walk.now.output_row(walk.session.slice.head, i), walk.space.value_axes) *
               ease(walk.amounts.all_z);
    arrow.ring = is_zero(arrow.to);
    arrow.emphasis = Emphasis::normal;
    if (walk.amounts.all_z > 0.5f) arrow.label = {"z", walk.query_word(i), "", 5 + i};
    arrow.shown = std::min(1.0f, 2 * walk.amounts.all_z);
    arrow.quantity = {Quantity::Kind::output, walk.session.slice.layer, walk.session.slice.head, i};
    if (walk.amounts.all_z >= 1) add_output_ghost(walk, i, arrow.to, arrow.shown, picture);
    picture.arrows.push_back(std::move(arrow));
  }
}

}  // namespace

void paint_mix(const Walk& walk, LandscapePicture& picture) {
  if (walk.value_fade <= 0 || !walk.space.has_values) return;
  const std::vector<int> rank = ranks(walk, walk.values.weights);
  glm::vec2 tip{0};
  for (int j = 0; j < walk.keys(); ++j) {
    const int r = rank[static_cast<std::size_t>(j)];
    add_value_arrow(walk, j, r, picture);
    const float amount = piece_amount(walk, j);
    const float weight = walk.at(walk.values.weights, j);
    if (walk.hidden(j) >= 1 && weight == 0) continue;
    MixPiece piece;
    piece.key = j;
    piece.value = walk.space.values[static_cast<std::size_t>(j)];
    piece.from = tip;
    piece.to = tip + piece.value * weight;
    tip = piece.to;
    if (amount <= 0) continue;
    piece.shown = ease(amount);
    piece.emphasis = walk.acting(j) ? Emphasis::acting : Emphasis::normal;
    piece.label = {"", walk.key_word(j), "× " + format_fixed(static_cast<double>(weight), 3),
                   walk.acting(j) ? 0 : 2 + r};
    if (!may_speak(walk, j, r)) piece.label = {};
    if (walk.amounts.all_z > 0) piece.emphasis = Emphasis::faint, piece.label = {};
    piece.quantity = walk.quantity(Quantity::Kind::weighted_value, j);
    picture.pieces.push_back(std::move(piece));
  }
  picture.z = tip;
  picture.z_shown = ease(walk.amounts.z);
  const int shown = static_cast<int>(walk.values.output.size());
  picture.z_label = {"z", walk.query_word(walk.session.row),
                     format_vector(walk.values.output.data(), shown, 3, 3), 1};
  picture.z_quantity = {Quantity::Kind::output, walk.session.slice.layer, walk.session.slice.head,
                        walk.session.row};
  if (walk.amounts.z >= 1) add_output_ghost(walk, walk.session.row, picture.z, 1, picture);
  add_other_outputs(walk, picture);
}

}  // namespace qkv::landscape
