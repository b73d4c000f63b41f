#include "core/share/svg.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "core/document/in_language.h"
#include "core/page/fonts.h"
#include "core/page/outline.h"
#include "core/picture/picture.h"
#include "core/share/base64.h"
#include "core/share/part.h"
#include "core/share/png.h"
#include "core/share/writers.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

// Up to so many cells of a heatmap are rectangles; more are one picture.
constexpr int kMostCells = 1 << 14;

struct FaceStyle {
  std::string_view face, family, weight;
};
constexpr FaceStyle kFaces[] = {
    {"fonts/Inter-Regular", "Inter, sans-serif", "400"},
    {"fonts/Inter-SemiBold", "Inter, sans-serif", "600"},
    {"fonts/Inter-Bold", "Inter, sans-serif", "700"},
    {"fonts/JetBrainsMono-Regular", "'JetBrains Mono', monospace", "400"},
    {"fonts/JetBrainsMono-Bold", "'JetBrains Mono', monospace", "700"},
    {"fonts/DejaVuSerif", "'DejaVu Serif', serif", "400"},
    {"fonts/DejaVuSerif-Bold", "'DejaVu Serif', serif", "700"},
    {"fonts/DejaVuSans", "'DejaVu Sans', sans-serif", "400"},
    {"fonts/DejaVuSans-Bold", "'DejaVu Sans', sans-serif", "700"},
};

const FaceStyle& style_of(std::string_view face) {
  const auto* found = std::find_if(std::begin(kFaces), std::end(kFaces),
                                   [&](const FaceStyle& style) { return style.face == face; });
  return found == std::end(kFaces) ? kFaces[0] : *found;
}

// Hundredths of a pixel, as short as can be.
std::string num(float value) {
  std::array<char, 48> buffer;
  const float rounded = std::round(value * 100) / 100 + 0.0f;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded,
                                 std::chars_format::fixed, rounded == std::round(rounded) ? 0 : 2);
  std::string text(buffer.data(), end.ptr);
  if (text.find('.') != std::string::npos)
    while (text.back() == '0') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const char c = text[at];
    if (length != 1) {
      result += length == 0 ? "\uFFFD" : text.substr(at, length);
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      // XML knows no other control characters than these.
      result += static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' ? ' ' : c;
    }
    at += std::max<std::size_t>(1, length);
  }
  return result;
}

std::string hex(Color color) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const unsigned part : {color.r, color.g, color.b}) {
    text += kDigits[part >> 4];
    text += kDigits[part & 15];
  }
  return text;
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}

std::string paint(const char* name, Color color) {
  if (color.a == 0) return attribute(name, "none");
  std::string text = attribute(name, hex(color));
  if (color.a != 255)
    text += attribute((std::string(name) + "-opacity").c_str(),
                      num(std::round(static_cast<float>(color.a) / 2.55f) / 100));
  return text;
}

std::string fill_and_stroke(Color fill, Color stroke, float width) {
  std::string text = paint("fill", fill);
  if (stroke.a != 0 && width > 0)
    text += paint("stroke", stroke) + attribute("stroke-width", num(width));
  return text;
}

std::string place(const Rect& r) {
  return attribute("x", num(r.x)) + attribute("y", num(r.y)) + attribute("width", num(r.w)) +
         attribute("height", num(r.h));
}

std::string points_text(const std::vector<glm::vec2>& points) {
  std::string text;
  for (const glm::vec2 p : points) {
    if (!text.empty()) text += ' ';
    text += num(p.x) + "," + num(p.y);
  }
  return text;
}

std::string quantity_text(const Quantity& q) {
  if (!q || q.kind == Quantity::Kind::action) return "";
  std::string text = attribute("data-kind", kind_name(q.kind));
  const auto add = [&](const char* name, int value, int usual) {
    if (value != usual) text += attribute(name, std::to_string(value));
  };
  add("data-layer", q.layer, 0);
  add("data-head", q.head, 0);
  add("data-row", q.row, -1);
  add("data-column", q.column, -1);
  add("data-dim", q.dim, -1);
  return text;
}

const char* panel_name(PanelId id) {
  constexpr const char* kNames[] = {"toolbar", "story", "scene", "table", "ribbon"};
  return kNames[static_cast<std::size_t>(id)];
}

