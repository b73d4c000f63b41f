#include "core/page/panels/flow.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

constexpr float kScript = 0.74f;  // size of a superscript

struct Face {
  Font font;
  float size;
  float rise;  ///< px above the line's own baseline
};

Face face_of(const Pen& pen, const Span& span, const FlowStyle& style) {
  const Font font = font_of(span, style.math);
  if (span.script == 0) return {font, style.size, 0};
  // In Present even a superscript must be read from the last row.
  const float size = std::min(
      style.size, std::max(style.size * kScript, pen.m.tiny * (pen.present ? 1.0f : 0.8f)));
  return {font, size, style.size * (span.script > 0 ? 0.36f : -0.16f)};
}

/// A run of one span without a space inside.
struct Piece {
  std::size_t span = 0;
  std::size_t begin = 0, end = 0;  ///< bytes of the span's text
  float space = 0;                 ///< width of the spaces before it
  float width = 0;
  bool may_break = false;  ///< a space stands before it
};

std::size_t next_character(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

/// Is the space at `at` within a short vector? "[1, 1]" is not broken.
bool in_vector(std::string_view words, std::size_t at) {
  constexpr std::size_t kLongest = 12;  // bytes
  const std::size_t open = words.rfind('[', at), close = words.find(']', at);
  return open != words.npos && close != words.npos && close - open < kLongest &&
         words.substr(open, at - open).find(']') == std::string_view::npos;
}

std::vector<Piece> pieces_of(const Pen& pen, const Line& line, const FlowStyle& style,
                             float width) {
  std::vector<Piece> pieces;
  float space = 0;
  bool may_break = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view words = line[i].text;
    const Face face = face_of(pen, line[i], style);
    for (std::size_t at = 0; at < words.size();) {
      if (words[at] == ' ') {
        space += text_width(face.font, face.size, " ");
        may_break = may_break || !in_vector(words, at);
        ++at;
        continue;
      }
      std::size_t end = at;
      float used = 0;
      while (end < words.size() && words[end] != ' ') {
        const std::size_t after = next_character(words, end);
        const float more = text_width(face.font, face.size, words.substr(end, after - end));
        if (used > 0 && used + more > width - style.indent) break;  // wider than the panel
        used += more;
        end = after;
      }
      const bool broken = !pieces.empty() && pieces.back().span == i && pieces.back().end == at;
      pieces.push_back({i, at, end, space, used, may_break || broken});
      space = 0;
      may_break = false;
      at = end;
    }
  }
  return pieces;
}

using Row = std::vector<Piece>;

// Pieces without a space between them stay together: "QK" and its raised T.
std::vector<Row> rows_of(const std::vector<Piece>& pieces, const FlowStyle& style, float width) {
  std::vector<Row> rows(1);
  float x = 0;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i + 1;
    float together = pieces[i].width;
    while (end < pieces.size() && !pieces[end].may_break) together += pieces[end++].width;
    const float space = pieces[i].space;
    const bool carried = !rows.back().empty() && x + space + together > width + 0.01f;
    if (carried) {
      rows.emplace_back();
      x = style.indent;
    }
    for (std::size_t k = i; k < end; ++k) {
      Piece piece = pieces[k];
      if (carried && k == i) piece.space = 0;
      x += piece.space + piece.width;
      rows.back().push_back(piece);
    }
    i = end;
  }
  return rows;
}

void draw_row(Pen& pen, const Line& line, const Row& row, glm::vec2 at, const FlowStyle& style) {
  for (std::size_t i = 0; i < row.size();) {
    std::size_t end = i + 1;
    float width = row[i].width;
    while (end < row.size() && row[end].span == row[i].span) {
      width += row[end].space + row[end].width;
      ++end;
    }
    const Span& span = line[row[i].span];
    const Face face = face_of(pen, span, style);
    at.x += row[i].space;
    pen.text({at.x, std::round(at.y - face.rise)},
             span.text.substr(row[i].begin, row[end - 1].end - row[i].begin), face.font, face.size,
             pen.ink(span.role, style.ground), span.quantity);
    at.x += width;
    i = end;
  }
}

}  // namespace

Font font_of(const Span& span, bool math) {
  if (math) return span.bold ? Font::math_bold : Font::math;
  if (span.mono) return span.bold ? Font::mono_bold : Font::mono;
  return span.bold ? Font::semibold : Font::text;
}

float flow(Pen& pen, const Line& line, glm::vec2 top_left, float width, const FlowStyle& style) {
  const std::vector<Row> rows = rows_of(pieces_of(pen, line, style, width), style, width);
  const Font font = line.empty() ? Font::text : font_of(line.front(), style.math);
  float y = top_left.y, x = top_left.x;
  for (const Row& row : rows) {
    draw_row(pen, line, row, {x, middle_baseline(font, style.size, y, style.leading)}, style);
    y += style.leading;
    x = top_left.x + style.indent;
  }
  return y - top_left.y;
}

float flow_height(const Pen& pen, const Line& line, float width, const FlowStyle& style) {
  const auto rows = rows_of(pieces_of(pen, line, style, width), style, width);
  return static_cast<float>(rows.size()) * style.leading;
}

float flow_width(const Pen& pen, const Line& line, const FlowStyle& style) {
  float width = 0;
  for (const Span& span : line) {
    const Face face = face_of(pen, span, style);
    width += text_width(face.font, face.size, span.text);
  }
  return width;
}

}  // namespace qkv
