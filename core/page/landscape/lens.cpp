#include "core/page/landscape/lens.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

constexpr float kSmall = 12;  // design pixels

float length(glm::vec2 v) { return std::hypot(v.x, v.y); }

bool arrived(const MixPiece& piece) { return piece.shown >= 1; }

float screen_length(const Canvas& c, const MixPiece& piece) {
  return length(c.view.at(piece.to) - c.view.at(piece.from));
}

/// The part of a segment inside a circle; false when there is none.
bool clip(glm::vec2 center, float radius, glm::vec2& a, glm::vec2& b) {
  const glm::vec2 way = b - a, off = a - center;
  const float aa = way.x * way.x + way.y * way.y;
  const float ab = way.x * off.x + way.y * off.y;
  const float cc = off.x * off.x + off.y * off.y - radius * radius;
  const float under = ab * ab - aa * cc;
  if (under <= 0 || aa <= 0) return false;
  const float root = std::sqrt(under);
  const float from = std::max(0.0f, (-ab - root) / aa), to = std::min(1.0f, (-ab + root) / aa);
  if (from >= to) return false;
  const glm::vec2 start = a;
  a = start + way * from, b = start + way * to;
  return true;
}

/// The free spot: of a few around the rectangle, the one farthest from every arrow.
glm::vec2 free_spot(const Canvas& c, const Lens& lens) {
  // Inside the floor: the numbers of its axes stand around it.
  const Floor& f = c.picture.floor;
  const glm::vec2 low = c.view.at({f.low.x, f.high.y}), high = c.view.at({f.high.x, f.low.y});
  Rect floor{std::max(low.x, c.rect.x), std::max(low.y, c.rect.y), 0, 0};
  floor.w = std::min(high.x, c.rect.right()) - floor.x,
  floor.h = std::min(high.y, c.rect.bottom()) - floor.y;
  const Rect room = floor.inset(lens.radius + c.u(4));
  const float top = room.y + 1.5f * c.m.small;
  glm::vec2 best{room.right(), top};
  float most = -1e9f;
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 6; ++j) {
      const glm::vec2 spot{room.x + room.w * static_cast<float>(i) / 6,
                           top + (room.bottom() - top) * static_cast<float>(j) / 6};
      float nearest = length(spot - lens.looks_at) - lens.look_radius;
      const auto consider = [&](glm::vec2 a, glm::vec2 b) {
        for (int k = 0; k <= 8; ++k)
          nearest = std::min(nearest, length(a + (b - a) * (static_cast<float>(k) / 8) - spot));
      };
      for (const FloorArrow& arrow : c.picture.arrows)
        consider(c.view.at(arrow.from), c.view.at(arrow.to));
      for (const MixPiece& piece : c.picture.pieces)
        consider(c.view.at(piece.from), c.view.at(piece.to));
      consider(c.view.at(glm::vec2(0)), c.view.at(c.picture.z));
      // Enough is enough; then the nearer to what it magnifies, the better.
      const float worth =
          std::min(nearest, lens.radius * 1.35f) - 0.12f * length(spot - lens.looks_at);
      if (worth > most) most = worth, best = spot;
    }
  return best;
}

/// Inside the lens where there is room beside the pieces, else around it, with a leader.
void name_pieces(Canvas& c, const Lens& lens, std::vector<Label> labels,
                 const LabelObstacles& obstacles) {
  std::vector<Label> inside;
  for (Label& label : labels) {
    label.size = c.m.tiny;
    label.pill = false;
    const bool fits = label_size(label).x <= 0.75f * lens.radius;
    label.pill = label.must = !fits;
    if (!fits) label.reach = 3 * lens.radius;
    (fits ? inside : c.labels).push_back(std::move(label));
  }
  const Rect inner = Rect{lens.center.x, lens.center.y, 0, 0}.inset(-0.86f * lens.radius);
  draw_labels(c.page, inside, place_labels(inside, obstacles, inner));
}

}  // namespace