class Svg {
 public:
  explicit Svg(const Page& page) : page_(page) {}

  std::string write(const std::string& title, const std::string& description) {
    const Rect all{0, 0, page_.size.x, page_.size.y};
    out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" +
           attribute("width", num(all.w)) + attribute("height", num(all.h)) +
           attribute("viewBox", "0 0 " + num(all.w) + " " + num(all.h)) +
           // Widths are those of the plain letters: no pairs, no ligatures.
           " role=\"img\" xml:space=\"preserve\" style=\"font-kerning:none;"
           "font-variant-ligatures:none\">\n<title>" +
           escaped(title) + "</title>\n<desc>" + escaped(description) + "</desc>\n";
    if (page_.background.a != 0)
      out_ += "<rect" + place(all) + paint("fill", page_.background) + "/>\n";
    for (const Item& item : page_.items) {
      enter(item);
      quantity_ = quantity_text(item.quantity);
      std::visit(*this, item.shape);
    }
    leave();
    return std::move(out_) + "</svg>\n";
  }

  void operator()(const Box& box) {
    const bool shows = box.fill.a != 0 || (box.stroke.a != 0 && box.stroke_width > 0);
    const float radius = std::min({box.radius, box.rect.w / 2, box.rect.h / 2});
    if (shows)
      element("rect", place(box.rect) +
                          (radius > 0.01f ? attribute("rx", num(radius)) : std::string()) +
                          fill_and_stroke(box.fill, box.stroke, box.stroke_width));
    if (box.hatched) hatch(rounded_outline(box.rect, box.radius), box.stroke);
  }
  void operator()(const Polygon& polygon) {
    if (polygon.points.size() < 3) return;
    element("polygon", attribute("points", points_text(polygon.points)) +
                           fill_and_stroke(polygon.fill, polygon.stroke, polygon.stroke_width));
    if (polygon.hatched) hatch(polygon.points, polygon.stroke);
  }
  void operator()(const Polyline& line) {
    if (line.points.size() < 2 || line.color.a == 0 || line.width <= 0) return;
    std::string look = attribute("points", points_text(line.points)) + " fill=\"none\"" +
                       paint("stroke", line.color) + attribute("stroke-width", num(line.width));
    if (line.dash > 0 && line.gap > 0)
      look += attribute("stroke-dasharray", num(line.dash) + " " + num(line.gap));
    element(line.closed ? "polygon" : "polyline", look);
  }
  void operator()(const Disc& disc) {
    element("circle", attribute("cx", num(disc.center.x)) + attribute("cy", num(disc.center.y)) +
                          attribute("r", num(disc.radius)) +
                          fill_and_stroke(disc.fill, disc.stroke, disc.stroke_width));
  }
  void operator()(const Text& text);
  void operator()(const Heatmap& map);
  void operator()(const ClipBegin& clip) {
    const std::string id = "clip" + std::to_string(++clips_);
    out_ += "<clipPath id=\"" + id + "\"><rect" + place(clip.rect) + "/></clipPath>\n<g" +
            attribute("clip-path", "url(#" + id + ")") + ">\n";
    ++depth_;
  }
  void operator()(const ClipEnd&) {
    if (depth_ == 0) return;
    out_ += "</g>\n";
    --depth_;
  }

 private:
  // Between clips, an item that stands in another panel begins that panel's group.
  void enter(const Item& item) {
    if (depth_ > 0 || std::holds_alternative<ClipEnd>(item.shape)) return;
    const PanelPlace* const panel = panel_of(item.shape);
    if (panel == panel_) return;
    leave();
    panel_ = panel;
    if (panel == nullptr) return;
    const std::string name = panel_name(panel->id);
    const int again = ++groups_[panel->id];
    out_ += "<g" + attribute("id", again > 1 ? name + std::to_string(again) : name) +
            attribute("class", name) + ">\n";
  }
  void leave() {
    for (; depth_ > 0; --depth_) out_ += "</g>\n";
    if (panel_ != nullptr) out_ += "</g>\n";
    panel_ = nullptr;
  }
  const PanelPlace* panel_of(const Shape& shape) const;

