#include "app/render/tessellate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <glm/common.hpp>

#include "app/render/shapes.h"
#include "core/page/fonts.h"

namespace qkv {
namespace {

// A batch of its own costs about as much as painting so many pixels with the texture.
constexpr float kLargeArea = 6000;

std::array<glm::vec2, 4> corners_of(const Rect& r) {
  return {glm::vec2(r.x, r.y), {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}};
}

class Tessellator {
 public:
  Tessellator(float unit, GlyphAtlas& atlas, Mesh& mesh)
      : unit_(unit), atlas_(atlas), mesh_(mesh) {}

  void clip_to(const PixelRect& clip) {
    if (clip == clip_) return;
    flush_text();
    clip_ = clip;
    mesh_.window = clip;
  }

  void operator()(const Box& box) {
    const float least = box.stroke_width / 2 + 0.5f;
    const bool both = box.fill.a == 255 && box.stroke.a == 255 && box.stroke_width >= 1 &&
                      !box.hatched && std::min(box.rect.w, box.rect.h) > 2 * least + 1;
    if (both && (box.radius <= 0.01f || box.radius >= least)) {
      const auto outline = rounded_outline(box.rect, box.radius);
      fill(bounds_of(outline, box.stroke_width), box.fill,
           [&] { return fill_stroked(mesh_, outline, box.fill, box.stroke, box.stroke_width); });
      return;
    }
    if (box.radius <= 0.01f) {
      const auto corners = corners_of(box.rect);
      fill(bounds_of(corners, 0), box.fill, [&] { return fill_rect(mesh_, box.rect, box.fill); });
      finish(corners_of(box.rect), box.stroke, box.stroke_width, box.hatched);
      return;
    }
    const auto outline = rounded_outline(box.rect, box.radius);
    fill(outline, box.fill);
    finish(outline, box.stroke, box.stroke_width, box.hatched);
  }

  void operator()(const Polygon& polygon) {
    fill(polygon.points, polygon.fill);
    finish(polygon.points, polygon.stroke, polygon.stroke_width, polygon.hatched);
  }

  void operator()(const Polyline& line) {
    begin(bounds_of(line.points, line.width), Paint::solid);
    stroke_line(mesh_, line.points, {line.width, line.color, line.closed, line.dash, line.gap});
  }

  void operator()(const Disc& disc) {
    const auto outline = circle_outline(disc.center, disc.radius);
    fill(outline, disc.fill);
    finish(outline, disc.stroke, disc.stroke_width, false);
  }

  void operator()(const Text& text) {
    if (text.color.a == 0 || text.size <= 0) return;
    const std::size_t first_glyph = mesh_.vertices.size();
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
    if (mesh_.vertices.size() > first_glyph) text_bounds_.push_back(bounds_from(first_glyph));
  }

  void operator()(const Heatmap& map) {
    if (!map.cells || map.rows <= 0 || map.columns <= 0) return;
    flush_text();
    start_batch(Paint::textured, static_cast<int>(mesh_.heatmaps.size()));
    mesh_.heatmaps.push_back(&map);
    const auto u = static_cast<std::uint16_t>(map.columns),
               v = static_cast<std::uint16_t>(map.rows);
    const std::uint32_t quad =
        add_quad(corners_of(map.rect), 0, 0, u, v, Color{255, 255, 255, 255});
    mesh_.quad(quad, quad + 1, quad + 2, quad + 3);
  }

  void operator()(const ClipBegin&) {}
  void operator()(const ClipEnd&) {}

  void close() {
    flush_text();
    end_batch();
  }

 private:
  struct Bounds {
    glm::vec2 low{1e9f}, high{-1e9f};
    bool meets(const Bounds& o) const {
      return low.x < o.high.x && o.low.x < high.x && low.y < o.high.y && o.low.y < high.y;
    }
  };

  // With room for half the stroke, its mitres and the feather; what the clip leaves of it.
  Bounds bounds_of(std::span<const glm::vec2> points, float stroke) const {
    Bounds b;
    for (const glm::vec2 p : points) {
      b.low = glm::min(b.low, p);
      b.high = glm::max(b.high, p);
    }
    const glm::vec2 room(stroke + 2);
    return clipped({b.low - room, b.high + room});
  }

  Bounds clipped(const Bounds& b) const {
    return {glm::max(b.low, glm::vec2(clip_.x, clip_.y)),
            glm::min(b.high, glm::vec2(clip_.right(), clip_.bottom()))};
  }

  Bounds bounds_from(std::size_t vertex) const {
    Bounds b;
    for (; vertex < mesh_.vertices.size(); ++vertex) {
      const glm::vec2 p(mesh_.vertices[vertex].x, mesh_.vertices[vertex].y);
      b.low = glm::min(b.low, p);
      b.high = glm::max(b.high, p);
    }
    return clipped(b);
  }

  void end_batch() {
    if (mesh_.batches.empty()) return;
    Batch& last = mesh_.batches.back();
    last.count = mesh_.indices.size() - last.first;
  }

