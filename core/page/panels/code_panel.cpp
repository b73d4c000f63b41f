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

// A comment that does not fit beside its line stands below it.
std::vector<Row> rows_of(const CodePicture& code, std::size_t columns) {
  constexpr std::size_t kIndent = 4;
  std::vector<Row> rows;
  for (const CodePicture::Line& line : code.lines) {
    std::string_view left = line.text;
    bool first = true;
    do {
      const std::size_t room = first ? columns : columns - kIndent;
      const std::size_t end = break_at(left, room);
      rows.push_back({(first ? "" : std::string(kIndent, ' ')) + std::string(left.substr(0, end)),
                      {},
                      line.lit,
                      line.wrong});
      left.remove_prefix(end);
      first = false;
    } while (!left.empty());
    if (line.comment.empty()) continue;
    std::string comment = "# " + line.comment;
    const std::size_t used = columns_of(rows.back().text);
    const std::size_t gap = used == 0 ? 0 : 2;
    if (used + gap + columns_of(comment) <= columns) {
      rows.back().comment = std::move(comment);
      continue;
    }
    for (std::string_view rest = comment; !rest.empty();) {
      const std::size_t end = break_at(rest, columns - kIndent);
      rows.push_back({{},
                      std::string(used == 0 ? 0 : kIndent, ' ') + std::string(rest.substr(0, end)),
                      line.lit,
                      line.wrong});
      rest.remove_prefix(end);
    }
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
  pen.hit(close, text("code.close"), std::string(text("code.close")),
          action::ShowCode{CodePanel::off});
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
  const float after = row.text.empty() ? 0 : static_cast<float>(columns_of(row.text) + 2) * advance;
  pen.text({at.x + after, baseline}, row.comment, Font::mono, size,
           readable(row.wrong ? c.alarm : c.dim, ground, pen.least_contrast()));
}

}  // namespace

void layout_code(Page& page, const Session& session, const CodePicture& code, const Rect& rect,
                 glm::vec2 scroll) {
  Pen pen(page, session);
  const PanelId id = pen.present ? PanelId::table : PanelId::story;
  pen.box(rect, 0, pen.colors.panel);
  const float edge = pen.present ? rect.x + pen.m.line / 2 : rect.right() - pen.m.line / 2;
  pen.line({edge, rect.y}, {edge, rect.bottom()}, pen.colors.line, pen.m.line);
  pen.add(ClipBegin{rect});
  const float pad = pen.px(16);
  Rect at{rect.x + pad, rect.y + pad - scroll.y, rect.w - 2 * pad, 0};
  at.y += draw_head(pen, code, at) + pen.em(12);
  const float size = pen.present ? pen.m.tiny : pen.m.small * 0.94f;
  const float leading = std::round(size * 1.5f), advance = text_width(Font::mono, size, "0");
  if (!code.reason.empty()) {
    pen.text({at.x, at.y + size * 1.2f}, fitted(Font::text, size, code.reason, at.w), Font::text,
             size, pen.colors.dim);
  } else {
    const auto columns =
        std::max<std::size_t>(16, static_cast<std::size_t>(std::floor(at.w / advance)));
    for (const Row& row : rows_of(code, columns)) {
      if (at.y + leading > rect.y && at.y < rect.bottom())
        draw_row(pen, row, rect, {at.x, at.y}, size, leading, advance);
      at.y += row.text.empty() && row.comment.empty() ? std::round(leading * 0.55f) : leading;
    }
  }
  pen.add(ClipEnd{});
  const float content = at.y + scroll.y + pad - rect.y;
  scroll_bar(pen, rect, content, scroll.y);
  page.panels.push_back({id, rect, content, rect.w});
}

}  // namespace qkv
