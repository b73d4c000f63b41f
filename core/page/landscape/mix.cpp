// Mix: weighted values tip to tail, z, and a lens on what is too small to be seen.

#include <algorithm>
#include <cmath>

#include "core/page/landscape/canvas.h"
#include "core/page/landscape/lens.h"

namespace qkv::landscape {
namespace {

glm::vec2 between(glm::vec2 a, glm::vec2 b, float t) { return a + (b - a) * t; }

void draw_piece(Canvas& c, const MixPiece& piece, bool in_lens) {
  const glm::vec2 from = between(glm::vec2(0), piece.from, piece.shown);
  const glm::vec2 to = between(piece.value, piece.to, piece.shown);
  const glm::vec2 a = c.view.at(from), b = c.view.at(to);
  ArrowLook look;
  look.role = Role::value;
  look.color = with_alpha(c.colors.value, strength(piece.emphasis));
  look.width = piece.emphasis == Emphasis::acting ? c.u(5) : c.u(4);
  look.quantity = piece.quantity;
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  if (length < c.u(10)) look.width = c.u(2.5f);
  if (length >= 0.5f)
    draw_arrow(c, a, b, look);
  else
    c.disc(a, c.u(3.5f), c.colors.ground, look.color, c.u(1.5f), piece.quantity);
  c.keep_off(a, b, 2.0f);
  if (!in_lens) {
    const glm::vec2 way = length > 0 ? (b - a) / length : glm::vec2(1, 0);
    glm::vec2 side{-way.y, way.x};
    if (side.y < 0) side = -side;
    c.label(piece.label, Role::value, (a + b) * 0.5f, c.u(7), side, piece.quantity, 1,
            piece.emphasis == Emphasis::acting);
  }
}

void draw_z(Canvas& c) {
  if (c.picture.z_shown <= 0) return;
  const glm::vec2 from = c.view.at(glm::vec2(0)), to = c.view.at(c.picture.z * c.picture.z_shown);
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 0.5f) {
    c.disc(from, c.u(9), {0, 0, 0, 0}, c.colors.output, c.u(2), c.picture.z_quantity);
    c.label(c.picture.z_label, Role::output, from, c.u(13), {0, -1}, c.picture.z_quantity,
            c.picture.z_shown, true);
    return;
  }
  draw_arrow(c, from, to, {c.colors.output, c.u(4.5f), Role::output, false, c.picture.z_quantity});
  c.keep_off(from, to, 2.5f);
  const glm::vec2 way = (to - from) / length;
  glm::vec2 side{-way.y, way.x};
  if (side.y > 0) side = -side;
  c.label(c.picture.z_label, Role::output, from + (to - from) * 0.62f, c.u(9), side,
          c.picture.z_quantity, c.picture.z_shown, true);
}

}  // namespace

void draw_mix(Canvas& c) {
  if (c.picture.pieces.empty() && c.picture.z_shown <= 0) return;
  const Lens lens = find_lens(c);
  for (std::size_t i = 0; i < c.picture.pieces.size(); ++i) {
    const bool inside = std::find(lens.pieces.begin(), lens.pieces.end(), i) != lens.pieces.end();
    draw_piece(c, c.picture.pieces[i], inside);
  }
  draw_z(c);
  draw_lens(c, lens);
}

}  // namespace qkv::landscape
