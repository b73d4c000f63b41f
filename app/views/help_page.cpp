#include "app/views/help_page.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/text_block.h"
#include "core/page/fonts.h"

namespace qkv {
namespace {

struct Setter {
  std::vector<Item>& items;
  const Palette& colors;
  glm::vec2 at;
  float width, unit;

  float size() const { return 14.5f * unit; }
  float leading() const { return 21.5f * unit; }
};

Font face(bool bold, bool code) {
  if (code) return bold ? Font::mono_bold : Font::mono;
  return bold ? Font::semibold : Font::text;
}

float size_of(const Setter& s, bool code) { return code ? 0.92f * s.size() : s.size(); }

struct Word {
  std::string text;
  bool bold = false, code = false;
  bool space = false;  ///< before it
};

// **bold** and `code`; [text](address) is its text.
std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  bool bold = false, code = false, space = false;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back({word, bold, code, space});
    if (!word.empty()) space = false;
    word.clear();
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '`') {
      end_word();
      code = !code;
    } else if (!code && line.substr(i, 2) == "**") {
      end_word();
      bold = !bold;
      ++i;
    } else if (c == ' ') {
      end_word();
      space = true;
    } else {
      word += c;
    }
  }
  end_word();
  return words;
}

// Returns the height; draws only where `draws`.
float flow_words(Setter& s, const std::vector<Word>& words, glm::vec2 at, float width,
                 bool draws = true) {
  float x = 0;
  int row = 0;
  const float space = text_width(Font::text, s.size(), " ");
  for (const Word& word : words) {
    const Font font = face(word.bold, word.code);
    const float size = size_of(s, word.code), wide = text_width(font, size, word.text);
    const float gap = word.space && x > 0 ? space : 0;
    if (x > 0 && x + gap + wide > width) {
      x = 0;
      ++row;
    } else {
      x += gap;
    }
    const float baseline = at.y + (static_cast<float>(row) + 0.72f) * s.leading();
    if (draws)
      s.items.push_back({Text{{at.x + x, baseline},
                              word.text,
                              font,
                              size,
                              word.code ? s.colors.accent : s.colors.text,
                              false},
                         {}});
    x += wide;
  }
  return words.empty() ? 0 : static_cast<float>(row + 1) * s.leading();
}

void set_code(Setter& s, const std::vector<std::string_view>& lines) {
  std::size_t longest = 1;
  for (const std::string_view line : lines) longest = std::max(longest, line.size());
  float size = 0.86f * s.size();
  const float advance = text_width(Font::mono, 1, "0");
  const float room = s.width - 24 * s.unit;
  size = std::min(size, std::max(0.6f * size, room / (advance * static_cast<float>(longest))));
  const float row = 1.42f * size, pad = 9 * s.unit;
  const float height = row * static_cast<float>(lines.size()) + 2 * pad;
  s.items.push_back({Box{{s.at.x, s.at.y, s.width, height},
                         6 * s.unit,
                         s.colors.ground,
                         s.colors.line,
                         std::max(1.0f, std::round(s.unit)),
                         false},
                     {}});
  float y = s.at.y + pad + 0.75f * row;
  for (const std::string_view line : lines) {
    s.items.push_back(
        {Text{{s.at.x + 12 * s.unit, y}, std::string(line), Font::mono, size, s.colors.text, false},
         {}});
    y += row;
  }
  s.at.y += height + 0.5f * s.leading();
}

std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  if (row.starts_with('|')) row.remove_prefix(1);
  while (!row.empty()) {
    const std::size_t end = std::min(row.find('|'), row.size());
    std::string_view cell = row.substr(0, end);
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    cells.push_back(cell);
    row.remove_prefix(std::min(row.size(), end + 1));
  }
  return cells;
}

// Narrow columns have what they need, the widest one what is left.
void set_table(Setter& s, const std::vector<std::string_view>& rows) {
  std::vector<std::vector<std::string_view>> table;
  for (const std::string_view row : rows)
    if (!row.starts_with("|--") && !row.starts_with("|:")) table.push_back(cells_of(row));
  if (table.empty()) return;
  const std::size_t columns = table.front().size();
  const float gap = 16 * s.unit;
  std::vector<float> wide(columns, 0);
  for (const auto& row : table)
    for (std::size_t c = 0; c < std::min(columns, row.size()); ++c) {
      float own = 0;
      for (const Word& word : words_of(row[c]))
        own += text_width(face(true, word.code), size_of(s, word.code), word.text + " ");
      wide[c] = std::max(wide[c], own + gap);
    }
  const float each = s.width / static_cast<float>(columns);
  float over = s.width, many = 0;
  for (const float w : wide) w <= each ? over -= w : many += w;
  for (float& w : wide)
    if (w > each) w = many > over ? w * over / many : w;
  bool head = true;
  for (const auto& row : table) {
    float x = s.at.x, height = s.leading();
    for (std::size_t c = 0; c < std::min(columns, row.size()); ++c) {
      std::vector<Word> words = words_of(row[c]);
      for (Word& word : words) word.bold = word.bold || head;
      height = std::max(height, flow_words(s, words, {x, s.at.y}, wide[c] - gap));
      x += wide[c];
    }
    s.at.y += height + 4 * s.unit;
    if (head)
      s.items.push_back(
          {Polyline{{{s.at.x, s.at.y - 2 * s.unit}, {s.at.x + s.width, s.at.y - 2 * s.unit}},
                    s.colors.line,
                    std::max(1.0f, s.unit)},
           {}});
    head = false;
  }
  s.at.y += 0.5f * s.leading();
}

void set_heading(Setter& s, std::string_view words) {
  s.at.y += 0.3f * s.leading();
  s.items.push_back({Text{{s.at.x, s.at.y + 0.8f * s.leading()},
                          std::string(words),
                          Font::bold,
                          1.15f * s.size(),
                          s.colors.text,
                          false},
                     {}});
  s.at.y += 1.4f * s.leading();
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return line;
}

}  // namespace

float add_help_page(std::vector<Item>& items, const Palette& colors, std::string_view markdown,
                    glm::vec2 at, float width, float unit) {
  Setter s{items, colors, at, width, unit};
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (paragraph.empty()) return;
    s.at.y += flow_words(s, words_of(paragraph), s.at, width) + 0.5f * s.leading();
    paragraph.clear();
  };
  while (!markdown.empty()) {
    const std::string_view line = take_line(markdown);
    if (line.starts_with("```")) {
      end_paragraph();
      std::vector<std::string_view> code;
      while (!markdown.empty()) {
        const std::string_view inside = take_line(markdown);
        if (inside.starts_with("```")) break;
        code.push_back(inside);
      }
      set_code(s, code);
    } else if (line.starts_with('|')) {
      end_paragraph();
      std::vector<std::string_view> rows{line};
      while (markdown.starts_with('|')) rows.push_back(take_line(markdown));
      set_table(s, rows);
    } else if (line.starts_with("## ")) {
      end_paragraph();
      set_heading(s, line.substr(3));
    } else if (line.empty() || line.starts_with("# ")) {
      end_paragraph();
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  end_paragraph();
  return s.at.y - at.y;
}

}  // namespace qkv
