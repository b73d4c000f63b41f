#include "core/page/lessons/scene_parts.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string_view part_name(const Session& session) {
  const Stop& at = session.playhead.at;
  if (!is_part(at)) return at.stage == Stage::start ? "start" : stage_id(at.stage);
  const auto& parts = session.document->parts;
  const auto i = static_cast<std::size_t>(std::max(0, at.key));
  return i < parts.size() ? std::string_view(parts[i]) : std::string_view();
}

std::string scene_text(const Session& session, const char* what) {
  const std::string key = session.document->pieces->kind + ".at." + std::string(part_name(session));
  return std::string(text(key + "." + what));
}

}  // namespace

const Tensor& SceneView::piece(const std::string& name) const { return pieces->at(name); }

double SceneView::number(const std::string& name, int r, int column) const {
  return static_cast<double>(cell(piece(name), r, column));
}

std::vector<double> SceneView::row(const std::string& name, int r) const {
  const auto numbers = piece(name).view().row(0, r);
  return {numbers.begin(), numbers.end()};
}

float SceneView::part(std::string_view name) const {
  const auto& parts = session.document->parts;
  const auto found = std::find(parts.begin(), parts.end(), name);
  return found == parts.end() ? 0.0f
                              : part_amount(session, static_cast<int>(found - parts.begin()));
}

std::string_view SceneView::at() const { return part_name(session); }

std::string scene_title(const Session& session) { return scene_text(session, "title"); }
std::string scene_subtitle(const Session& session) { return scene_text(session, "subtitle"); }

std::string cell_text(double value) {
  std::string text = format_fixed(value, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

void write_small(MatrixDrawing& matrix) {
  for (const double value : matrix.values)
    matrix.texts.push_back(std::isfinite(value) ? cell_text(value) : std::string());
}

float scene_heading(Pen& pen, const std::string& words, glm::vec2 at, float width) {
  const float height = std::round(1.7f * pen.m.heading);
  pen.text({at.x, middle_baseline(Font::semibold, pen.m.heading, at.y, 1.5f * pen.m.heading)},
           fitted(Font::semibold, pen.m.heading, words, width), Font::semibold, pen.m.heading,
           pen.colors.text);
  return height;
}

float scene_note(Pen& pen, const std::string& words, glm::vec2 at, float width) {
  const float height = std::round(1.5f * pen.m.small);
  pen.text({at.x, middle_baseline(Font::text, pen.m.small, at.y, height)},
           fitted(Font::text, pen.m.small, words, width), Font::text, pen.m.small,
           readable(pen.colors.dim, pen.colors.ground, pen.least_contrast()));
  return height;
}

void scene_arrow(Pen& pen, glm::vec2 from, glm::vec2 to, Color color) {
  const float length = glm::distance(from, to), head = std::min(pen.px(9), length * 0.5f);
  if (length < 1) return;
  const glm::vec2 along = (to - from) / length, across{-along.y, along.x};
  const glm::vec2 neck = to - along * head;
  pen.line(from, neck, color, pen.px(1.8f));
  pen.add(Polygon{{to, neck + across * head * 0.5f, neck - across * head * 0.5f},
                  color,
                  {0, 0, 0, 0},
                  0,
                  false});
}

std::pair<Rect, Rect> beside(const Rect& r, float share, float gap) {
  const float left = std::round((r.w - gap) * share);
  return {{r.x, r.y, left, r.h}, {r.x + left + gap, r.y, r.w - gap - left, r.h}};
}

std::pair<Rect, Rect> below(const Rect& r, float share, float gap) {
  const float top = std::round((r.h - gap) * share);
  return {{r.x, r.y, r.w, top}, {r.x, r.y + top + gap, r.w, r.h - gap - top}};
}

}  // namespace qkv
