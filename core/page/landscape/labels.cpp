#include "core/page/landscape/labels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/page/fonts.h"
#include "core/page/style.h"

namespace qkv {
namespace {

constexpr float kRunGap = 0.45f;  // em between runs
constexpr float kPadX = 0.6f, kPadY = 0.26f;
constexpr float kBetween = 2.0f;  // pixels kept free between two labels
constexpr int kDirections = 24;
constexpr float kPatience = 10.0f;  // em: the highest price of a spot that is still worth a label

/// Length of the segment inside the rectangle (Liang and Barsky 1984).
float inside(const Rect& r, glm::vec2 a, glm::vec2 b) {
  float from = 0, to = 1;
  const glm::vec2 way = b - a;
  const float low[2] = {r.x, r.y}, high[2] = {r.right(), r.bottom()};
  for (int axis = 0; axis < 2; ++axis) {
    if (std::abs(way[axis]) < 1e-6f) {
      if (a[axis] < low[axis] || a[axis] > high[axis]) return 0;
      continue;
    }
    float t0 = (low[axis] - a[axis]) / way[axis], t1 = (high[axis] - a[axis]) / way[axis];
    if (t0 > t1) std::swap(t0, t1);
    from = std::max(from, t0), to = std::min(to, t1);
  }
  return to > from ? (to - from) * std::hypot(way.x, way.y) : 0;
}

float distance_to(const Rect& r, glm::vec2 p) {
  const float dx = std::max({r.x - p.x, 0.0f, p.x - r.right()});
  const float dy = std::max({r.y - p.y, 0.0f, p.y - r.bottom()});
  return std::hypot(dx, dy);
}

struct Search {
  const LabelObstacles& obstacles;
  const std::vector<LabelPlace>& taken;
  const Rect& bounds;

  bool free(const Rect& r) const {
    if (r.x < bounds.x || r.y < bounds.y || r.right() > bounds.right() ||
        r.bottom() > bounds.bottom())
      return false;
    const Rect roomy = r.inset(-kBetween);
    for (const Rect& solid : obstacles.solid)
      if (overlap(roomy, solid)) return false;
    for (const LabelPlace& other : taken)
      if (other.placed && overlap(roomy, other.rect)) return false;
    return true;
  }

  /// What a spot costs, pixels; stops counting at `enough`.
  float cost(const Rect& r, const Label& label, glm::vec2 direction, float enough) const {
    const float away = std::max(0.0f, distance_to(r, label.anchor) - label.clear);
    const float turned = 1 - (direction.x * label.prefer.x + direction.y * label.prefer.y);
    float sum = 1.1f * away + 0.5f * label.size * turned;
    for (const LabelObstacles::Line& line : obstacles.lines) {
      if (sum >= enough) break;
      sum += line.cost * inside(r, line.a, line.b);
    }
    return sum;
  }

  LabelPlace best(const Label& label) const {
    const glm::vec2 size = label_size(label);
    LabelPlace found;
    float least = std::numeric_limits<float>::max();
    const auto look = [&](Rect rect, glm::vec2 direction) {
      // Whole pixels, so that a text's edges stay crisp.
      rect.x = std::round(rect.x), rect.y = std::round(rect.y);
      if (!free(rect)) return;
      const float price = cost(rect, label, direction, least);
      if (price >= least) return;
      least = price;
      found = {true, rect, distance_to(rect, label.anchor)};
    };
    for (float r = label.clear; r <= label.reach; r += std::max(4.0f, 0.6f * size.y))
      for (int i = 0; i < kDirections; ++i) {
        const float angle = 6.2831853f * static_cast<float>(i) / kDirections;
        const glm::vec2 d{std::cos(angle), std::sin(angle)};
        const auto push = [](float x) { return std::clamp(x * 1.5f, -1.0f, 1.0f); };
        const glm::vec2 center =
            label.anchor + d * r + glm::vec2(push(d.x) * size.x, push(d.y) * size.y) * 0.5f;
        look({center.x - size.x / 2, center.y - size.y / 2, size.x, size.y}, d);
      }
    // A spot that hides other things, or that nobody would connect with its thing, is none.
    if (!label.must) return least > kPatience * label.size ? LabelPlace{} : found;
    if (found.placed) return found;
    const float step = std::max(6.0f, size.y / 2);
    for (float y = bounds.y; y + size.y <= bounds.bottom(); y += step)
      for (float x = bounds.x; x + size.x <= bounds.right(); x += step)
        look({x, y, size.x, size.y}, {0, 0});
    return found;
  }
};

}  // namespace

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

Rect text_rect(const Text& t) {
  const float up = ascent(t.font, t.size), down = descent(t.font, t.size);
  const float width = text_width(t.font, t.size, t.text);
  if (t.upward) return {t.baseline.x - up, t.baseline.y - width, up + down, width};
  return {t.baseline.x, t.baseline.y - up, width, up + down};
}

glm::vec2 label_size(const Label& label) {
  float width = 0, up = 0, down = 0;
  for (const LabelRun& run : label.runs) {
    width += text_width(run.font, label.size, run.text);
    up = std::max(up, ascent(run.font, label.size));
    down = std::max(down, descent(run.font, label.size));
  }
  if (label.runs.size() > 1)
    width += kRunGap * label.size * static_cast<float>(label.runs.size() - 1);
  if (label.pill) width += 2 * kPadX * label.size;
  return {std::ceil(width),
          std::ceil(label.pill ? up + down + 2 * kPadY * label.size * 0.5f : up + down)};
}

std::vector<LabelPlace> place_labels(const std::vector<Label>& labels,
                                     const LabelObstacles& obstacles, const Rect& bounds) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return labels[a].priority < labels[b].priority;
  });
  std::vector<LabelPlace> places(labels.size());
  for (const std::size_t i : order) {
    if (labels[i].runs.empty()) continue;
    places[i] = Search{obstacles, places, bounds}.best(labels[i]);
  }
  return places;
}

void draw_labels(Page& page, const std::vector<Label>& labels,
                 const std::vector<LabelPlace>& places) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Label& label = labels[i];
    if (!places[i].placed || places[i].distance < label.clear + 0.8f * label.size) continue;
    const Rect& r = places[i].rect;
    const glm::vec2 end{std::clamp(label.anchor.x, r.x, r.right()),
                        std::clamp(label.anchor.y, r.y, r.bottom())};
    const glm::vec2 way = end - label.anchor;
    const glm::vec2 start = label.anchor + way * (0.6f * label.clear / std::hypot(way.x, way.y));
    page.items.push_back({Polyline{{start, end},
                                   with_alpha(label.stroke, 0.7f * label.alpha),
                                   std::max(1.0f, page.unit),
                                   0,
                                   0,
                                   false},
                          label.quantity});
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Label& label = labels[i];
    if (!places[i].placed) continue;
    const Rect& r = places[i].rect;
    if (label.pill)
      page.items.push_back(
          {Box{r, r.h / 2, with_alpha(label.fill, label.alpha),
               with_alpha(label.stroke, label.alpha), std::max(1.0f, page.unit), false},
           label.quantity});
    float x = r.x + (label.pill ? kPadX * label.size : 0);
    const float up = ascent(label.runs[0].font, label.size),
                down = descent(label.runs[0].font, label.size);
    const float baseline = std::round(r.y + (r.h + up - down) / 2);
    for (const LabelRun& run : label.runs) {
      page.items.push_back(
          {Text{{x, baseline}, run.text, run.font, label.size, with_alpha(run.color, label.alpha)},
           label.quantity});
      x += text_width(run.font, label.size, run.text) + kRunGap * label.size;
    }
  }
}

}  // namespace qkv