  void element(const char* name, const std::string& attributes) {
    out_ += std::string("<") + name + quantity_ + attributes + "/>\n";
  }
  void hatch(const std::vector<glm::vec2>& outline, Color color) {
    if (color.a == 0) return;
    std::string path;
    for (const auto& [a, b] : hatch_lines(outline, kHatchSpacing * page_.unit))
      path += "M" + num(a.x) + " " + num(a.y) + "L" + num(b.x) + " " + num(b.y);
    if (path.empty()) return;
    element("path", attribute("d", path) + " fill=\"none\"" + paint("stroke", color) +
                        attribute("stroke-width", num(kHatchWidth * page_.unit)));
  }

  const Page& page_;
  std::string out_, quantity_;
  int depth_ = 0, clips_ = 0;
  const PanelPlace* panel_ = nullptr;
  std::map<PanelId, int> groups_;
};

const PanelPlace* Svg::panel_of(const Shape& shape) const {
  const glm::vec2 at = anchor_of(shape);
  for (const PanelPlace& panel : page_.panels)
    if (panel.rect.contains(at)) return &panel;
  return nullptr;
}

void Svg::operator()(const Text& text) {
  if (is_blank(text)) return;
  // Baselines stand on whole pixels, as in the window.
  glm::vec2 at = text.baseline;
  (text.upward ? at.x : at.y) = std::round(text.upward ? at.x : at.y);
  const std::vector<TextRun> runs = runs_of(text);
  const auto face = [](const TextRun& run) {
    const FaceStyle& style = style_of(run.face);
    return attribute("font-family", std::string(style.family)) +
           attribute("font-weight", std::string(style.weight));
  };
  const auto length = [](const TextRun& run) {
    return attribute("textLength", num(run.width)) + " lengthAdjust=\"spacingAndGlyphs\"";
  };
  std::string open = "<text" + quantity_;
  if (text.upward)
    open += attribute("transform", "translate(" + num(at.x) + " " + num(at.y) + ") rotate(-90)");
  else
    open += attribute("x", num(at.x)) + attribute("y", num(at.y));
  open += attribute("font-size", num(text.size)) + paint("fill", text.color);
  if (runs.size() == 1) {
    out_ += open + face(runs[0]) + length(runs[0]) + ">" + escaped(runs[0].text) + "</text>\n";
    return;
  }
  out_ += open + ">";
  for (const TextRun& run : runs)
    out_ += "<tspan" + attribute("x", num(run.x + (text.upward ? 0 : at.x))) + face(run) +
            length(run) + ">" + escaped(run.text) + "</tspan>";
  out_ += "</text>\n";
}

void Svg::operator()(const Heatmap& map) {
  if (!map.cells || map.rows <= 0 || map.columns <= 0) return;
  const std::vector<Color>& cells = *map.cells;
  if (map.rows * map.columns > kMostCells) {
    Pixels pixels{map.columns, map.rows, {}};
    for (const Color c : cells) pixels.rgba.insert(pixels.rgba.end(), {c.r, c.g, c.b, c.a});
    element("image", place(map.rect) +
                         " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\"" +
                         attribute("href", "data:image/png;base64," + base64(png_of(pixels))));
    return;
  }
  const glm::vec2 step{map.rect.w / static_cast<float>(map.columns),
                       map.rect.h / static_cast<float>(map.rows)};
  out_ += "<g shape-rendering=\"crispEdges\">\n";
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.columns; ++c) {
      const Color color = cells[static_cast<std::size_t>(r * map.columns + c)];
      if (color.a == 0) continue;
      element("rect", place({map.rect.x + step.x * static_cast<float>(c),
                             map.rect.y + step.y * static_cast<float>(r), step.x, step.y}) +
                          paint("fill", color));
    }
  out_ += "</g>\n";
}

}  // namespace

const char* kind_name(Quantity::Kind kind) {
  constexpr const char* kNames[] = {"none",           "word",   "query",   "key",     "value",
                                    "score",          "scaled", "masked",  "exp",     "weight",
                                    "weighted-value", "output", "row-max", "row-sum", "action"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string svg_of(const Page& page, const std::string& title, const std::string& description) {
  return Svg(page).write(title, description);
}

std::string write_svg(ExportSource& source) {
  const Page page = page_of(source);
  const StoryPicture story =
      paint_story(source.session, source.trace(), source.traces->before(source.session));
  const Document& document = *source.session.document;
  return svg_of(page, title_of(document) + ": " + story.title, note_of(document));
}

}  // namespace qkv
