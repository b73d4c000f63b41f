#include "tests/support/page_text.h"

#include <ios>
#include <sstream>

namespace qkv {
namespace {

struct Writer {
  std::ostringstream out;

  Writer() { out << std::hexfloat; }
  void put(float v) { out << ' ' << v; }
  void put(int v) { out << ' ' << v; }
  void put(bool v) { out << ' ' << v; }
  void put(glm::vec2 v) { out << ' ' << v.x << ' ' << v.y; }
  void put(const Rect& r) { out << ' ' << r.x << ' ' << r.y << ' ' << r.w << ' ' << r.h; }
  void put(const Color& c) {
    for (const int part : {c.r, c.g, c.b, c.a}) put(part);
  }
  void put(const std::vector<glm::vec2>& points) {
    for (const glm::vec2 p : points) put(p);
  }
  template <class... Parts>
  void line(const char* name, const Parts&... parts) {
    out << name;
    (put(parts), ...);
    out << '\n';
  }

  void operator()(const Box& b) {
    line("box", b.rect, b.radius, b.fill, b.stroke, b.stroke_width, b.hatched);
  }
  void operator()(const Polygon& p) {
    line("polygon", p.points, p.fill, p.stroke, p.stroke_width, p.hatched);
  }
  void operator()(const Polyline& p) {
    line("line", p.points, p.color, p.width, p.dash, p.gap, p.closed);
  }
  void operator()(const Disc& d) {
    line("disc", d.center, d.radius, d.fill, d.stroke, d.stroke_width);
  }
  void operator()(const Text& t) {
    out << t.text << ' ';
    line("text", t.baseline, static_cast<int>(t.font), t.size, t.color, t.upward);
  }
  void operator()(const Heatmap& h) {
    line("heatmap", h.rect, h.rows, h.columns);
    if (h.cells)
      for (const Color& cell : *h.cells) put(cell);
  }
  void operator()(const ClipBegin& c) { line("clip", c.rect); }
  void operator()(const ClipEnd&) { line("end"); }
};

}  // namespace

std::string page_text(const Page& page) {
  Writer writer;
  writer.line("page", page.size, page.unit, page.background);
  for (const Item& item : page.items) std::visit(writer, item.shape);
  return writer.out.str();
}

}  // namespace qkv
