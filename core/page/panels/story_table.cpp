#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/page/fitted_middle.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::string_view kNotYet = "\u00b7";

struct Columns {
  std::vector<std::size_t> kept;  ///< of the story's columns, in order
  std::vector<float> width;       ///< of the kept ones
  float gap = 0;
  float word = 0;  ///< width of the first
};

bool acts(const StoryPicture& story, std::size_t column) {
  const int i = static_cast<int>(column) - story.acting_column;
  return i >= 0 && i < story.acting_columns;
}

Font font_of_cell(std::size_t column, const StoryRow& row) {
  if (column == 0) return row.key < 0 || row.acting ? Font::semibold : Font::text;
  return row.key < 0 ? Font::mono_bold : Font::mono;
}

float widest(const Pen& pen, const StoryPicture& story, std::size_t column) {
  float width = text_width(Font::semibold, pen.m.tiny, story.headers[column]);
  for (const StoryRow& row : story.rows) {
    const std::string& words = row.cells[column].text;
    width = std::max(width, text_width(font_of_cell(column, row), pen.m.small, words));
  }
  return width;
}

// The column a narrow panel gives up next: vectors, then from the left; the words and the acting
// column stay to the last.
std::size_t least_needed(const StoryPicture& story, const std::vector<std::size_t>& kept) {
  for (const std::size_t column : kept) {
    if (column != 0 && !acts(story, column)) return column;
  }
  // Only what acts is left: its last columns go first.
  return kept.size() > 2 ? kept.back() : 0;
}

Columns choose(const Pen& pen, const StoryPicture& story, float room) {
  std::vector<float> natural;
  for (std::size_t i = 0; i < story.headers.size(); ++i) natural.push_back(widest(pen, story, i));
  const float least_gap = pen.em(9), least_word = std::min(natural[0], pen.em(44));
  const float tightest_gap = pen.em(7.5f);  // rather than a word that is cut
  Columns columns;
  columns.kept.resize(natural.size());
  std::iota(columns.kept.begin(), columns.kept.end(), std::size_t{0});
  const auto taken = [&](float word) {
    float width = word + least_gap * static_cast<float>(columns.kept.size() - 1);
    for (const std::size_t i : columns.kept) width += i == 0 ? 0 : natural[i];
    return width;
  };
  while (columns.kept.size() > 1 && taken(least_word) > room) {
    const std::size_t gone = least_needed(story, columns.kept);
    if (gone == 0) break;
    columns.kept.erase(std::find(columns.kept.begin(), columns.kept.end(), gone));
  }
  const auto gaps = static_cast<float>(columns.kept.size() - 1);
  columns.word = std::min(
      natural[0], std::max(least_word, room - taken(0) + (least_gap - tightest_gap) * gaps));
  // Even the last two may be too wide: then the number is cut short, never the panel.
  const float most = std::max(1.0f, room - least_word - least_gap);
  for (const std::size_t i : columns.kept) {
    columns.width.push_back(i == 0 ? columns.word : std::min(natural[i], most));
  }
  const float used = std::accumulate(columns.width.begin(), columns.width.end(), 0.0f);
  columns.gap = std::max(tightest_gap, (room - used) / std::max(1.0f, gaps));
  return columns;
}

void draw_headers(Pen& pen, const StoryPicture& story, const Columns& columns, const Rect& row) {
  float x = row.x;
  const float baseline = middle_baseline(Font::semibold, pen.m.tiny, row.y, row.h);
  for (std::size_t k = 0; k < columns.kept.size(); ++k) {
    const std::string words = fitted(Font::semibold, pen.m.tiny, story.headers[columns.kept[k]],
                                     std::max(columns.width[k], 1.0f));
    const bool acting = acts(story, columns.kept[k]);
    const Color ink = acting ? pen.colors.text : pen.colors.dim;
    if (k == 0) {
      pen.text({x, baseline}, words, Font::semibold, pen.m.tiny, pen.colors.dim);
    } else {
      pen.text_right({x + columns.width[k], baseline}, words, Font::semibold, pen.m.tiny, ink);
    }
    x += columns.width[k] + columns.gap;
  }
}

