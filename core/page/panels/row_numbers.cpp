// In a hall, below a table whose cells are too small for numbers: those of the chosen row.

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/panels/table_parts.h"

namespace qkv {
namespace {

float leading_of(const Pen& pen) { return std::round(1.4f * pen.m.tiny); }
float edge_of(const Pen& pen) { return pen.em(3); }

}  // namespace

float row_numbers_height(const Pen& pen, int rows) {
  return static_cast<float>(rows) * leading_of(pen) + 2 * edge_of(pen);
}

float draw_row_numbers(Pen& pen, const BarsPicture& bars, const Rect& place) {
  const float size = pen.m.tiny, leading = leading_of(pen), apart = pen.em(14);
  const float pad = pen.em(10), edge = edge_of(pen), space = text_width(Font::mono, size, "0");
  const float inner = place.w - 2 * pad;
  BarsPicture seen;
  float word = 0, number = 0;
  for (const BarsPicture::Bar& bar : bars.bars) {
    if (!bar.shown || bar.number.empty()) continue;
    seen.bars.push_back(bar);
    word = std::max(word, text_width(Font::text, size, bar.word));
    number = std::max(number, text_width(Font::mono, size, bar.number));
  }
  const auto rows = static_cast<std::size_t>(std::max(0.0f, (place.h - 2 * edge) / leading));
  if (seen.bars.empty() || rows == 0) return 0;
  word = std::min(word, inner - number - space);
  const float wide = word + space + number;
  const auto most = static_cast<std::size_t>(std::max(1.0f, (inner + apart) / (wide + apart)));
  const std::size_t columns = std::min(most, seen.bars.size());
  const std::vector<std::size_t> kept = listed(seen, columns * rows);
  const std::size_t used = (kept.size() + columns - 1) / columns;

  const float height = row_numbers_height(pen, static_cast<int>(used));
  pen.box(snapped({place.x, place.y, place.w, height}), pen.m.radius, pen.colors.ground,
          pen.colors.line, pen.m.line);
  const float step = columns > 1 ? (inner - wide) / static_cast<float>(columns - 1) : 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const BarsPicture::Bar& bar = seen.bars[kept[i]];
    const float x = place.x + pad + static_cast<float>(i % columns) * step;
    const float y = place.y + edge + static_cast<float>(i / columns) * leading;
    pen.text({x, middle_baseline(Font::text, size, y, leading)},
             fitted(Font::text, size, bar.word, word), Font::text, size,
             pen.ink(Role::key, pen.colors.ground), bar.quantity);
    pen.text_right({x + wide, middle_baseline(Font::mono, size, y, leading)}, bar.number,
                   Font::mono, size, pen.colors.text, bar.quantity);
  }
  return height;
}

}  // namespace qkv