  void start_batch(Paint paint, int heatmap = -1) {
    end_batch();
    mesh_.batches.push_back({clip_, paint, heatmap, mesh_.indices.size(), 0});
  }

  // Texts wait until a shape would cover one of them: then few batches serve a whole page.
  void flush_text() {
    text_bounds_.clear();
    if (text_indices_.empty()) return;
    start_batch(Paint::textured);
    mesh_.indices.insert(mesh_.indices.end(), text_indices_.begin(), text_indices_.end());
    text_indices_.clear();
  }

  void begin(const Bounds& bounds, Paint paint) {
    for (const Bounds& text : text_bounds_)
      if (text.meets(bounds)) {
        flush_text();
        break;
      }
    const bool same = !mesh_.batches.empty() && mesh_.batches.back().heatmap < 0 &&
                      mesh_.batches.back().paint == paint && mesh_.batches.back().clip == clip_;
    if (!same) start_batch(paint);
  }

  // Fills by `make`, which returns where the feather begins: a large inside is a batch of its own.
  template <typename Make>
  void fill(const Bounds& bounds, Color color, Make make) {
    if (color.a == 0) return;
    const glm::vec2 size = glm::max(bounds.high - bounds.low, glm::vec2(0));
    const bool apart = color.a == 255 && size.x * size.y > kLargeArea;
    begin(bounds, apart ? Paint::opaque : Paint::solid);
    const std::size_t feather = make();
    if (!apart) return;
    Batch& inside = mesh_.batches.back();
    inside.count = feather - inside.first;
    mesh_.batches.push_back({inside.clip, Paint::solid, -1, feather, 0});
  }

  void fill(std::span<const glm::vec2> points, Color color) {
    fill(bounds_of(points, 0), color, [&] { return fill_convex(mesh_, points, color); });
  }

  void finish(std::span<const glm::vec2> outline, Color stroke, float width, bool hatched) {
    if (width <= 0 && !hatched) return;
    begin(bounds_of(outline, width), Paint::solid);
    if (hatched) hatch_convex(mesh_, outline, kHatchSpacing * unit_, kHatchWidth * unit_, stroke);
    if (width > 0) stroke_line(mesh_, outline, {width, stroke, true, 0, 0});
  }

  void add_glyph(const AtlasGlyph& glyph, float pen, float line, Color color, bool upward) {
    if (glyph.w == 0) return;
    const float left = pen + static_cast<float>(glyph.left);
    const float top = line + static_cast<float>(glyph.top);
    const float right = left + static_cast<float>(glyph.w);
    const float bottom = top + static_cast<float>(glyph.h);
    // Turned a quarter to the left, what runs right runs up.
    const auto placed = [upward](float x, float y) {
      return upward ? glm::vec2(y, -x) : glm::vec2(x, y);
    };
    const glm::vec2 a = placed(left, top), b = placed(right, bottom);
    if (!mesh_.in_window(glm::min(a, b), glm::max(a, b))) return;
    const auto u1 = static_cast<std::uint16_t>(glyph.x + glyph.w);
    const auto v1 = static_cast<std::uint16_t>(glyph.y + glyph.h);
    const std::uint32_t quad = add_quad(
        {placed(left, top), placed(right, top), placed(right, bottom), placed(left, bottom)},
        glyph.x, glyph.y, u1, v1, color);
    text_indices_.insert(text_indices_.end(), {quad, quad + 1, quad + 2, quad, quad + 2, quad + 3});
  }

  std::uint32_t add_quad(const std::array<glm::vec2, 4>& corners, std::uint16_t u0,
                         std::uint16_t v0, std::uint16_t u1, std::uint16_t v1, Color color) {
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    mesh_.vertices.push_back({corners[0].x, corners[0].y, u0, v0, color});
    mesh_.vertices.push_back({corners[1].x, corners[1].y, u1, v0, color});
    mesh_.vertices.push_back({corners[2].x, corners[2].y, u1, v1, color});
    mesh_.vertices.push_back({corners[3].x, corners[3].y, u0, v1, color});
    return first;
  }

  float unit_;
  GlyphAtlas& atlas_;
  Mesh& mesh_;
  PixelRect clip_;
  std::vector<std::uint32_t> text_indices_;  ///< of texts that are not in a batch yet
  std::vector<Bounds> text_bounds_;
};

}  // namespace

void tessellate(const PlacedPage& page, const PixelRect& window, GlyphAtlas& atlas, Mesh& mesh) {
  Tessellator tessellator(page.unit, atlas, mesh);
  std::size_t i = ground_of(page, window);
  if (i == page.shapes.size()) {
    tessellator.clip_to(window);
    tessellator(Box{{0, 0, static_cast<float>(page.width), static_cast<float>(page.height)},
                    0,
                    page.background});
    i = 0;
  }
  for (; i < page.shapes.size(); ++i) {
    const PlacedShape& placed = page.shapes[i];
    if (!meet(placed.bounds, window)) continue;
    tessellator.clip_to(intersection(placed.clip, window));
    std::visit(tessellator, *placed.shape);
  }
  tessellator.close();
}

}  // namespace qkv
