#pragma once
// What the scenes of lessons share.

#include <string>
#include <string_view>
#include <vector>

#include "core/page/chart_matrix.h"
#include "core/page/lesson_scene.h"
#include "core/session/knob_places.h"
#include "core/transformer/matrix.h"

namespace qkv {

/// A scene at work: its pen, the lesson's pieces as they are seen now, where the walk is.
struct SceneView {
  Pen pen;
  const Session& session;
  std::shared_ptr<const PieceMap> pieces;

  SceneView(Page& page, const Session& on) : pen(page, on), session(on), pieces(shown_pieces(on)) {}

  const Tensor& piece(const std::string& name) const;
  double number(const std::string& name, int row = 0, int column = 0) const;
  std::vector<double> row(const std::string& name, int row = 0) const;
  /// How far the part of that name has happened, 0..1.
  float part(std::string_view name) const;
  /// Is the walk at this part, or has it come past it?
  bool reached(std::string_view name) const { return part(name) > 0; }
  /// Name of the part the walk is at; "start" before the first.
  std::string_view at() const;
  KnobView knobs() const { return {session.document->knobs, places_}; }

 private:
  KnobPlaces places_ = knob_places(session);
};

/// Title of the scene: text "SCENE.at.PART.title".
std::string scene_title(const Session& session);
std::string scene_subtitle(const Session& session);

/// A number for a small cell: one decimal at most, "0.4", "2", "−18.7".
std::string cell_text(double value);
/// The same for every cell.
void write_small(MatrixDrawing& matrix);

/// A heading on the ground; returns its height.
float scene_heading(Pen& pen, const std::string& words, glm::vec2 top_left, float width);
/// One line of quiet text; returns its height.
float scene_note(Pen& pen, const std::string& words, glm::vec2 top_left, float width);
/// An arrow from left to right or downward, for what follows from what.
void scene_arrow(Pen& pen, glm::vec2 from, glm::vec2 to, Color color);
/// The two halves of a rectangle, `share` of it on the left or on top, a gap between.
std::pair<Rect, Rect> beside(const Rect& rect, float share, float gap);
std::pair<Rect, Rect> below(const Rect& rect, float share, float gap);

}  // namespace qkv
