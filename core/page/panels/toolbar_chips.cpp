#include <algorithm>
#include <cmath>

#include "core/page/panels/toolbar_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kMostWord = 9.0f;  // em: a longer word is cut, its whole stands in the tooltip

float text_size(const Pen& pen, const ChipSize& size) { return pen.m.text * 0.96f * size.shrink; }
float gap(const Pen& pen, const ChipSize& size) { return pen.em(8) * size.shrink * size.tight; }

std::string shown(const Pen& pen, const std::string& word, const ChipSize& chip_size) {
  const float size = text_size(pen, chip_size);
  return fitted(Font::semibold, size, word, kMostWord * size);
}

float chip_width(const Pen& pen, const std::string& word, const ChipSize& chip_size) {
  const float size = text_size(pen, chip_size);
  return std::round(text_width(Font::semibold, size, shown(pen, word, chip_size)) +
                    2.1f * chip_size.tight * size);
}

float dots_width(const Pen& pen, const ChipSize& chip_size) {
  return std::round(text_size(pen, chip_size) * 2.4f);
}

struct Range {
  std::size_t begin = 0, end = 0;
};

// Grows from the chosen word to both sides while there is room.
Range visible_range(const Pen& pen, const ToolbarPicture& picture, float room,
                    const ChipSize& chip_size) {
  const auto& chips = picture.chips;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < chips.size(); ++i) {
    if (chips[i].chosen) chosen = i;
  }
  Range range{chosen, chosen + 1};
  float used = chip_width(pen, chips[chosen].word, chip_size);
  for (bool grown = true; grown;) {
    grown = false;
    if (range.end < chips.size()) {
      const float more = chip_width(pen, chips[range.end].word, chip_size) + gap(pen, chip_size);
      if (used + more <= room) used += more, ++range.end, grown = true;
    }
    if (range.begin > 0) {
      const float more =
          chip_width(pen, chips[range.begin - 1].word, chip_size) + gap(pen, chip_size);
      if (used + more <= room) used += more, --range.begin, grown = true;
    }
  }
  return range;
}

void draw_chip(Pen& pen, const ToolbarPicture& picture, bool can_choose, int row, const Rect& rect,
               const ChipSize& chip_size) {
  const ToolbarPicture::Chip& chip = picture.chips[static_cast<std::size_t>(row)];
  const bool editable = picture.can_edit_words;
  const Palette& c = pen.colors;
  const Color ground = chip.chosen ? c.accent : c.raised;
  Quantity quantity;
  if (can_choose) {  // a word of another sentence is none of the document's
    quantity.kind = Quantity::Kind::word;
    quantity.row = row;
  }
  pen.box(rect, rect.h / 2, ground, chip.chosen ? c.accent : c.line, pen.m.line, quantity);
  pen.label(rect, shown(pen, chip.word, chip_size), chip.chosen ? Font::bold : Font::text,
            text_size(pen, chip_size), chip.chosen ? c.accent_text : c.text, quantity);
  if (chip.made_up) {
    // A dot in the key's and query's stead: nobody has chosen these numbers yet.
    const float size = text_size(pen, chip_size);
    // Between the letters' tops and the rounded corner, however close the words stand.
    pen.add(Disc{{rect.right() - 0.34f * size, rect.y + 0.42f * size},
                 0.13f * size,
                 chip.chosen ? c.accent_text : c.accent});
  }
  const std::string tip =
      !can_choose ? std::string(text("toolbar.own_words"))
      : !editable ? chip.word
                  : filled(text(chip.made_up ? "toolbar.word_made_up" : "toolbar.word_tip"),
                           {{"word", chip.word}});
  pen.hit(rect, filled(text("toolbar.word"), {{"word", chip.word}}), tip, action::Select{row},
          can_choose);
  if (editable) pen.page.hits.back().quantity = quantity;
}

/// The list of all words.
void draw_more(Pen& pen, const Rect& rect, const ChipSize& chip_size) {
  pen.box(rect, rect.h / 2, pen.colors.panel, pen.colors.line, pen.m.line);
  icon(pen, Icon::dots, {rect.x + rect.w / 2, rect.y + rect.h / 2}, text_size(pen, chip_size),
       pen.colors.dim);
  pen.hit_menu(rect, text("toolbar.words"), std::string(text("toolbar.words_tip")), "words");
}

