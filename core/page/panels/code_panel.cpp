// The code of the state: in the story's place, in Present in the table's.

#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/pen.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// A row as it stands on the page: part of a line's text, then of its comment.
struct Row {
  std::string text, comment;
  std::size_t comment_at = 0;  ///< column
  bool lit = false, wrong = false;
};

std::size_t columns_of(std::string_view words) {
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// Bytes of the first `columns` characters.
std::size_t bytes_of(std::string_view words, std::size_t columns) {
  std::size_t at = 0;
  while (at < words.size() && columns > 0) {
    ++at;
    while (at < words.size() && (static_cast<unsigned char>(words[at]) & 0xC0) == 0x80) ++at;
    --columns;
  }
  return at;
}

// Where a text that is too long breaks: after its last space that fits.
std::size_t break_at(std::string_view words, std::size_t columns) {
  const std::size_t most = bytes_of(words, columns);
  if (most == words.size()) return most;
  const std::size_t space = words.rfind(' ', most);
  const std::size_t indent = words.find_first_not_of(' ');
  return space == words.npos || space <= indent ? most : space + 1;
}

constexpr std::size_t kIndent = 4;  // of what does not fit into its line
constexpr std::size_t kGap = 2;     // between a line and its comment

std::string as_comment(const CodePicture::Line& line) {
  return line.comment.empty() ? std::string() : "# " + line.comment;
}

std::string shortened(std::string words, std::size_t columns) {
  if (columns_of(words) <= columns) return words;
  return words.substr(0, bytes_of(words, columns - 1)) + "\u2026";
}

// Where a row of numbers that is too long is cut: behind the last comma that leaves room for the
// ellipsis and the brackets at its end.
std::size_t cut_of(const std::string& row, std::size_t columns) {
  if (columns_of(row) <= columns) return row.npos;
  const std::size_t end = 3 + row.size() - std::min(row.find(']'), row.size());
  const std::size_t comma = row.rfind(", ", columns - std::min(columns, end));
  return comma == row.npos ? 0 : comma + 2;
}

std::string cut_row(const std::string& row, std::size_t at, std::size_t columns) {
  const std::size_t bracket = row.find(']');
  if (at >= row.size()) return row;
  if (at == 0 || bracket == row.npos || at > bracket) return shortened(row, columns);
  return row.substr(0, at) + "\u2026" + row.substr(bracket);
}

// The rows of one array and, one under the other, whose they are.
void add_array(const std::vector<CodePicture::Line>& lines, std::size_t begin, std::size_t end,
               std::size_t columns, std::vector<Row>& rows) {
  std::size_t comments = 0, texts = 0;
  for (std::size_t i = begin; i < end; ++i)
    comments = std::max(comments, columns_of(as_comment(lines[i])));
  comments = std::min(comments, columns / 3);
  const std::size_t room = columns - (comments > 0 ? comments + kGap : 0);
  // All of them at the same place.
  std::size_t cut = std::string::npos;
  for (std::size_t i = begin; i < end; ++i) cut = std::min(cut, cut_of(lines[i].text, room));
  for (std::size_t i = begin; i < end; ++i) {
    const CodePicture::Line& line = lines[i];
    rows.push_back({cut_row(line.text, cut, room), shortened(as_comment(line), comments), 0,
                    line.lit, line.wrong});
    texts = std::max(texts, columns_of(rows.back().text));
  }
  for (std::size_t i = rows.size() - (end - begin); i < rows.size(); ++i)
    rows[i].comment_at = texts + kGap;
}

// A line that is too long goes on below. So does a comment that does not fit beside its line.
void add_line(const CodePicture::Line& line, std::size_t columns, std::vector<Row>& rows) {
  std::string_view left = line.text;
  bool first = true;
  do {
    const std::size_t end = break_at(left, first ? columns : columns - kIndent);
    rows.push_back({std::string(first ? 0 : kIndent, ' ') + std::string(left.substr(0, end)),
                    {},
                    0,
                    line.lit,
                    line.wrong});
    left.remove_prefix(end);
    first = false;
  } while (!left.empty());
  std::string comment = as_comment(line);
  const std::size_t used = columns_of(rows.back().text), at = used == 0 ? 0 : used + kGap;
  if (at + columns_of(comment) <= columns) {
    rows.back().comment = std::move(comment);
    rows.back().comment_at = at;
    return;
  }
  for (std::string_view rest = comment; !rest.empty();) {
    const std::size_t end = break_at(rest, columns - kIndent);
    rows.push_back(
        {{}, std::string(rest.substr(0, end)), used == 0 ? 0 : kIndent, line.lit, line.wrong});
    rest.remove_prefix(end);
  }
}

std::vector<Row> rows_of(const CodePicture& code, std::size_t columns) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < code.lines.size();) {
    std::size_t end = i + 1;
    if (!code.lines[i].row) {
      add_line(code.lines[i], columns, rows);
    } else {
      // The next array may begin right below, with its name.
      const auto goes_on = [](const CodePicture::Line& line) {
        return line.row && line.text.front() == ' ';
      };
      while (end < code.lines.size() && goes_on(code.lines[end])) ++end;
      add_array(code.lines, i, end, columns, rows);
    }
    i = end;
  }
  return rows;
}