Lens find_lens(const Canvas& c) {
  Lens lens;
  const auto& pieces = c.picture.pieces;
  if (pieces.empty() || c.picture.floor.from_above < 1 || !arrived(pieces.back()) ||
      pieces.back().emphasis == Emphasis::faint)
    return lens;
  const glm::vec2 tip = c.view.at(pieces.back().to);
  glm::vec2 low = tip, high = tip;
  for (std::size_t i = pieces.size(); i-- > 0;) {
    const float size = screen_length(c, pieces[i]);
    const glm::vec2 a = c.view.at(pieces[i].from);
    if (size >= c.u(kSmall) || length(a - tip) > c.u(60)) {
      if (!lens.pieces.empty() || length(c.view.at(pieces[i].to) - tip) > c.u(60)) break;
      continue;
    }
    if (size < 0.02f) continue;
    lens.pieces.push_back(i);
    const glm::vec2 b = c.view.at(pieces[i].to);
    low = {std::min({low.x, a.x, b.x}), std::min({low.y, a.y, b.y})};
    high = {std::max({high.x, a.x, b.x}), std::max({high.y, a.y, b.y})};
  }
  if (lens.pieces.empty()) return lens;
  lens.radius = std::clamp(0.17f * std::min(c.rect.w, c.rect.h), c.u(52), c.u(130));
  lens.looks_at = (low + high) * 0.5f;
  const float reach = std::max(0.5f * length(high - low), 0.2f);
  const float factor = 0.72f * lens.radius / reach;
  if (factor < 1.6f) return {};
  const float power = std::pow(10.0f, std::floor(std::log10(factor)));
  for (const float step : {1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 8.0f})
    if (step * power <= factor) lens.factor = step * power;
  lens.look_radius = lens.radius / lens.factor;
  lens.center = free_spot(c, lens);
  return lens;
}

void draw_lens(Canvas& c, const Lens& lens) {
  if (lens.pieces.empty()) return;
  const auto seen = [&](glm::vec2 floor) {
    return lens.center + (c.view.at(floor) - lens.looks_at) * lens.factor;
  };
  const Color rim = c.colors.dim;
  c.disc(lens.looks_at, std::max(lens.look_radius, c.u(7)), {0, 0, 0, 0}, rim, c.u(1.3f));
  const glm::vec2 way = lens.center - lens.looks_at;
  const float far = length(way);
  if (far > lens.radius + lens.look_radius)
    c.line({lens.looks_at + way / far * std::max(lens.look_radius, c.u(7)),
            lens.center - way / far * lens.radius},
           rim, c.m.line, {}, c.u(4), c.u(4));
  c.disc(lens.center, lens.radius, mix(c.colors.ground, c.colors.panel, 0.5f), rim, c.u(1.4f));
  const std::string name = filled(text("landscape.lens"),
                                  {{"factor", format_number(static_cast<double>(lens.factor), 1)}});
  if (c.fixed_text(name, lens.center - glm::vec2(0, lens.radius + 0.9f * c.m.small), 0.5f,
                   Font::text, c.m.small, c.colors.dim)) {
    c.above_labels.push_back(std::move(c.page.items.back()));
    c.page.items.pop_back();
  }

  // What is said inside is placed inside; every other label then stays out.
  std::vector<Label> outside;
  LabelObstacles outer;
  std::swap(outside, c.labels);
  std::swap(outer, c.obstacles);
  const auto draw = [&](glm::vec2 from, glm::vec2 to, ArrowLook look) {
    glm::vec2 a = seen(from), b = seen(to);
    const glm::vec2 tip = b;
    if (!clip(lens.center, lens.radius - c.u(2), a, b)) return false;
    if (length(b - tip) < 0.5f)
      draw_arrow(c, a, b, look);
    else
      c.line({a, b}, look.color, look.width, look.quantity);
    c.keep_off(a, b, 2);
    return true;
  };
  for (std::size_t i = 0; i < c.picture.pieces.size(); ++i) {
    const MixPiece& piece = c.picture.pieces[i];
    const bool small = std::find(lens.pieces.begin(), lens.pieces.end(), i) != lens.pieces.end();
    const Color color = with_alpha(c.colors.value, small ? 1.0f : 0.55f);
    if (!draw(piece.from, piece.to, {color, c.u(3), Role::value, false, piece.quantity}) || !small)
      continue;
    const glm::vec2 a = seen(piece.from), b = seen(piece.to), d = b - a;
    const glm::vec2 side =
        length(d) > 0 ? glm::vec2(std::abs(d.y), std::abs(d.x)) / length(d) : glm::vec2(1, 0);
    SceneLabel label = piece.label;
    label.priority = std::min(label.priority, 8);
    // Beyond the head, which is wide where the piece is short.
    c.label(label, Role::value, (a + b) * 0.5f, c.u(13), side, piece.quantity);
  }
  if (c.picture.z_shown >= 1)
    draw(glm::vec2(0), c.picture.z,
         {with_alpha(c.colors.output, 0.8f), c.u(3), Role::output, false, c.picture.z_quantity});
  std::vector<Label> inside;
  std::swap(inside, c.labels);
  std::swap(outside, c.labels);
  std::swap(outer, c.obstacles);
  c.obstacles.solid.push_back(Rect{lens.center.x, lens.center.y, 0, 0}.inset(-0.93f * lens.radius));
  name_pieces(c, lens, std::move(inside), outer);
}

}  // namespace qkv::landscape