void draw_row(Pen& pen, const StoryPicture& story, const StoryRow& row, const Columns& columns,
              const Rect& place) {
  const Color ground = row.acting ? pen.colors.selected : pen.colors.panel;
  if (row.acting) {
    const float out = pen.px(7);
    pen.box(snapped({place.x - out, place.y, place.w + 2 * out, place.h}), pen.px(4), ground);
  }
  float x = place.x;
  for (std::size_t k = 0; k < columns.kept.size(); ++k) {
    const std::size_t column = columns.kept[k];
    const StoryCell& cell = row.cells[column];
    const Font font = font_of_cell(column, row);
    const Role role = !cell.shown || row.masked ? Role::dim : cell.role;
    const float baseline = middle_baseline(font, pen.m.small, place.y, place.h);
    const bool acting = row.acting && acts(story, column);
    if (k == 0) {
      pen.text({x, baseline}, fitted_middle(font, pen.m.small, cell.text, columns.width[k]), font,
               pen.m.small, pen.ink(role, ground), cell.quantity);
    } else if (!cell.text.empty()) {
      pen.text_right({x + columns.width[k], baseline},
                     cell.shown ? fitted(font, pen.m.small, cell.text, columns.width[k] + 0.5f)
                                : std::string(kNotYet),
                     acting ? Font::mono_bold : font, pen.m.small, pen.ink(role, ground),
                     cell.shown ? cell.quantity : Quantity{});
    }
    x += columns.width[k] + columns.gap;
  }
}

/// The rows that are drawn, in their order: what acts, sums and the chosen word's own first, then
/// by what they count for.
std::vector<bool> listed(const StoryPicture& story, int most) {
  std::vector<std::size_t> order(story.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto always = [&](std::size_t i) { return story.rows[i].key < 0 || story.rows[i].acting; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (always(a) != always(b)) return always(a);
    return story.rows[a].share > story.rows[b].share;
  });
  std::vector<bool> kept(story.rows.size(), false);
  for (std::size_t i = 0; i < order.size() && static_cast<int>(i) < most; ++i)
    kept[order[i]] = true;
  return kept;
}

/// A line that is a button: "5 more words".
void draw_fold(Pen& pen, const std::string& words, const Rect& row) {
  const float mark = pen.m.small * 0.5f;
  icon(pen, Icon::down, {row.x + mark, row.y + row.h / 2}, mark * 1.1f, pen.colors.accent);
  pen.text({row.x + 2.6f * mark, middle_baseline(Font::text, pen.m.small, row.y, row.h)},
           fitted(Font::text, pen.m.small, words, row.w - 2.6f * mark), Font::text, pen.m.small,
           pen.ink(Role::accent, pen.colors.panel));
  pen.hit(row, words, {}, action::Fold{"keys"});
}

}  // namespace

float key_row_height(const Pen& pen, float air, bool low) {
  return std::round(pen.m.small * (low ? 1.42f : air < 1 ? 1.62f : 1.85f));
}

float draw_key_table(Pen& pen, const StoryPicture& story, const Rect& place, float air,
                     const KeyRows& rows) {
  if (story.headers.empty() || story.rows.empty()) return 0;
  const Columns columns = choose(pen, story, place.w);
  const float header = pen.m.tiny * (rows.low ? 1.45f : 1.7f);
  const float height = key_row_height(pen, air, rows.low);
  const std::vector<bool> kept = listed(story, rows.most);
  const auto folded = static_cast<int>(std::count(kept.begin(), kept.end(), false));
  const auto fold = [&](float top) {
    if (folded > 0)
      draw_fold(pen,
                folded == 1 ? std::string(text("story.more_one"))
                            : filled(text("story.more"), {{"count", std::to_string(folded)}}),
                {place.x, top, place.w, height});
    else if (rows.unfolded)
      draw_fold(pen, std::string(text("story.fewer")), {place.x, top, place.w, height});
    return folded > 0 || rows.unfolded ? height : 0;
  };
  bool fold_due = true;
  float y = place.y;
  draw_headers(pen, story, columns, {place.x, y, place.w, header});
  y = std::round(y + header + pen.em(3));
  pen.line({place.x, y}, {place.x + place.w, y}, pen.colors.line, pen.m.line);
  y += pen.em(4);
  for (std::size_t i = 0; i < story.rows.size(); ++i) {
    const StoryRow& row = story.rows[i];
    if (!kept[i]) continue;
    if (row.key < 0) {
      if (fold_due) y += fold(y);
      fold_due = false;
      y += pen.em(2);
      pen.line({place.x, std::round(y)}, {place.x + place.w, std::round(y)}, pen.colors.line,
               pen.m.line);
      y += pen.em(2);
    }
    draw_row(pen, story, row, columns, {place.x, y, place.w, height});
    y += height;
  }
  if (fold_due) y += fold(y);
  if (story.rows_left > 0) {
    const std::string words =
        filled(text("story.left"), {{"count", std::to_string(story.rows_left)}});
    pen.text({place.x, middle_baseline(Font::text, pen.m.small, y, height)},
             fitted(Font::text, pen.m.small, words, place.w), Font::text, pen.m.small,
             pen.colors.dim);
    y += height;
  }
  return y + pen.em(10) * air - place.y;
}

}  // namespace qkv
