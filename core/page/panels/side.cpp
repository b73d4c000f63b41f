// A lesson's own numbers in the place of the n×n table.

#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/lesson_scene.h"
#include "core/page/panels/flow.h"
#include "core/page/panels/right_panel.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::string_view kNotYet = "\u00b7";

const std::string& cell_of(const SideTable::Row& row, std::size_t column) {
  static const std::string kNone;
  return column < row.cells.size() ? row.cells[column] : kNone;
}

Font font_of(std::size_t column, bool lit) {
  if (column == 0) return lit ? Font::semibold : Font::text;
  return lit ? Font::mono_bold : Font::mono;
}

/// Widths of the columns for texts of `size`, and the gap between them at its least.
struct Columns {
  std::vector<float> width;
  float size = 0, gap = 0;
  float all() const {
    float sum = gap * static_cast<float>(std::max<std::size_t>(1, width.size()) - 1);
    for (const float w : width) sum += w;
    return sum;
  }
};

Columns columns_of(const SideTable& table, float size, float gap) {
  Columns columns{{}, size, gap};
  for (std::size_t c = 0; c < table.headers.size(); ++c) {
    float width = text_width(Font::semibold, size, table.headers[c]);
    for (const SideTable::Row& row : table.rows)
      width = std::max(width, text_width(font_of(c, true), size, cell_of(row, c)));
    columns.width.push_back(width);
  }
  return columns;
}

/// A short table need not crouch at the top: it has larger type, and more room for a row.
bool is_short(const SideTable& table) { return table.rows.size() <= 8; }

Columns fitted_columns(const Pen& pen, const SideTable& table, float room) {
  const float least = pen.present ? pen.m.tiny : 0.84f * pen.m.tiny;
  float size = is_short(table) ? pen.m.text : pen.m.small;
  Columns columns = columns_of(table, size, pen.em(12));
  while (columns.all() > room && size > least) {
    size = std::max(least, size - 0.5f * pen.m.scale);
    columns = columns_of(table, size, pen.em(8));
  }
  // Words are cut before numbers are.
  if (!columns.width.empty() && columns.all() > room)
    columns.width[0] = std::max(pen.em(20), columns.width[0] - (columns.all() - room));
  if (columns.width.size() > 1)
    columns.gap +=
        std::max(0.0f, room - columns.all()) / static_cast<float>(columns.width.size() - 1);
  return columns;
}

void draw_cells(Pen& pen, const Columns& columns, const Rect& row,
                const std::vector<std::string>& cells, const std::vector<Color>& inks, bool header,
                bool lit) {
  float x = row.x;
  for (std::size_t c = 0; c < columns.width.size(); ++c) {
    const Font font = header ? Font::semibold : font_of(c, lit);
    const float baseline = middle_baseline(font, columns.size, row.y, row.h);
    const std::string& words = cells[c];
    if (c == 0)
      pen.text({x, baseline}, fitted(font, columns.size, words, columns.width[c] + 0.5f), font,
               columns.size, inks[c]);
    else
      pen.text_right({x + columns.width[c], baseline}, words, font, columns.size, inks[c]);
    x += columns.width[c] + columns.gap;
  }
}

/// The rows that fit: all, or the first ones and the last, with a gap (-1) between.
std::vector<int> shown_rows(int count, int fit) {
  std::vector<int> rows;
  for (int i = 0; i < count; ++i) {
    if (count <= fit || i < fit - 2 || i == count - 1) rows.push_back(i);
    if (count > fit && i == fit - 2) rows.push_back(-1);
  }
  return rows;
}

float draw_notes(Pen& pen, const SideTable& table, const Rect& place, bool draw) {
  FlowStyle style;
  style.size = is_short(table) ? std::max(0.95f * pen.m.text, pen.m.small) : pen.m.small;
  style.leading = 1.45f * style.size;
  style.ground = pen.colors.panel;
  float y = place.y;
  for (const std::string& note : table.notes) {
    const Line line = {{note, Role::dim, false, false, 0, {}}};
    y += (draw ? flow(pen, line, {place.x, y}, place.w, style)
               : flow_height(pen, line, place.w, style)) +
         pen.em(4);
  }
  return y - place.y;
}

