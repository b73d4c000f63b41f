// Stems: a key's score as a length. Positive ones stand on the floor, negative ones hang below it.

#include <algorithm>
#include <cmath>

#include "core/page/landscape/canvas.h"

namespace qkv::landscape {
namespace {

float alpha_of(const Stem& stem) {
  return stem.shown * (stem.emphasis == Emphasis::faint ? 0.6f : 1.0f);
}

/// A thin upright strip between two heights, hatched.
void hatched_strip(Canvas& c, glm::vec2 foot, float from, float to, float half, Color color,
                   const Quantity& q) {
  const glm::vec2 a = c.view.at(foot, from), b = c.view.at(foot, to), side{half, 0};
  c.polygon({a - side, a + side, b + side, b - side}, with_alpha(c.colors.ground, 0.6f), color,
            c.m.line, q, true);
}

void draw_ghost(Canvas& c, const Stem& stem) {
  if (stem.ghost_shown <= 0 || std::abs(stem.ghost - stem.height) * c.view.up < c.u(3)) return;
  const Color color = with_alpha(c.colors.text, 0.45f * stem.ghost_shown);
  const glm::vec2 top = c.view.at(stem.foot, stem.ghost);
  c.line({c.view.at(stem.foot, stem.height), top}, color, c.m.line, stem.quantity, c.u(3), c.u(3));
  c.disc(top, c.u(4), {0, 0, 0, 0}, color, c.m.line, stem.quantity);
}

/// q's line, and the key's perpendicular on it.
void draw_perpendicular(Canvas& c, const Stem& stem) {
  if (stem.projected <= 0) return;
  const Color color = with_alpha(c.colors.query, 0.9f * stem.projected * stem.shown);
  const glm::vec2 tip = c.view.at(stem.foot), onto = c.view.at(stem.perpendicular);
  c.line({c.view.at(glm::vec2(0)), onto}, with_alpha(color, 0.6f), c.m.line, {}, c.u(4), c.u(4));
  if (std::hypot(tip.x - onto.x, tip.y - onto.y) > c.u(2)) {
    const glm::vec2 reached = tip + (onto - tip) * std::min(1.0f, stem.projected);
    c.line({tip, reached}, with_alpha(c.colors.text, 0.85f * stem.shown), c.u(1.4f), stem.quantity,
           c.u(5), c.u(3));
    // The right angle lies on the floor, so its corner is drawn with floor directions.
    const glm::vec2 q = stem.perpendicular, k = stem.foot - stem.perpendicular;
    const float ql = std::hypot(q.x, q.y), kl = std::hypot(k.x, k.y),
                s = 0.035f * c.view.floor_side;
    if (ql > 2 * s && kl > 2 * s) {
      const glm::vec2 a = -q / ql * s, b = k / kl * s;
      c.line({c.view.at(stem.perpendicular + a), c.view.at(stem.perpendicular + a + b),
              c.view.at(stem.perpendicular + b)},
             color, c.m.line);
    }
  }
  c.disc(onto, c.u(3), color, {0, 0, 0, 0}, 0, stem.quantity);
}

void draw_hidden(Canvas& c, const Stem& stem) {
  const float end = c.picture.ruler.low - kInfinityDrop;
  const float bottom = stem.height + (end - stem.height) * stem.hidden;
  const Color color = with_alpha(c.colors.dim, 0.9f * stem.shown);
  hatched_strip(c, stem.foot, 0, bottom, c.u(3.5f), color, stem.quantity);
  const glm::vec2 low = c.view.at(stem.foot, bottom);
  if (stem.hidden > 0.6f) {
    const glm::vec2 at = c.view.at(stem.foot, bottom * 0.45f);
    for (const float shift : {-2.0f, 2.0f})
      c.line({at + glm::vec2(-c.u(7), c.u(shift + 2)), at + glm::vec2(c.u(7), c.u(shift - 2))},
             color, c.u(1.6f));
  }
  c.label(stem.label, Role::dim, low, c.u(6), {0, 1}, stem.quantity, stem.shown);
  c.keep_off(c.view.at(stem.foot), low, 1.5f);
}

void draw_standing(Canvas& c, const Stem& stem, Half half) {
  const float alpha = alpha_of(stem);
  const bool acting = stem.emphasis == Emphasis::acting;
  const auto in_half = [&](float height) {
    return half == Half::below ? std::min(height, 0.0f) : std::max(height, 0.0f);
  };
  const glm::vec2 base = c.view.at(stem.foot, in_half(stem.base)),
                  top = c.view.at(stem.foot, in_half(stem.height));
  const Color color = with_alpha(mix(c.colors.text, c.colors.dim, acting ? 0.0f : 0.35f), alpha);
  if (std::abs(base.y - top.y) > 0.5f)
    c.line({base, top}, color, acting ? c.u(3.4f) : c.u(2.2f), stem.quantity);
  if ((stem.exact < 0) != (half == Half::below)) return;
  draw_ghost(c, stem);
  if (std::abs(stem.exact - stem.height) * c.view.up > 1.5f)
    hatched_strip(c, stem.foot, stem.height, stem.exact, c.u(3),
                  with_alpha(c.colors.text, 0.8f * alpha), stem.quantity);
  const glm::vec2 head = c.view.at(stem.foot, stem.exact);
  const float radius = acting ? c.u(8) : c.u(5);
  const Color data = score_color(c.session.theme, stem.value, c.picture.score_limit);
  c.disc(head, radius, mix(c.colors.ground, data, 1), with_alpha(c.colors.text, alpha),
         acting ? c.u(2) : c.u(1.4f), stem.quantity);
  if (stem.beyond) {
    const glm::vec2 at = head + (base - head) * 0.25f;
    for (const float shift : {-2.0f, 2.0f})
      c.line({at + glm::vec2(-c.u(7), c.u(shift + 2)), at + glm::vec2(c.u(7), c.u(shift - 2))},
             color, c.u(1.6f));
  }
  const bool hangs = stem.exact < stem.base - 1e-4f;
  c.keep_off(base, head, acting ? 3.0f : 1.5f);
  for (const glm::vec2 arm : {glm::vec2(radius, 0), glm::vec2(0, radius)})
    c.keep_off(head - arm, head + arm, 8.0f);  // a head half hidden tells no height
  c.label(stem.label, Role::key, head, radius + c.u(4), {0, hangs ? 1.0f : -1.0f}, stem.quantity,
          stem.shown, acting);
}

}  // namespace

void draw_stems(Canvas& c, Half half) {
  std::vector<const Stem*> order;
  for (const Stem& stem : c.picture.stems) order.push_back(&stem);
  std::stable_sort(order.begin(), order.end(), [&](const Stem* a, const Stem* b) {
    const bool acts_a = a->emphasis == Emphasis::acting, acts_b = b->emphasis == Emphasis::acting;
    if (acts_a != acts_b) return acts_b;
    return c.view.nearness(a->foot) < c.view.nearness(b->foot);
  });
  for (const Stem* stem : order) {
    if (stem->hidden > 0) {
      if (half == Half::below) draw_hidden(c, *stem);
      continue;
    }
    if (half == Half::above) draw_perpendicular(c, *stem);
    draw_standing(c, *stem, half);
  }
}

}  // namespace qkv::landscape