/// The place of the next word.
void draw_plus(Pen& pen, const Rect& rect, const ChipSize& chip_size) {
  pen.box(rect, rect.h / 2, pen.colors.panel, pen.colors.line, pen.m.line);
  const glm::vec2 middle{rect.x + rect.w / 2, rect.y + rect.h / 2};
  const float arm = 0.32f * text_size(pen, chip_size);
  pen.line(middle - glm::vec2(arm, 0), middle + glm::vec2(arm, 0), pen.colors.dim, pen.px(1.5f));
  pen.line(middle - glm::vec2(0, arm), middle + glm::vec2(0, arm), pen.colors.dim, pen.px(1.5f));
  pen.hit_menu(rect, text("toolbar.add_word"), std::string(text("toolbar.add_word_tip")),
               "add-word");
}

}  // namespace

float chips_width(const Pen& pen, const ToolbarPicture& picture, const ChipSize& chip_size) {
  float width = 0;
  for (const auto& chip : picture.chips) {
    width += chip_width(pen, chip.word, chip_size) + gap(pen, chip_size);
    if (width > pen.page.size.x) break;  // too wide is too wide, for thousands of words as well
  }
  return std::max(0.0f, width - gap(pen, chip_size));
}

float plus_width(const Pen& pen, const ToolbarPicture& picture, const ChipSize& chip_size) {
  // Present has no time for editing.
  if (!picture.can_edit_words || pen.present) return 0;
  return gap(pen, chip_size) + dots_width(pen, chip_size);
}

float least_chips_width(const Pen& pen, const ToolbarPicture& picture, const ChipSize& chip_size) {
  const std::size_t count = picture.chips.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!picture.chips[i].chosen) continue;
    const auto dots = static_cast<float>((i > 0 ? 1 : 0) + (i + 1 < count ? 1 : 0));
    return chip_width(pen, picture.chips[i].word, chip_size) +
           dots * (gap(pen, chip_size) + dots_width(pen, chip_size));
  }
  return 0;
}

void draw_chips(Pen& pen, const ToolbarPicture& picture, bool can_choose, const Rect& room,
                float middle, const ChipSize& chip_size) {
  if (picture.chips.empty()) return;
  const float all = chips_width(pen, picture, chip_size);
  const float dots = dots_width(pen, chip_size), one_more = dots + gap(pen, chip_size);
  float plus = plus_width(pen, picture, chip_size);
  if (least_chips_width(pen, picture, chip_size) + plus > room.w) plus = 0;
  const bool everything = all + plus <= room.w;
  Range range{0, picture.chips.size()};
  float width = all + plus;
  if (!everything) {
    range = visible_range(pen, picture, room.w - one_more - plus, chip_size);
    if (range.begin > 0 && range.end < picture.chips.size())
      range = visible_range(pen, picture, room.w - 2 * one_more - plus, chip_size);
    width = plus - gap(pen, chip_size) + (range.begin > 0 ? one_more : 0) +
            (range.end < picture.chips.size() ? one_more : 0);
    for (std::size_t i = range.begin; i < range.end; ++i)
      width += chip_width(pen, picture.chips[i].word, chip_size) + gap(pen, chip_size);
  }
  const float height = std::round(std::min(room.h - pen.px(8), text_size(pen, chip_size) * 1.94f));
  const float y = std::round(room.y + (room.h - height) / 2);
  const float most = std::max(room.x, room.right() - width);
  float x = std::round(std::clamp(middle - width / 2, room.x, most));
  // Dots stand where words are left out.
  if (range.begin > 0) {
    draw_more(pen, {x, y, dots, height}, chip_size);
    x += dots + gap(pen, chip_size);
  }
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Rect rect{x, y, chip_width(pen, picture.chips[i].word, chip_size), height};
    draw_chip(pen, picture, can_choose, static_cast<int>(i), rect, chip_size);
    x = rect.right() + gap(pen, chip_size);
  }
  if (range.end < picture.chips.size()) {
    draw_more(pen, {x, y, dots, height}, chip_size);
    x += one_more;
  }
  if (plus > 0) draw_plus(pen, {x, y, dots, height}, chip_size);
}

}  // namespace qkv
