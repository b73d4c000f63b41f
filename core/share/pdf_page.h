#pragma once

#include <string>

#include "core/share/pdf.h"

namespace qkv {

/// The drawing commands of one page; fonts and images are noted in the writer.
class PdfPage {
 public:
  PdfPage(PdfWriter& writer, const Page& page, float points);
  std::string take() { return std::move(out_); }

  void operator()(const Box& box);
  void operator()(const Polygon& polygon);
  void operator()(const Polyline& line);
  void operator()(const Disc& disc);
  void operator()(const Text& text);
  void operator()(const Heatmap& map);
  void operator()(const ClipBegin& clip);
  void operator()(const ClipEnd&);

 private:
  void put(std::string_view command) { (out_ += command) += '\n'; }
  void fill_color(Color color);
  void stroke_color(Color color);
  void width(float pixels);
  /// Paints the path that was just made.
  void paint(Color fill, Color stroke, float stroke_width, bool closed = true);
  std::string points(const std::vector<glm::vec2>& points, bool closed) const;
  std::string rounded(const Rect& rect, float radius) const;
  void hatch(const std::vector<glm::vec2>& outline, Color color);

  struct State {  ///< what is set, so that it is not set again
    Color fill{0, 0, 0, 255}, stroke{0, 0, 0, 255};
    float width = -1;
  };
  PdfWriter& writer_;
  const Page& page_;
  std::string out_;
  State state_;
  std::vector<State> kept_;
};

}  // namespace qkv
