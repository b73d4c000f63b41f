#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/right_panel.h"
#include "core/page/panels/table_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kMostRowHits = 400;
constexpr int kLeastBars = 5;   // for which cells get lower, down to a line of text
constexpr int kNumberRows = 2;  // of the chosen row's numbers, where cells have none
constexpr int kFewestBars = 2;  // beside the sum of the rest, below a table that cannot

// A click anywhere in a row chooses its word.
void add_row_hits(Pen& pen, const TablePicture& table, const TableGrid& grid, const Rect& panel) {
  if (table.rows > kMostRowHits) return;
  const std::string tip =
      grid.reachable(pen) ? std::string() : std::string(text("table.too_small"));
  for (int row = 0; row < table.rows; ++row) {
    Rect place = grid.query_line(static_cast<float>(row), table.columns);
    // Its header belongs to it.
    if (grid.turned) {
      place.y -= grid.column_header - pen.m.tiny * 1.5f;
      place.h += grid.column_header - pen.m.tiny * 1.5f;
    } else {
      place.x -= grid.row_header;
      place.w += grid.row_header;
    }
    const float top = std::max(place.y, panel.y), bottom = std::min(place.bottom(), panel.bottom());
    if (bottom <= top) continue;
    place.y = top;
    place.h = bottom - top;
    const std::string& word = table.query_words[static_cast<std::size_t>(row)];
    pen.hit(place, filled(text(grid.turned ? "table.column" : "table.row"), {{"word", word}}), tip,
            action::Select{row});
  }
}

/// The cell that was clicked where another is the answer: dashed, not told from it by colour alone.
void draw_missed(Pen& pen, const Session& session, const TablePicture& table,
                 const TableGrid& grid) {
  const auto asked = static_cast<std::size_t>(std::max(0, session.question));
  if (table.marked_row < 0 || asked >= session.answers.size()) return;
  const Given& given = session.answers[asked];
  if (given.right || given.row < 0 || given.key < 0) return;
  const Rect cell = grid.cell(given.row, given.key).inset(pen.px(1));
  pen.add(Polyline{{{cell.x, cell.y},
                    {cell.right(), cell.y},
                    {cell.right(), cell.bottom()},
                    {cell.x, cell.bottom()}},
                   pen.ink(Role::alarm, pen.colors.panel),
                   pen.px(2.5f),
                   pen.px(5),
                   pen.px(4),
                   true});
}

/// A question asks for a cell: each of them answers.
void add_cell_hits(Pen& pen, const TablePicture& table, const TableGrid& grid, const Rect& panel) {
  if (table.marked_row >= 0) {
    const Rect cell = grid.cell(table.marked_row, table.marked_column);
    pen.box(cell, pen.px(4), {0, 0, 0, 0}, pen.colors.text, pen.px(2.5f));
  }
  if (!table.asks_for_cell) return;
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < table.columns; ++column) {
      const Rect cell = grid.cell(row, column);
      if (cell.y < panel.y || cell.bottom() > panel.bottom() || cell.x < panel.x ||
          cell.right() > panel.right())
        continue;
      action::Answer answer;
      answer.kind = Question::Kind::cell;
      answer.row = row;
      answer.key = column;
      const auto word = [](const std::vector<std::string>& words, int i) {
        return words[static_cast<std::size_t>(i)];
      };
      pen.hit(cell,
              filled(text("question.cell"), {{"word", word(table.query_words, row)},
                                             {"key", word(table.key_words, column)}}),
              "", answer);
    }
  }
}

/// A table that was given the whole screen is set as large as its numbers fit.
void enlarge(Pen& pen, const Session& session, const TablePicture& table, const Rect& inner) {
  const Metrics usual = pen.m;
  const float scale = usual.tiny / metrics(Layout{}, usual.unit, 0).tiny;
  for (const float factor : {1.75f, 1.5f, 1.25f}) {
    Layout larger = session.layout;
    larger.text_scale = scale * factor;
    pen.m = metrics(larger, usual.unit, pen.page.size.y);
    const float vector = vector_height(pen) + pen.em(10);
    const TableGrid grid = table_grid(pen, table, header_room(session), inner, {vector, vector});
    if (cells_say_numbers(pen, table, grid) && grid.bottom() + vector <= inner.bottom()) return;
  }
  pen.m = usual;
}

}  // namespace

