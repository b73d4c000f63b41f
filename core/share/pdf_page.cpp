#include "core/share/pdf_page.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/outline.h"
#include "core/page/style.h"
#include "core/share/pdf_text.h"

namespace qkv {
namespace {

std::string pair(glm::vec2 p) { return pdf_number(p.x) + " " + pdf_number(p.y); }

std::string rgb(Color color) {
  const auto part = [](unsigned value) { return pdf_number(static_cast<float>(value) / 255); };
  return part(color.r) + " " + part(color.g) + " " + part(color.b);
}

int percent(Color color) {
  return static_cast<int>(std::lround(static_cast<float>(color.a) / 2.55f));
}

}  // namespace

PdfPage::PdfPage(PdfWriter& writer, const Page& page, float points) : writer_(writer), page_(page) {
  // From here on pixels, y down, as on the page.
  put(pdf_number(points) + " 0 0 " + pdf_number(-points) + " 0 " +
      pdf_number(page.size.y * points) + " cm");
  put("4 M");
  if (page.background.a != 0) (*this)(Box{{0, 0, page.size.x, page.size.y}, 0, page.background});
  for (const Item& item : page.items) std::visit(*this, item.shape);
  for (; !kept_.empty(); kept_.pop_back()) put("Q");
}

void PdfPage::fill_color(Color color) {
  if (color.a != state_.fill.a)
    put("/A" + std::to_string(writer_.alpha(percent(color), false)) + " gs");
  if (Color{color.r, color.g, color.b} != Color{state_.fill.r, state_.fill.g, state_.fill.b})
    put(rgb(color) + " rg");
  state_.fill = color;
}

void PdfPage::stroke_color(Color color) {
  if (color.a != state_.stroke.a)
    put("/A" + std::to_string(writer_.alpha(percent(color), true)) + " gs");
  if (Color{color.r, color.g, color.b} != Color{state_.stroke.r, state_.stroke.g, state_.stroke.b})
    put(rgb(color) + " RG");
  state_.stroke = color;
}

void PdfPage::width(float pixels) {
  if (pixels == state_.width) return;
  put(pdf_number(pixels) + " w");
  state_.width = pixels;
}

void PdfPage::paint(Color fill, Color stroke, float stroke_width, bool closed) {
  const bool fills = fill.a != 0, strokes = stroke.a != 0 && stroke_width > 0;
  put(fills && strokes ? "B" : fills ? "f" : !strokes ? "n" : closed ? "s" : "S");
}

std::string PdfPage::points(const std::vector<glm::vec2>& points, bool closed) const {
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i)
    path += pair(points[i]) + (i == 0 ? " m " : " l ");
  return path + (closed ? "h" : "");
}

std::string PdfPage::rounded(const Rect& r, float radius) const {
  radius = std::min({radius, r.w / 2, r.h / 2});
  if (radius <= 0.01f) return pair({r.x, r.y}) + " " + pair({r.w, r.h}) + " re";
  const float k = radius * (1 - 0.5522847f);  // a quarter of a circle by one cubic
  const float x0 = r.x, x1 = r.right(), y0 = r.y, y1 = r.bottom();
  const auto curve = [](glm::vec2 a, glm::vec2 b, glm::vec2 c) {
    return pair(a) + " " + pair(b) + " " + pair(c) + " c ";
  };
  const auto line = [](glm::vec2 a) { return pair(a) + " l "; };
  return pair({x0 + radius, y0}) + " m " + line({x1 - radius, y0}) +
         curve({x1 - k, y0}, {x1, y0 + k}, {x1, y0 + radius}) + line({x1, y1 - radius}) +
         curve({x1, y1 - k}, {x1 - k, y1}, {x1 - radius, y1}) + line({x0 + radius, y1}) +
         curve({x0 + k, y1}, {x0, y1 - k}, {x0, y1 - radius}) + line({x0, y0 + radius}) +
         curve({x0, y0 + k}, {x0 + k, y0}, {x0 + radius, y0}) + "h";
}

void PdfPage::hatch(const std::vector<glm::vec2>& outline, Color color) {
  if (color.a == 0) return;
  stroke_color(color);
  width(kHatchWidth * page_.unit);
  std::string path;
  for (const auto& [a, b] : hatch_lines(outline, kHatchSpacing * page_.unit))
    path += pair(a) + " m " + pair(b) + " l ";
  if (!path.empty()) put(path + "S");
}

