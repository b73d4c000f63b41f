#include "core/page/outline.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

constexpr float kPi = 3.14159265358979f;

// Angle between two points of an arc whose chord stays within 0.13 px of it.
int arc_steps(float radius, float angle) {
  constexpr float kError = 0.13f;
  if (radius < kError) return 1;
  const float step = 2 * std::acos(1 - kError / std::max(radius, 0.25f));
  return std::clamp(static_cast<int>(std::ceil(angle / step)), 2, 256);
}

}  // namespace

std::vector<glm::vec2> rounded_outline(const Rect& rect, float radius) {
  radius = std::min({radius, rect.w / 2, rect.h / 2});
  if (radius <= 0.01f)
    return {{rect.x, rect.y},
            {rect.right(), rect.y},
            {rect.right(), rect.bottom()},
            {rect.x, rect.bottom()}};
  const glm::vec2 centers[4] = {{rect.x + radius, rect.y + radius},
                                {rect.right() - radius, rect.y + radius},
                                {rect.right() - radius, rect.bottom() - radius},
                                {rect.x + radius, rect.bottom() - radius}};
  const int steps = arc_steps(radius, kPi / 2);
  std::vector<glm::vec2> points;
  for (int corner = 0; corner < 4; ++corner)
    for (int i = 0; i <= steps; ++i) {
      const float angle = kPi + kPi / 2 *
                                    (static_cast<float>(corner) +
                                     static_cast<float>(i) / static_cast<float>(steps));
      points.push_back(centers[corner] + radius * glm::vec2(std::cos(angle), std::sin(angle)));
    }
  return points;
}

std::vector<glm::vec2> circle_outline(glm::vec2 center, float radius) {
  const int steps = std::max(16, arc_steps(radius, 2 * kPi));
  std::vector<glm::vec2> points;
  for (int i = 0; i < steps; ++i) {
    const float angle = 2 * kPi * static_cast<float>(i) / static_cast<float>(steps);
    points.push_back(center + radius * glm::vec2(std::cos(angle), std::sin(angle)));
  }
  return points;
}

std::vector<std::array<glm::vec2, 2>> hatch_lines(std::span<const glm::vec2> points,
                                                  float spacing) {
  std::vector<std::array<glm::vec2, 2>> lines;
  if (points.size() < 3 || spacing <= 0) return lines;
  // Lines x + y = constant; the constant of each point bounds the lines that meet the shape.
  float low = points[0].x + points[0].y, high = low;
  for (const glm::vec2 p : points) {
    low = std::min(low, p.x + p.y);
    high = std::max(high, p.x + p.y);
  }
  const float step = spacing * std::sqrt(2.0f);
  for (float at = std::ceil(low / step) * step; at < high; at += step) {
    // Where the line crosses the outline: a convex one is crossed at most twice.
    std::array<glm::vec2, 2> ends{};
    std::size_t found = 0;
    for (std::size_t i = 0; i < points.size() && found < 2; ++i) {
      const glm::vec2 a = points[i], b = points[(i + 1) % points.size()];
      const float da = a.x + a.y - at, db = b.x + b.y - at;
      if ((da < 0) == (db < 0)) continue;
      ends[found++] = a + (b - a) * (da / (da - db));
    }
    if (found == 2) lines.push_back(ends);
  }
  return lines;
}

std::vector<TextRun> runs_of(const Text& text) {
  std::vector<TextRun> runs;
  float x = 0;
  for (const Glyph& glyph : glyphs(text.font, text.text)) {
    // A space is nobody's: it goes along with what it follows.
    if (runs.empty() || (glyph.face != runs.back().face && glyph.code != U' '))
      runs.push_back({glyph.face, {}, x, 0});
    append_utf8(runs.back().text, glyph.code);
    x += glyph.advance * text.size;
    runs.back().width = x - runs.back().x;
  }
  return runs;
}

}  // namespace qkv
