#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/render/shapes.h"

namespace qkv {
namespace {

glm::vec2 left_of(glm::vec2 along) { return {along.y, -along.x}; }

// Turns sharper than 120° are no longer mitred: the tip would stand out twice the width.
constexpr float kSharpestMiter = -0.5f;

// Half widths of the line's cross section: full alpha up to inner, none from outer on.
struct Profile {
  float inner, outer;
  Color full, clear;
};

Profile profile_of(float width, Color color) {
  return {std::abs(width - 1) / 2, (width + 1) / 2, faded(color, width), faded(color, 0)};
}

std::uint32_t add_row(Mesh& mesh, glm::vec2 at, glm::vec2 across, const Profile& p, Color inside) {
  const std::uint32_t first = mesh.add(at + across * p.outer, p.clear);
  mesh.add(at + across * p.inner, inside);
  mesh.add(at - across * p.inner, inside);
  mesh.add(at - across * p.outer, p.clear);
  return first;
}

void join_rows(Mesh& mesh, std::uint32_t a, std::uint32_t b, const Profile& p) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    // A line one pixel wide is all feather.
    if (i == 1 && p.inner < 0.01f) continue;
    mesh.quad(a + i, a + i + 1, b + i + 1, b + i);
  }
}

glm::vec2 miter_at(glm::vec2 in, glm::vec2 out) {
  const glm::vec2 a = left_of(in), b = left_of(out);
  return (a + b) / std::max(1 + glm::dot(a, b), 0.3f);
}

// An open run without sharp turns; both ends are cut square, with a feather of their own.
void stroke_run(Mesh& mesh, std::span<const glm::vec2> points, const Profile& profile) {
  const std::size_t count = points.size();
  if (count < 2) return;
  float length = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) length += glm::distance(points[i], points[i + 1]);
  const float first_length = glm::distance(points[0], points[1]);
  const float last_length = glm::distance(points[count - 2], points[count - 1]);
  const float inside = std::min({0.5f, first_length / 2, last_length / 2});
  Profile p = profile;
  p.full = faded(p.full, std::min(1.0f, length));

  std::uint32_t previous = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec2 in = i > 0 ? glm::normalize(points[i] - points[i - 1]) : glm::vec2(0);
    const glm::vec2 out = i + 1 < count ? glm::normalize(points[i + 1] - points[i]) : glm::vec2(0);
    if (i == 0) {
      const std::uint32_t cap = add_row(mesh, points[i] - out * 0.5f, left_of(out), p, p.clear);
      previous = add_row(mesh, points[i] + out * inside, left_of(out), p, p.full);
      join_rows(mesh, cap, previous, p);
    } else if (i + 1 == count) {
      const std::uint32_t row = add_row(mesh, points[i] - in * inside, left_of(in), p, p.full);
      join_rows(mesh, previous, row, p);
      const std::uint32_t cap = add_row(mesh, points[i] + in * 0.5f, left_of(in), p, p.clear);
      join_rows(mesh, row, cap, p);
    } else {
      const std::uint32_t row = add_row(mesh, points[i], miter_at(in, out), p, p.full);
      join_rows(mesh, previous, row, p);
      previous = row;
    }
  }
}

bool sharp(glm::vec2 a, glm::vec2 b, glm::vec2 c) {
  return glm::dot(glm::normalize(b - a), glm::normalize(c - b)) < kSharpestMiter;
}

void stroke_closed(Mesh& mesh, std::span<const glm::vec2> points, const Profile& p) {
  const std::size_t count = points.size();
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec2 in = glm::normalize(points[i] - points[(i + count - 1) % count]);
    const glm::vec2 out = glm::normalize(points[(i + 1) % count] - points[i]);
    add_row(mesh, points[i], miter_at(in, out), p, p.full);
  }
  for (std::size_t i = 0; i < count; ++i)
    join_rows(mesh, first + 4 * static_cast<std::uint32_t>(i),
              first + 4 * static_cast<std::uint32_t>((i + 1) % count), p);
}

// Splits at sharp turns and rounds them.
void stroke_open(Mesh& mesh, std::span<const glm::vec2> points, float width, Color color) {
  const Profile profile = profile_of(width, color);
  std::size_t begin = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    if (!sharp(points[i - 1], points[i], points[i + 1])) continue;
    stroke_run(mesh, points.subspan(begin, i - begin + 1), profile);
    if (width >= 2) fill_convex(mesh, circle_outline(points[i], width / 2), color);
    begin = i;
  }
  stroke_run(mesh, points.subspan(begin), profile);
}

void stroke_dashed(Mesh& mesh, std::vector<glm::vec2> points, const Stroke& stroke) {
  if (stroke.closed) points.push_back(points.front());
  float left = stroke.dash;  // of the dash or gap that is being walked
  bool drawing = true;
  std::vector<glm::vec2> run{points[0]};
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const float length = glm::distance(points[i], points[i + 1]);
    const glm::vec2 along = (points[i + 1] - points[i]) / length;
    float at = 0;
    while (length - at > left) {
      at += left;
      const glm::vec2 cut = points[i] + along * at;
      if (drawing) {
        run.push_back(cut);
        stroke_open(mesh, without_repeats(run, false), stroke.width, stroke.color);
      }
      run.assign(1, cut);
      drawing = !drawing;
      left = drawing ? stroke.dash : stroke.gap;
    }
    left -= length - at;
    run.push_back(points[i + 1]);
  }
  if (drawing) stroke_open(mesh, without_repeats(run, false), stroke.width, stroke.color);
}

}  // namespace

void stroke_line(Mesh& mesh, std::span<const glm::vec2> given, const Stroke& stroke) {
  if (stroke.color.a == 0 || stroke.width <= 0) return;
  std::vector<glm::vec2> points = without_repeats(given, stroke.closed);
  if (points.size() < 2) return;
  // A dash of a fraction of a pixel would be thousands of them and look grey anyway.
  if (stroke.dash > 0 && stroke.gap > 0 && stroke.dash + stroke.gap >= 0.5f) {
    stroke_dashed(mesh, std::move(points), stroke);
    return;
  }
  bool smooth = stroke.closed && points.size() > 2;
  for (std::size_t i = 0; smooth && i < points.size(); ++i)
    smooth = !sharp(points[i], points[(i + 1) % points.size()], points[(i + 2) % points.size()]);
  if (smooth) {
    stroke_closed(mesh, points, profile_of(stroke.width, stroke.color));
    return;
  }
  if (stroke.closed) points.push_back(points.front());
  stroke_open(mesh, points, stroke.width, stroke.color);
}

void hatch_convex(Mesh& mesh, std::span<const glm::vec2> given, float spacing, float width,
                  Color color) {
  const std::vector<glm::vec2> points = without_repeats(given, true);
  if (color.a == 0) return;
  for (const std::array<glm::vec2, 2>& line : hatch_lines(points, spacing))
    stroke_line(mesh, line, {width, color, false, 0, 0});
}

}  // namespace qkv