void PdfPage::operator()(const Box& box) {
  const bool strokes = box.stroke.a != 0 && box.stroke_width > 0;
  if (box.fill.a != 0) fill_color(box.fill);
  if (strokes) {
    stroke_color(box.stroke);
    width(box.stroke_width);
  }
  if (box.fill.a != 0 || strokes) {
    put(rounded(box.rect, box.radius));
    paint(box.fill, box.stroke, box.stroke_width);
  }
  if (box.hatched) hatch(rounded_outline(box.rect, box.radius), box.stroke);
}

void PdfPage::operator()(const Polygon& polygon) {
  if (polygon.points.size() < 3) return;
  const bool strokes = polygon.stroke.a != 0 && polygon.stroke_width > 0;
  if (polygon.fill.a != 0) fill_color(polygon.fill);
  if (strokes) {
    stroke_color(polygon.stroke);
    width(polygon.stroke_width);
  }
  put(points(polygon.points, true));
  paint(polygon.fill, polygon.stroke, polygon.stroke_width);
  if (polygon.hatched) hatch(polygon.points, polygon.stroke);
}

void PdfPage::operator()(const Polyline& line) {
  if (line.points.size() < 2 || line.color.a == 0 || line.width <= 0) return;
  stroke_color(line.color);
  width(line.width);
  const bool dashed = line.dash > 0 && line.gap > 0;
  if (dashed) put("[" + pdf_number(line.dash) + " " + pdf_number(line.gap) + "] 0 d");
  put(points(line.points, line.closed));
  put("S");
  if (dashed) put("[] 0 d");
}

void PdfPage::operator()(const Disc& disc) {
  const Rect around{disc.center.x - disc.radius, disc.center.y - disc.radius, 2 * disc.radius,
                    2 * disc.radius};
  (*this)(Box{around, disc.radius, disc.fill, disc.stroke, disc.stroke_width});
}

void PdfPage::operator()(const Text& text) {
  if (is_blank(text)) return;
  fill_color(text.color);
  put("BT");
  for (const TextRun& run : runs_of(text)) {
    PdfWriter::Font& font = writer_.font(run.face);
    std::string codes;
    for (const Glyph& glyph : glyphs(text.font, run.text)) {
      const auto [found, is_new] = font.glyphs.try_emplace(glyph.code, 0);
      if (is_new) found->second = font.face.glyph(glyph.code);
      font.used.emplace(found->second, glyph.code);
      codes += pdf_hex(static_cast<unsigned>(found->second), 4);
    }
    const std::string size = pdf_number(text.size);
    put("/F" + std::to_string(font.number) + " " + size + " Tf");
    // The page's y runs down, a letter's runs up; turned a quarter to the left, its x runs up.
    if (text.upward)
      put("0 -1 -1 0 " + pair({text.baseline.x, text.baseline.y - run.x}) + " Tm");
    else
      put("1 0 0 -1 " + pair({text.baseline.x + run.x, text.baseline.y}) + " Tm");
    put("<" + codes + "> Tj");
  }
  put("ET");
}

void PdfPage::operator()(const Heatmap& map) {
  if (!map.cells || map.rows <= 0 || map.columns <= 0) return;
  std::string bytes;
  for (const Color cell : *map.cells) {
    const Color seen = over(cell, page_.background);
    for (const std::uint8_t part : {seen.r, seen.g, seen.b}) bytes += static_cast<char>(part);
  }
  const int object = writer_.reserve();
  writer_.put_stream(object,
                     "/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 "
                     "/Interpolate false /Width " +
                         std::to_string(map.columns) + " /Height " + std::to_string(map.rows),
                     bytes);
  const std::string name = "/I" + std::to_string(writer_.images_.size() + 1);
  writer_.images_.push_back(name + " " + std::to_string(object) + " 0 R");
  const Rect& r = map.rect;
  put("q " + pair({r.w, 0}) + " " + pair({0, -r.h}) + " " + pair({r.x, r.bottom()}) + " cm " +
      name + " Do Q");
}

void PdfPage::operator()(const ClipBegin& clip) {
  kept_.push_back(state_);
  put("q " + rounded(clip.rect, 0) + " W n");
}

void PdfPage::operator()(const ClipEnd&) {
  if (kept_.empty()) return;
  put("Q");
  state_ = kept_.back();
  kept_.pop_back();
}

}  // namespace qkv