/// Draws from `inner`'s top on; returns the height it takes.
float draw_side(Pen& pen, const SideTable& table, const Rect& inner, float scrolled) {
  const float title = std::round(1.9f * pen.m.heading);
  float y = inner.y - scrolled;
  pen.text({inner.x, middle_baseline(Font::semibold, pen.m.heading, y, title)},
           fitted(Font::semibold, pen.m.heading, table.title, inner.w), Font::semibold,
           pen.m.heading, pen.colors.text);
  y += title;
  if (table.headers.empty()) return y + scrolled - inner.y;
  const Columns columns = fitted_columns(pen, table, inner.w);
  const float header = std::round(1.75f * columns.size);
  std::vector<Color> inks;
  for (std::size_t c = 0; c < table.headers.size(); ++c) {
    const bool tinted = c < table.tints.size() && table.tints[c];
    inks.push_back(readable(tinted ? tint_color(pen, *table.tints[c]) : pen.colors.dim,
                            pen.colors.panel, pen.least_contrast()));
  }
  draw_cells(pen, columns, {inner.x, y, inner.w, header}, table.headers, inks, true, false);
  y = std::round(y + header + pen.em(2));
  pen.line({inner.x, y}, {inner.right(), y}, pen.colors.line, pen.m.line);
  y += pen.em(4);

  const float notes = table.notes.empty() ? 0 : draw_notes(pen, table, inner, false) + pen.em(8);
  const float room = inner.h - (y + scrolled - inner.y) - notes;
  const auto count = static_cast<int>(table.rows.size());
  const float least = 1.34f * columns.size;
  const int fit = pen.present ? std::max(3, static_cast<int>(room / least)) : count;
  const std::vector<int> rows = shown_rows(count, fit);
  const float ease = is_short(table) ? 3.2f : 1.85f;
  const float high =
      std::floor(std::clamp(room / static_cast<float>(std::max<std::size_t>(1, rows.size())), least,
                            ease * columns.size));
  for (const int i : rows) {
    const Rect place{inner.x, y, inner.w, high};
    y += high;
    std::vector<std::string> cells(columns.width.size());
    const bool lit = i >= 0 && table.rows[static_cast<std::size_t>(i)].lit;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      cells[c] =
          i < 0 ? (c == 0 ? "\u22ee" : "") : cell_of(table.rows[static_cast<std::size_t>(i)], c);
      if (i >= 0 && c > 0 && cells[c].empty()) cells[c] = kNotYet;
    }
    const Color ground = lit ? pen.colors.selected : pen.colors.panel;
    if (lit) {
      const float out = pen.px(7);
      pen.box(snapped({place.x - out, place.y, place.w + 2 * out, place.h}), pen.px(4), ground);
    }
    inks.assign(cells.size(), readable(pen.colors.text, ground, pen.least_contrast()));
    draw_cells(pen, columns, place, cells, inks, false, lit);
  }
  if (!table.notes.empty())
    y += pen.em(8) + draw_notes(pen, table, {inner.x, y + pen.em(8), inner.w, 0}, true);
  return y + scrolled - inner.y;
}

}  // namespace

void layout_side(Page& page, const Session& session, const SideTable& table, const Rect& rect,
                 glm::vec2 scroll) {
  Pen pen(page, session);
  if (folded_right_panel(pen, session, rect)) return;
  const float pad = pen.px(18);
  const Rect inner{rect.x + pad, rect.y + pen.px(14), rect.w - 2 * pad, rect.h - pen.px(24)};
  pen.add(ClipBegin{rect});
  const float used = draw_side(pen, table, inner, scroll.y);
  pen.add(ClipEnd{});
  const float content = inner.y + used + pen.px(8) - rect.y;
  scroll_bar(pen, rect, content, scroll.y);
  fold_grip(pen, rect, false, false, "table", text("table.fold"));
  page.panels.push_back({PanelId::table, rect, content, rect.w});
}

}  // namespace qkv
