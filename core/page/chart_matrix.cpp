#include "core/page/chart_matrix.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/text/format_number.h"

namespace qkv {
namespace {

constexpr float kSmallestBoxes = 7;  // design pixels: smaller cells are one picture

std::size_t index(const MatrixDrawing& m, int row, int column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(m.columns) +
         static_cast<std::size_t>(column);
}

float shown(const MatrixDrawing& m, std::size_t i) {
  return m.shown.empty() ? 1.0f : std::clamp(m.shown[i], 0.0f, 1.0f);
}

Color full_color(const Pen& pen, const MatrixDrawing& m, std::size_t i) {
  const auto value = static_cast<float>(m.values[i]);
  const auto limit = static_cast<float>(m.limit);
  switch (m.map) {
    case MatrixDrawing::Map::diverging:
      return score_color(pen.theme, value, limit);
    case MatrixDrawing::Map::share:
      return weight_color(m.colors, limit > 0 ? value / limit : 0.0f);
    case MatrixDrawing::Map::plain:
      break;
  }
  return pen.colors.raised;
}

Color color_of(const Pen& pen, const MatrixDrawing& m, std::size_t i) {
  if (!std::isfinite(m.values[i])) return pen.colors.ground;
  return mix(pen.colors.ground, full_color(pen, m, i), shown(m, i));
}

/// How the numbers of one matrix are set.
struct Numbers {
  float size = 0;  ///< 0: none fit
  int decimals = 0;
  bool narrow = false;  ///< ".74" for "0.74", and of a text its first word
};

/// Without the 0 before the point: two decimals in the room of one.
std::string without_zero(std::string number) {
  const std::size_t digits = number.find_first_of("0123456789");
  if (digits != std::string::npos && number.compare(digits, 2, "0.") == 0) number.erase(digits, 1);
  return number;
}

std::string number_of(const MatrixDrawing& m, std::size_t i, int decimals) {
  const double value = m.values[i];
  if (std::isnan(value)) return "";
  // In a cell "0.0" says more than "4e-02".
  const bool rounds_to_zero = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
  if (rounds_to_zero && value != 0) return format_fixed(value, decimals);
  return m.map == MatrixDrawing::Map::share && m.limit == 1 ? format_fixed(m.values[i], decimals)
                                                            : format_number(m.values[i], decimals);
}

std::string words_of(const MatrixDrawing& m, std::size_t i, const Numbers& numbers) {
  if (i < m.texts.size() && !m.texts[i].empty())
    return numbers.narrow ? m.texts[i].substr(0, m.texts[i].find(' ')) : m.texts[i];
  std::string number = number_of(m, i, numbers.decimals);
  if (!numbers.narrow) return number;
  if (number == format_fixed(1, numbers.decimals)) return "1";
  return without_zero(std::move(number));
}

Numbers numbers_of(const Pen& pen, const MatrixDrawing& m, float cell_w, float cell_h) {
  if (!m.numbers) return {};
  const float room = cell_w - pen.px(5), high = cell_h - pen.px(3);
  const float smallest = pen.present ? pen.m.tiny : 0.84f * pen.m.tiny;
  const auto set = [&](int decimals, bool narrow) {
    float widest = 0;  // of size 1
    for (std::size_t i = 0; i < m.values.size(); ++i)
      widest = std::max(widest, text_width(Font::mono, 1, words_of(m, i, {1, decimals, narrow})));
    const float most = m.most_number > 0 ? m.most_number : pen.m.cell;
    const float size = widest > 0 ? std::min({most, room / widest, high / 1.15f}) : 0;
    return Numbers{size >= smallest ? size : 0, decimals, narrow};
  };
  for (int decimals = m.decimals; decimals >= std::min(m.decimals, 1); --decimals) {
    if (m.without_zeros) {
      if (const Numbers numbers = set(decimals, true); numbers.size > 0) return numbers;
      continue;
    }
    if (const Numbers numbers = set(decimals, false); numbers.size > 0) return numbers;
    // The large type of a hall leaves little room: there a short form says more than one decimal.
    if (!pen.present || decimals > 2) continue;
    if (const Numbers numbers = set(decimals, true); numbers.size > 0) return numbers;
  }
  return {};
}

void draw_cell(Pen& pen, const MatrixDrawing& m, const MatrixPlace& place, const Numbers& numbers,
               int row, int column) {
  const std::size_t i = index(m, row, column);
  const Rect whole = place.cell(row, column);
  const float gap = std::min(pen.px(2), 0.08f * whole.w);
  const Rect rect = whole.inset(gap / 2);
  const float radius = std::min(pen.px(4), 0.12f * rect.w);
  const bool empty = !std::isfinite(m.values[i]) || shown(m, i) < 0.5f;
  Color color = color_of(pen, m, i);
  pen.box(rect, radius, color,
          empty || m.map == MatrixDrawing::Map::plain ? pen.colors.line : Color{0, 0, 0, 0},
          pen.m.line);
  if (i < m.hatched.size() && m.hatched[i])
    pen.add(Box{
        rect, radius, {0, 0, 0, 0}, mix(pen.colors.line, pen.colors.dim, 0.35f), pen.m.line, true});
  if (numbers.size <= 0 || shown(m, i) < 0.5f) return;
  const std::string words = words_of(m, i, numbers);
  if (words.empty()) return;
  // A number's plate must not take the whole of the hatching: a hidden 0 would look like one that
  // is seen.
  const bool hidden = i < m.hatched.size() && m.hatched[i];
  const float plate = text_width(Font::mono, numbers.size, words) + 0.5f * numbers.size;
  if (hidden && m.map == MatrixDrawing::Map::share && m.values[i] == 0 && plate > 0.7f * rect.w)
    return;
  Color ink = ink_on(color);
  // Some colours lie between black and white: a plate of the nearest that does not.
  if (contrast(ink, color) < pen.least_contrast() || hidden) {
    const Color away = ink == Color{0, 0, 0} ? Color{255, 255, 255} : Color{0, 0, 0};
    color = readable(mix(color, away, 0.05f), ink, pen.least_contrast());
    const float wide = std::min(rect.w, plate), high = 1.3f * numbers.size;
    pen.box({rect.x + (rect.w - wide) / 2, rect.y + (rect.h - high) / 2, wide, high}, 0.3f * high,
            color);
  }
  pen.label(rect, words, Font::mono, numbers.size, ink);
}

void draw_picture(Pen& pen, const MatrixDrawing& m, const MatrixPlace& place) {
  auto cells = std::make_shared<std::vector<Color>>();
  cells->reserve(m.values.size());
  for (std::size_t i = 0; i < m.values.size(); ++i) cells->push_back(color_of(pen, m, i));
  pen.add(Heatmap{place.cells, m.rows, m.columns, std::move(cells)});
}

Color name_color(const Pen& pen, const std::vector<Tint>& tints, std::size_t i) {
  return i < tints.size() ? tint_ink(pen, tints[i])
                          : readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
}

float tabs_width(const Pen& pen, const MatrixDrawing& m) { return m.row_tabs ? pen.em(8) : 0; }

void draw_tabs(Pen& pen, const MatrixDrawing& m, const MatrixPlace& place) {
  const float wide = pen.em(4);
  for (std::size_t r = 0; r < m.row_tints.size(); ++r) {
    const Rect cell = place.cell(static_cast<int>(r), 0);
    pen.box(Rect{cell.x - pen.em(8), cell.y + pen.px(2), wide, cell.h - pen.px(4)}, wide / 2,
            tint_color(pen, m.row_tints[r]));
  }
}

/// "the", or the place from 1.
std::string place_name(const std::vector<std::string>& names, int i) {
  const auto at = static_cast<std::size_t>(i);
  return at < names.size() && !names[at].empty() ? names[at] : std::to_string(i + 1);
}

void tell_cells(Pen& pen, const MatrixDrawing& m, const MatrixPlace& place) {
  const std::string& told = m.told.empty() ? m.title : m.told;
  if (told.empty()) return;
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c) {
      const std::size_t i = index(m, r, c);
      if (std::isnan(m.values[i]) || shown(m, i) < 0.5f) continue;
      Hit hit;
      hit.rect = place.cell(r, c);
      hit.name = told + " [" + place_name(m.row_names.empty() ? m.told_rows : m.row_names, r) +
                 ", " + place_name(m.column_names.empty() ? m.told_columns : m.column_names, c) +
                 "]";
      hit.tooltip = hit.name + "\n" + format_number(m.values[i], 6);
      hit.enabled = false;  // it answers, but there is nothing to press
      hit.mouse_only = true;
      pen.page.hits.push_back(std::move(hit));
    }
}

void draw_names(Pen& pen, const MatrixDrawing& m, const MatrixPlace& place, bool upward) {
  const float size = pen.m.tiny;
  const float every_row = std::ceil(1.15f * size / place.cell_h);
  for (std::size_t r = 0; r < m.row_names.size(); ++r) {
    if (static_cast<int>(r) % static_cast<int>(every_row) != 0) continue;
    const Rect cell = place.cell(static_cast<int>(r), 0);
    pen.text_right({place.cells.x - pen.em(6) - tabs_width(pen, m),
                    middle_baseline(Font::text, size, cell.y, cell.h)},
                   m.row_names[r], Font::text, size, name_color(pen, m.row_tints, r));
  }
  const float every_column = upward ? std::ceil(1.15f * size / place.cell_w) : 1.0f;
  for (std::size_t c = 0; c < m.column_names.size(); ++c) {
    if (static_cast<int>(c) % static_cast<int>(every_column) != 0) continue;
    const Rect cell = place.cell(0, static_cast<int>(c));
    const Color color = name_color(pen, m.column_tints, c);
    const float middle = cell.x + cell.w / 2;
    if (!upward) {
      pen.text_middle({middle, place.cells.y - pen.em(6)}, m.column_names[c], Font::text, size,
                      color);
    } else if (!m.column_names[c].empty()) {
      pen.add(
          Text{{std::round(middle + cap_height(Font::text, size) / 2), place.cells.y - pen.em(6)},
               m.column_names[c],
               Font::text,
               size,
               color,
               true});
    }
  }
}

void draw_outlines(Pen& pen, const MatrixDrawing& m, const MatrixPlace& place) {
  for (const MatrixDrawing::Outline& outline : m.outlines) {
    if (outline.alpha <= 0 || (outline.row < 0 && outline.column < 0)) continue;
    const Rect first = place.cell(std::max(0, outline.row), std::max(0, outline.column));
    const Rect last = place.cell(outline.row < 0 ? m.rows - 1 : outline.row,
                                 outline.column < 0 ? m.columns - 1 : outline.column);
    const Rect around{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
    pen.box(around, pen.px(4), {0, 0, 0, 0},
            with_alpha(tint_color(pen, outline.tint), outline.alpha), pen.px(2.5f));
  }
}

float widest(const Pen& pen, const std::vector<std::string>& names) {
  float width = 0;
  for (const std::string& name : names)
    width = std::max(width, text_width(Font::text, pen.m.tiny, name));
  return width;
}

}  // namespace

MatrixPlace draw_matrix(Pen& pen, const MatrixDrawing& m, const Rect& rect) {
  MatrixPlace place;
  if (m.rows <= 0 || m.columns <= 0) return place;
  const float left =
      (m.row_names.empty() ? 0 : widest(pen, m.row_names) + pen.em(6)) + tabs_width(pen, m);
  const float names = widest(pen, m.column_names);
  const float title = m.title.empty() ? 0 : std::round(1.8f * pen.m.heading);
  const auto rows = static_cast<float>(m.rows), columns = static_cast<float>(m.columns);
  const float most = pen.em(m.most_cell);
  const float wide = std::min((rect.w - left) / columns, m.square ? most : 3 * most);
  bool upward = names > wide - pen.px(4);
  float above = 0;
  const auto fit = [&] {
    above = m.column_names.empty() ? 0 : (upward ? names : 1.1f * pen.m.tiny) + pen.em(8);
    place.cell_h = std::min((rect.h - title - above) / rows, most);
    place.cell_w = m.square ? std::min(wide, place.cell_h) : wide;
    if (m.square) place.cell_h = place.cell_w;
  };
  fit();
  if (!upward && names > place.cell_w) {  // low, and so narrow
    upward = true;
    fit();
  }
  const auto whole_pixels = [](float size) { return size > 4 ? std::floor(size) : size; };
  place.cell_w = std::max(0.1f, whole_pixels(place.cell_w));
  place.cell_h = std::max(0.1f, whole_pixels(place.cell_h));
  const float width = left + columns * place.cell_w;
  const float x = std::round(rect.x + (rect.w - width) / 2);
  place.cells = {x + left, std::round(rect.y + title + above), columns * place.cell_w,
                 rows * place.cell_h};
  place.whole = {x, rect.y, width, place.cells.bottom() - rect.y};
  if (!m.title.empty()) {
    // Above the cells; a long one begins further left, above the names of the rows.
    const float needed = text_width(Font::semibold, pen.m.heading, m.title) + 1;
    const float from = std::clamp(rect.right() - needed, rect.x, place.cells.x);
    pen.text({from, middle_baseline(Font::semibold, pen.m.heading, rect.y, title)},
             fitted(Font::semibold, pen.m.heading, m.title, rect.right() - from), Font::semibold,
             pen.m.heading, pen.colors.text);
  }
  if (place.cell_w < pen.px(kSmallestBoxes) || place.cell_h < pen.px(kSmallestBoxes)) {
    draw_picture(pen, m, place);
  } else {
    const Numbers numbers = numbers_of(pen, m, place.cell_w, place.cell_h);
    for (int r = 0; r < m.rows; ++r)
      for (int c = 0; c < m.columns; ++c) draw_cell(pen, m, place, numbers, r, c);
  }
  if (m.row_tabs) draw_tabs(pen, m, place);
  draw_names(pen, m, place, upward);
  tell_cells(pen, m, place);
  draw_outlines(pen, m, place);
  return place;
}

}  // namespace qkv
