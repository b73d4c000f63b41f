#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "app/render/shapes.h"

namespace qkv {
namespace {

constexpr float kHalfFeather = 0.5f;
constexpr float kLongestMiter = 3.0f;  // of a feather; a sharp tip would grow a spike otherwise

float cross(glm::vec2 a, glm::vec2 b) { return a.x * b.y - a.y * b.x; }

float signed_area(std::span<const glm::vec2> points) {
  float twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    twice += cross(points[i] - points[0], points[(i + 1) % points.size()] - points[0]);
  return twice / 2;
}

// The least distance between two parallel lines that hold the shape. O(points²); called for thin
// shapes only.
float least_width(std::span<const glm::vec2> points) {
  float least = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::vec2 along = glm::normalize(points[(i + 1) % points.size()] - points[i]);
    float farthest = 0;
    for (const glm::vec2 p : points)
      farthest = std::max(farthest, std::abs(cross(along, p - points[i])));
    least = std::min(least, farthest);
  }
  return least;
}

float perimeter(std::span<const glm::vec2> points) {
  float length = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    length += glm::distance(points[i], points[(i + 1) % points.size()]);
  return length;
}

/// From corner i outwards: a shift along it moves both edges by its length. `turn` is the outline's
/// orientation; a sharp corner's miter ends at 2 / `least`.
glm::vec2 corner_miter(std::span<const glm::vec2> points, std::size_t i, float turn, float least) {
  const std::size_t count = points.size();
  const glm::vec2 in = glm::normalize(points[i] - points[(i + count - 1) % count]);
  const glm::vec2 out = glm::normalize(points[(i + 1) % count] - points[i]);
  const glm::vec2 n_in = turn * glm::vec2(in.y, -in.x);
  const glm::vec2 n_out = turn * glm::vec2(out.y, -out.x);
  return (n_in + n_out) / std::max(1.0f + glm::dot(n_in, n_out), least);
}

}  // namespace

Color faded(Color color, float factor) {
  const float alpha = static_cast<float>(color.a) * std::clamp(factor, 0.0f, 1.0f);
  color.a = static_cast<std::uint8_t>(std::lround(alpha));
  return color;
}

std::vector<glm::vec2> without_repeats(std::span<const glm::vec2> points, bool closed) {
  constexpr float kSame = 1e-3f;
  std::vector<glm::vec2> kept;
  kept.reserve(points.size());
  for (const glm::vec2 p : points)
    if (kept.empty() || glm::distance(kept.back(), p) > kSame) kept.push_back(p);
  while (closed && kept.size() > 1 && glm::distance(kept.back(), kept.front()) <= kSame)
    kept.pop_back();
  return kept;
}

std::size_t fill_convex(Mesh& mesh, std::span<const glm::vec2> given, Color color) {
  if (color.a == 0) return mesh.indices.size();
  const std::vector<glm::vec2> points = without_repeats(given, true);
  if (points.size() < 3) return mesh.indices.size();
  const float area = signed_area(points);
  if (std::abs(area) < 1e-4f) return mesh.indices.size();

  // Twice the area over the perimeter bounds the incircle, so a wide shape skips the exact width.
  float inset = kHalfFeather;
  if (2 * std::abs(area) / perimeter(points) < 2.0f) {
    const float width = least_width(points);
    if (width < 1.0f) {
      inset = width / 2;
      color = faded(color, width);
    }
  }
  const float outset = inset < kHalfFeather ? 1.0f - inset : kHalfFeather;
  const Color clear = faded(color, 0);
  const float turn = area > 0 ? 1.0f : -1.0f;
  const auto count = static_cast<std::uint32_t>(points.size());
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t i = 0; i < count; ++i) {
    glm::vec2 miter = corner_miter(points, i, turn, 0.05f);
    const float length = glm::length(miter);
    if (length > kLongestMiter) miter *= kLongestMiter / length;
    mesh.add(points[i] - miter * inset, color);
    mesh.add(points[i] + miter * outset, clear);
  }
  for (std::uint32_t i = 1; i + 1 < count; ++i)
    mesh.triangle(first, first + 2 * i, first + 2 * (i + 1));
  const std::size_t feather = mesh.indices.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = first + 2 * i;
    const std::uint32_t b = first + 2 * ((i + 1) % count);
    mesh.quad(a, a + 1, b + 1, b);
  }
  return feather;
}

std::size_t fill_stroked(Mesh& mesh, std::span<const glm::vec2> given, Color fill, Color stroke,
                         float width) {
  const std::vector<glm::vec2> points = without_repeats(given, true);
  if (points.size() < 3) return mesh.indices.size();
  const float turn = signed_area(points) > 0 ? 1.0f : -1.0f;
  const float outer = width / 2 + kHalfFeather, inner = width / 2 - kHalfFeather;
  const auto count = static_cast<std::uint32_t>(points.size());
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec2 miter = corner_miter(points, i, turn, 0.3f);
    mesh.add(points[i] - miter * outer, fill);
    mesh.add(points[i] - miter * inner, stroke);
    mesh.add(points[i] + miter * inner, stroke);
    mesh.add(points[i] + miter * outer, faded(stroke, 0));
  }
  for (std::uint32_t i = 1; i + 1 < count; ++i)
    mesh.triangle(first, first + 4 * i, first + 4 * (i + 1));
  const std::size_t feather = mesh.indices.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = first + 4 * i, b = first + 4 * ((i + 1) % count);
    mesh.quad(a, a + 1, b + 1, b);
    if (inner > 0.01f) mesh.quad(a + 1, a + 2, b + 2, b + 1);
    mesh.quad(a + 2, a + 3, b + 3, b + 2);
  }
  return feather;
}

std::size_t fill_rect(Mesh& mesh, const Rect& rect, Color color) {
  if (color.a == 0 || rect.w <= 0 || rect.h <= 0) return mesh.indices.size();
  const auto whole = [](float v) { return std::abs(v - std::round(v)) < 1.0f / 128; };
  if (whole(rect.x) && whole(rect.y) && whole(rect.right()) && whole(rect.bottom())) {
    const float x0 = std::round(rect.x), x1 = std::round(rect.right());
    const float y0 = std::round(rect.y), y1 = std::round(rect.bottom());
    const std::uint32_t a = mesh.add({x0, y0}, color);
    mesh.add({x1, y0}, color);
    mesh.add({x1, y1}, color);
    mesh.add({x0, y1}, color);
    mesh.quad(a, a + 1, a + 2, a + 3);
    return mesh.indices.size();
  }
  // Coverage of a pixel is a trapezoid over x times one over y: a grid of 4×4 vertices.
  const auto stops = [](float from, float size) {
    const float inner = std::abs(size - 1) / 2, outer = (size + 1) / 2, middle = from + size / 2;
    return std::array{middle - outer, middle - inner, middle + inner, middle + outer};
  };
  const auto xs = stops(rect.x, rect.w), ys = stops(rect.y, rect.h);
  const Color full = faded(color, std::min(1.0f, rect.w) * std::min(1.0f, rect.h));
  const Color clear = faded(color, 0);
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t i = 0; i < 4; ++i)
      mesh.add({xs[i], ys[j]}, (i % 3 == 0 || j % 3 == 0) ? clear : full);
  mesh.quad(first + 5, first + 6, first + 10, first + 9);
  const std::size_t feather = mesh.indices.size();
  for (std::uint32_t j = 0; j < 3; ++j)
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t a = first + 4 * j + i;
      if (i != 1 || j != 1) mesh.quad(a, a + 1, a + 5, a + 4);
    }
  return feather;
}

}  // namespace qkv
