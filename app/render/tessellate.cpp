#include "app/render/tessellate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/render/shapes.h"
#include "core/page/fonts.h"

namespace qkv {
namespace {

constexpr float kHatchSpacing = 5, kHatchWidth = 1;  // design pixels

PixelRect intersection(const PixelRect& a, const PixelRect& b) {
  const int x0 = std::max(a.x, b.x), y0 = std::max(a.y, b.y);
  const int x1 = std::min(a.x + a.w, b.x + b.w), y1 = std::min(a.y + a.h, b.y + b.h);
  return {x0, y0, std::max(0, x1 - x0), std::max(0, y1 - y0)};
}

PixelRect pixels(const Rect& r) {
  const auto at = [](float v) { return static_cast<int>(std::lround(std::clamp(v, -1e6f, 1e6f))); };
  const int x = at(r.x), y = at(r.y);
  return {x, y, std::max(0, at(r.right()) - x), std::max(0, at(r.bottom()) - y)};
}

std::array<glm::vec2, 4> corners_of(const Rect& r) {
  return {glm::vec2(r.x, r.y), {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}};
}

class Tessellator {
 public:
  Tessellator(float unit, PixelRect surface, GlyphAtlas& atlas, Mesh& mesh)
      : unit_(unit), atlas_(atlas), mesh_(mesh), clips_{surface} {}

  void operator()(const Box& box) {
    begin(-1);
    if (box.radius <= 0.01f) {
      fill_rect(mesh_, box.rect, box.fill);
      finish(corners_of(box.rect), box.stroke, box.stroke_width, box.hatched);
      return;
    }
    const auto outline = rounded_outline(box.rect, box.radius);
    fill_convex(mesh_, outline, box.fill);
    finish(outline, box.stroke, box.stroke_width, box.hatched);
  }

  void operator()(const Polygon& polygon) {
    begin(-1);
    fill_convex(mesh_, polygon.points, polygon.fill);
    finish(polygon.points, polygon.stroke, polygon.stroke_width, polygon.hatched);
  }

  void operator()(const Polyline& line) {
    begin(-1);
    stroke_line(mesh_, line.points, {line.width, line.color, line.closed, line.dash, line.gap});
  }

  void operator()(const Disc& disc) {
    begin(-1);
    const auto outline = circle_outline(disc.center, disc.radius);
    fill_convex(mesh_, outline, disc.fill);
    finish(outline, disc.stroke, disc.stroke_width, false);
  }

  void operator()(const Text& text) {
    if (text.color.a == 0 || text.size <= 0) return;
    begin(-1);
    // Baselines stand on whole pixels, so that strokes along them are equally sharp everywhere.
    const float line = std::round(text.upward ? text.baseline.x : text.baseline.y);
    float pen = text.upward ? -text.baseline.y : text.baseline.x;
    for (const Glyph& glyph : glyphs(text.font, text.text)) {
      constexpr int kPhases = GlyphAtlas::kPhases;
      const auto quarter = static_cast<int>(std::floor(pen * kPhases + 0.5f));
      const int phase = ((quarter % kPhases) + kPhases) % kPhases;
      const auto whole = static_cast<float>((quarter - phase) / kPhases);
      add_glyph(atlas_.glyph(glyph.face, glyph.code, text.size, phase, text.color), whole, line,
                text.color, text.upward);
      pen += glyph.advance * text.size;
    }
  }

  void operator()(const Heatmap& map) {
    if (!map.cells || map.rows <= 0 || map.columns <= 0) return;
    begin(static_cast<int>(mesh_.heatmaps.size()));
    mesh_.heatmaps.push_back(&map);
    const auto u = static_cast<std::uint16_t>(map.columns),
               v = static_cast<std::uint16_t>(map.rows);
    add_quad(corners_of(map.rect), 0, 0, u, v, Color{255, 255, 255, 255});
  }

  void operator()(const ClipBegin& clip) {
    clips_.push_back(intersection(clips_.back(), pixels(clip.rect)));
  }

  void operator()(const ClipEnd&) {
    if (clips_.size() > 1) clips_.pop_back();
  }

  void close() {
    if (!mesh_.batches.empty()) {
      Batch& last = mesh_.batches.back();
      last.count = mesh_.indices.size() - last.first;
    }
  }

  bool hidden() const { return clips_.back().w == 0 || clips_.back().h == 0; }

 private:
  void begin(int heatmap) {
    const PixelRect& clip = clips_.back();
    if (!mesh_.batches.empty() && heatmap < 0) {
      const Batch& last = mesh_.batches.back();
      if (last.clip == clip && last.heatmap < 0) return;
    }
    close();
    mesh_.batches.push_back({clip, heatmap, mesh_.indices.size(), 0});
  }

  void finish(std::span<const glm::vec2> outline, Color stroke, float width, bool hatched) {
    if (hatched) hatch_convex(mesh_, outline, kHatchSpacing * unit_, kHatchWidth * unit_, stroke);
    if (width > 0) stroke_line(mesh_, outline, {width, stroke, true, 0, 0});
  }

  void add_glyph(const AtlasGlyph& glyph, float pen, float line, Color color, bool upward) {
    if (glyph.w == 0) return;
    const float left = pen + static_cast<float>(glyph.left);
    const float top = line + static_cast<float>(glyph.top);
    const float right = left + static_cast<float>(glyph.w);
    const float bottom = top + static_cast<float>(glyph.h);
    const auto u1 = static_cast<std::uint16_t>(glyph.x + glyph.w);
    const auto v1 = static_cast<std::uint16_t>(glyph.y + glyph.h);
    // Turned a quarter to the left, what runs right runs up.
    const auto placed = [upward](float x, float y) {
      return upward ? glm::vec2(y, -x) : glm::vec2(x, y);
    };
    add_quad({placed(left, top), placed(right, top), placed(right, bottom), placed(left, bottom)},
             glyph.x, glyph.y, u1, v1, color);
  }

  void add_quad(const std::array<glm::vec2, 4>& corners, std::uint16_t u0, std::uint16_t v0,
                std::uint16_t u1, std::uint16_t v1, Color color) {
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    mesh_.vertices.push_back({corners[0].x, corners[0].y, u0, v0, color});
    mesh_.vertices.push_back({corners[1].x, corners[1].y, u1, v0, color});
    mesh_.vertices.push_back({corners[2].x, corners[2].y, u1, v1, color});
    mesh_.vertices.push_back({corners[3].x, corners[3].y, u0, v1, color});
    mesh_.quad(first, first + 1, first + 2, first + 3);
  }

  float unit_;
  GlyphAtlas& atlas_;
  Mesh& mesh_;
  std::vector<PixelRect> clips_;
};

bool changes_clip(const Shape& shape) {
  return std::holds_alternative<ClipBegin>(shape) || std::holds_alternative<ClipEnd>(shape);
}

}  // namespace

void tessellate(const std::vector<Item>& items, float unit, int width, int height,
                GlyphAtlas& atlas, Mesh& mesh) {
  Tessellator tessellator(unit, {0, 0, width, height}, atlas, mesh);
  for (const Item& item : items)
    if (!tessellator.hidden() || changes_clip(item.shape)) std::visit(tessellator, item.shape);
  tessellator.close();
}

}  // namespace qkv
