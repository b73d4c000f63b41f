// The ruler beside the floor, and the pale square of a zero that has risen.

#include <cmath>

#include "core/page/fonts.h"
#include "core/page/landscape/canvas.h"

namespace qkv::landscape {
namespace {

void draw_risen_zero(Canvas& c) {
  const Ruler& ruler = c.picture.ruler;
  if (std::abs(ruler.zero) * c.view.up < c.u(1)) return;
  const Floor& f = c.picture.floor;
  const auto corner = [&](float x, float y) { return c.view.at(glm::vec2(x, y), ruler.zero); };
  const std::vector<glm::vec2> square{corner(f.low.x, f.low.y), corner(f.high.x, f.low.y),
                                      corner(f.high.x, f.high.y), corner(f.low.x, f.high.y)};
  c.polygon(square, with_alpha(c.colors.accent, 0.06f * ruler.shown));
  c.line(square, with_alpha(c.colors.accent, 0.8f * ruler.shown), c.m.line * 1.3f, {}, c.u(6),
         c.u(5), true);
}

}  // namespace

void draw_ruler(Canvas& c) {
  const Ruler& ruler = c.picture.ruler;
  if (ruler.shown <= 0 || c.view.up < 1) return;
  draw_risen_zero(c);
  const float x = c.ruler_x, floor = c.view.middle.y;
  const auto y = [&](float height) { return floor - height * c.view.up; };
  const Color ink = with_alpha(c.colors.dim, ruler.shown);
  c.line({{x, y(ruler.low)}, {x, y(ruler.high)}}, ink, c.u(1.4f));
  for (const float end : {ruler.low, ruler.high})
    c.line({{x - c.u(3), y(end)}, {x + c.u(3), y(end)}}, ink, c.m.line);
  c.fixed_text(ruler.unit, {x + c.u(4), y(ruler.high) - 1.75f * c.m.tiny}, 0.5f, Font::text,
               c.m.tiny, ink);
  for (const Ruler::Tick& tick : ruler.ticks) {
    const Color faded = with_alpha(ink, tick.shown);
    c.line({{x - c.u(5), y(tick.height)}, {x + c.u(5), y(tick.height)}}, faded, c.u(1.4f));
    c.fixed_text(tick.label, {x + c.u(10), y(tick.height)}, 0, Font::mono, c.m.tiny, faded);
  }
  if (ruler.infinity > 0) {
    const Color shown = with_alpha(ink, ruler.infinity);
    const float end = y(ruler.low - kInfinityDrop), middle = (y(ruler.low) + end) / 2;
    c.line({{x, y(ruler.low)}, {x, end}}, shown, c.u(1.4f), {}, c.u(3), c.u(3));
    for (const float shift : {-2.0f, 2.0f})
      c.line({{x - c.u(6), middle + c.u(shift + 2)}, {x + c.u(6), middle + c.u(shift - 2)}}, shown,
             c.u(1.4f));
    c.line({{x - c.u(5), end}, {x + c.u(5), end}}, shown, c.u(1.4f));
    c.fixed_text("−∞", {x + c.u(10), end}, 0, Font::mono, c.m.tiny, shown);
  }
  c.obstacles.solid.push_back(
      {x - c.u(7), y(ruler.high), c.u(14),
       y(ruler.low) - y(ruler.high) + ruler.infinity * kInfinityDrop * c.view.up});
}

}  // namespace qkv::landscape