void layout_table(Page& page, const Session& session, const TablePicture& table,
                  const BarsPicture& bars, const Rect& rect, glm::vec2 scroll) {
  if (rect.w < 1) {  // a walk without attention has none
    page.panels.push_back({PanelId::table, rect, 0, 0});
    return;
  }
  Pen pen(page, session);
  if (folded_right_panel(pen, session, rect)) return;
  const float pad = pen.px(16);
  const Rect inner{rect.x + pad, rect.y + pad, rect.w - 2 * pad, rect.h - 2 * pad};
  if (session.hall.filled == Filled::table) enlarge(pen, session, table, inner);
  const float gap = pen.em(10);
  // In a hall the table comes first; bars take what it leaves.
  // A prediction shows every bar that can be drawn: the panel scrolls.
  const bool predicts = !bars.buttons.empty();
  const int fewest = predicts ? 1 << 20 : kFewestBars;
  const float bars_least = bars_height(pen, bars, kLeastBars) + gap;
  const float vector = vector_height(pen) + gap;
  const float below = pen.present && !predicts ? vector : bars_height(pen, bars, 1 << 20) + gap;
  const float below_least = pen.present && !predicts ? vector : bars_least;
  const HeaderRoom headers = header_room(session);
  TableGrid grid = table_grid(pen, table, headers, inner, {below, below_least});
  const bool silent = pen.present && !predicts && !cells_say_numbers(pen, table, grid);
  if (silent) {
    const float numbers = std::max(vector, row_numbers_height(pen, kNumberRows) + gap);
    grid = table_grid(pen, table, headers, inner, {numbers, numbers, true});
  }
  const float bars_top = grid.bottom() + gap;
  const float left = inner.bottom() - bars_top;
  const bool has_bars = !pen.present || predicts || left >= bars_least - gap;
  const float room = std::max(left, bars_height(pen, bars, fewest, !predicts));
  const glm::vec2 moved{-scroll.x, -scroll.y};
  TableGrid drawn = grid;
  drawn.tabs.y += moved.y;
  drawn.cells.x += moved.x;
  drawn.cells.y += moved.y;
  drawn.other.x += moved.x;
  drawn.other.y += moved.y;

  pen.add(ClipBegin{rect});
  if (table.has_tabs) draw_tabs(pen, table, drawn);
  draw_headers(pen, table, drawn);
  draw_cells(pen, table, drawn, session.color_map);
  draw_frames(pen, table, drawn);
  draw_sums(pen, table, drawn);
  draw_color_bar(pen, table, drawn, session.color_map);
  draw_compared(pen, table, drawn);
  add_row_hits(pen, table, drawn, rect);
  draw_missed(pen, session, table, drawn);
  add_cell_hits(pen, table, drawn, rect);
  const Rect under{inner.x, bars_top + moved.y, inner.w, room};
  // A hall cannot scroll: z then stands at its arrow alone.
  const bool no_room = pen.present && !has_bars && left < vector - gap;
  const float used = has_bars ? draw_bars(pen, bars, under, session.color_map)
                     : silent && bars.vector.empty()
                         ? draw_row_numbers(pen, bars, {under.x, under.y, under.w, left})
                     : no_room ? 0
                               : draw_vector(pen, bars, under);
  pen.add(ClipEnd{});
  const float content = bars_top + used + pad - rect.y;
  scroll_bar(pen, rect, content, scroll.y);
  fold_grip(pen, rect, false, false, "table", text("table.fold"));
  page.panels.push_back({PanelId::table, rect, content,
                         std::max(rect.w, grid.cells.right() + grid.sums + pad - rect.x)});
}

}  // namespace qkv