// NumPy | PyTorch, copy, save, close; returns the height.
float draw_head(Pen& pen, const CodePicture& code, const Rect& at) {
  const float size = pen.m.small, height = std::round(size * 2.1f), gap = pen.px(6);
  float right = at.right();
  const auto place = [&](float width) {
    right -= width;
    const Rect rect = snapped({right, at.y, width, height});
    right -= gap;
    return rect;
  };
  const auto width_of = [&](std::string_view words) {
    return std::round(text_width(Font::semibold, size, words) + size * 1.4f);
  };
  const Rect close = place(height);
  icon(pen, Icon::close, {close.x + close.w / 2, close.y + close.h / 2}, size * 0.7f,
       pen.colors.dim);
  const std::string_view closes = text(code.over_chain ? "code.back" : "code.close");
  pen.hit(close, closes, std::string(closes), action::ShowCode{CodePanel::off});
  if (code.reason.empty() && !pen.present) {
    for (const char* name : {"save", "copy"}) {
      const std::string key = std::string("code.") + name;
      const Rect rect = place(width_of(text(key)));
      pen.label(rect, std::string(text(key)), Font::text, size, button(pen, rect, Look::quiet));
      pen.hit_menu(rect, text(key), std::string(text(key + "_tip")), "code-" + std::string(name));
    }
  }
  float x = at.x;
  for (const Language language : {Language::numpy, Language::pytorch}) {
    const bool numpy = language == Language::numpy, lit = code.language == language;
    const std::string_view name = text(numpy ? "code.numpy" : "code.pytorch");
    const Rect rect = snapped({x, at.y, width_of(name), height});
    pen.label(rect, std::string(name), lit ? Font::semibold : Font::text, size,
              button(pen, rect, lit ? Look::lit : Look::greyed));
    pen.hit(rect, name, "", action::ShowCode{numpy ? CodePanel::numpy : CodePanel::pytorch});
    x = rect.right() + pen.px(4);
  }
  return height;
}

void draw_row(Pen& pen, const Row& row, const Rect& panel, glm::vec2 at, float size, float leading,
              float advance) {
  const Palette& c = pen.colors;
  const Color ground = row.lit ? c.selected : c.panel;
  if (row.lit) {
    pen.box({panel.x, at.y, panel.w, std::ceil(leading)}, 0, ground);
    pen.box({panel.x, at.y, pen.px(3), std::ceil(leading)}, 0, row.wrong ? c.alarm : c.accent);
  }
  const Font font = row.lit ? Font::mono_bold : Font::mono;
  const float baseline = middle_baseline(Font::mono, size, at.y, leading);
  if (!row.text.empty())
    pen.text({at.x, baseline}, row.text, font, size,
             readable(row.lit ? c.text : mix(c.text, c.dim, 0.5f), ground, pen.least_contrast()));
  if (row.comment.empty()) return;
  const float after = static_cast<float>(row.comment_at) * advance;
  pen.text({at.x + after, baseline}, row.comment, Font::mono, size,
           readable(row.wrong ? c.alarm : c.dim, ground, pen.least_contrast()));
}

float height_of(const Row& row, float leading) {
  return row.text.empty() && row.comment.empty() ? std::round(leading * 0.55f) : leading;
}

// So far that the lit lines are seen, with what stands around them; no further than there are any.
float scroll_to_lit(const std::vector<Row>& rows, float leading, float room) {
  float height = 0, first = -1, last = 0;
  for (const Row& row : rows) {
    if (row.lit && first < 0) first = height;
    height += height_of(row, leading);
    if (row.lit) last = height;
  }
  if (first < 0) return 0;
  const float below = last + 3 * leading - room, above = std::max(0.0f, first - 2 * leading);
  return std::clamp(std::min(below, above), 0.0f, std::max(0.0f, height - room));
}

}  // namespace

void layout_code(Page& page, const Session& session, const CodePicture& code, const Rect& rect,
                 std::optional<glm::vec2> scroll) {
  Pen pen(page, session);
  const PanelId id = pen.present ? PanelId::table : PanelId::story;
  pen.box(rect, 0, pen.colors.panel);
  const float edge = pen.present ? rect.x + pen.m.line / 2 : rect.right() - pen.m.line / 2;
  pen.line({edge, rect.y}, {edge, rect.bottom()}, pen.colors.line, pen.m.line);
  const float pad = pen.px(16);
  Rect at{rect.x + pad, rect.y + pad, rect.w - 2 * pad, 0};
  at.y += draw_head(pen, code, at) + pen.em(12);
  // The buttons stay; what scrolls are the lines below them.
  const Rect lines{rect.x, at.y, rect.w, std::max(0.0f, rect.bottom() - at.y)};
  const float size = pen.present ? pen.m.tiny : pen.m.small * 0.94f;
  const float leading = std::round(size * 1.5f), advance = text_width(Font::mono, size, "0");
  float own = 0, scrolled = 0;
  if (!code.reason.empty()) {
    pen.text({at.x, at.y + size * 1.2f}, fitted(Font::text, size, code.reason, at.w), Font::text,
             size, pen.colors.dim);
  } else {
    const auto columns =
        std::max<std::size_t>(16, static_cast<std::size_t>(std::floor(at.w / advance)));
    const std::vector<Row> rows = rows_of(code, columns);
    own = std::round(scroll_to_lit(rows, leading, lines.h - pad));
    scrolled = scroll ? scroll->y : own;
    pen.add(ClipBegin{lines});
    at.y -= scrolled;
    for (const Row& row : rows) {
      if (at.y + leading > lines.y && at.y < rect.bottom())
        draw_row(pen, row, rect, {at.x, at.y}, size, leading, advance);
      at.y += height_of(row, leading);
    }
    pen.add(ClipEnd{});
  }
  const float content = at.y + scrolled + pad - rect.y;
  scroll_bar(pen, rect, content, scrolled);
  page.panels.push_back({id, rect, content, rect.w, {0, own}});
}

}  // namespace qkv
