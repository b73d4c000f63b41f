// The story in a hall: a band above the scene. Nothing in it is cut.

#include <algorithm>

#include "core/page/panels/flow.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// A text in `rect`: as large as fits in one row, else in as many rows as it takes at the smallest
/// size that a hall can read. Nothing is cut.
void fit_text(Pen& pen, const std::string& words, const Rect& rect, Font font, float largest,
              Color color) {
  float size = largest;
  while (size > pen.m.tiny && text_width(font, size, words) > rect.w) size -= 0.5f;
  size = std::max(size, pen.m.tiny);
  if (text_width(font, size, words) <= rect.w) {
    pen.text({rect.x, middle_baseline(font, size, rect.y, rect.h)}, words, font, size, color);
    return;
  }
  const std::vector<std::string> rows = rows_at(words, font, size, rect.w);
  const float step = size * 1.16f;
  float y = rect.y + (rect.h - step * static_cast<float>(rows.size())) / 2;
  for (const std::string& row : rows) {
    pen.text({rect.x, middle_baseline(font, size, y, step)}, row, font, size, color);
    y += step;
  }
}

/// As many whole sentences from the front as fit into `rows` rows; at least one.
std::string sentences_that_fit(const std::string& words, Font font, float size, float width,
                               std::size_t rows) {
  std::string fits;
  for (std::size_t end = 0; end < words.size();) {
    const std::size_t stop = words.find_first_of(".?!:", end);
    end = stop == words.npos ? words.size() : stop + 1;
    const bool ends = end == words.size() || (words[end] == ' ' && words[end - 1] != ':');
    if (!ends) continue;
    const std::string longer = words.substr(0, end);
    if (!fits.empty() && rows_at(longer, font, size, width).size() > rows) break;
    fits = longer;
  }
  return fits.empty() ? words : fits;
}

// The hall's form: title and formula in one row, below them the sums, or what the story says first.
void draw_moment(Pen& pen, const StoryPicture& story, const Rect& rect) {
  const float pad = pen.px(20), title_height = 1.45f * pen.m.title;
  const float top = rect.y + pen.px(4);
  FlowStyle formula;
  formula.size = pen.m.math;
  formula.math = true;
  formula.leading = title_height;
  formula.ground = pen.colors.panel;
  const float width = flow_width(pen, story.formula, formula);
  const bool formula_fits = width < 0.55f * rect.w;
  if (formula_fits) {
    flow(pen, story.formula, {rect.right() - pad - width, top}, width + 1, formula);
  }
  const float room = rect.w - 3 * pad - (formula_fits ? width : 0);
  fit_text(pen, story.title, {rect.x + pad, top, room, title_height}, Font::bold, pen.m.title,
           pen.colors.text);
  const Rect below{rect.x + pad, top + title_height, rect.w - 2 * pad, 1.6f * pen.m.text};
  Line line = one_line(story);
  if (!story.training.status.empty()) {  // how far the learning is comes first
    line = story.training.status;
    if (!story.sums.empty()) {
      line.push_back({"    ", Role::plain, false, true, 0, {}});
      line.insert(line.end(), story.sums.front().begin(), story.sums.front().end());
    }
  }
  FlowStyle style;
  style.size = pen.m.text;
  style.leading = below.h;
  style.ground = pen.colors.panel;
  if (!line.empty() && flow_width(pen, line, style) <= below.w) {
    flow(pen, line, {below.x, below.y}, rect.w, style);
  } else if (!story.text.empty() && !story.text.front().empty()) {
    // One row in large type where it serves; else two in small.
    const std::string& words = story.text.front().front().text;
    std::string shown = sentences_that_fit(words, Font::text, style.size, below.w, 1);
    if (text_width(Font::text, style.size, shown) > below.w)
      shown = sentences_that_fit(words, Font::text, pen.m.tiny, below.w, 2);
    fit_text(pen, shown, below, Font::text, style.size, pen.colors.text);
  }
}

}  // namespace

// Cut at spaces; a word that is too wide alone is cut short.
std::vector<std::string> rows_at(std::string_view title, Font font, float size, float width) {
  std::vector<std::string> rows;
  while (!title.empty()) {
    std::size_t end = title.size();
    while (text_width(font, size, title.substr(0, end)) > width) {
      const std::size_t space = title.rfind(' ', end - 1);
      if (space == title.npos || space == 0) break;
      end = space;
    }
    rows.push_back(fitted(font, size, title.substr(0, end), width));
    title.remove_prefix(std::min(title.size(), end + 1));
  }
  return rows;
}

// The sums one after the other, apart from each other; without the spaces that align the rows of
// one sum below each other.
Line one_line(const StoryPicture& story) {
  Line line;
  for (const Line& sum : story.sums) {
    const bool goes_on = !sum.empty() && sum.front().text.starts_with("  ");
    if (!line.empty() && !goes_on) line.push_back({"    ", Role::plain, false, true, 0, {}});
    for (Span span : sum) {
      const std::size_t first = span.text.find_first_not_of(' ');
      if (first != std::string::npos && first > 1) span.text.erase(0, first - 1);
      line.push_back(std::move(span));
    }
  }
  return line;
}

void draw_band(Pen& pen, const StoryPicture& story, const Rect& rect) {
  pen.box(rect, 0, pen.colors.panel);
  draw_moment(pen, story, rect);
}

}  // namespace qkv
