#include "core/page/landscape/tower.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

constexpr float kThin = 14;  // design pixels

constexpr float kMostOfWord = 6;  // em, of a word that begins or ends a bracket

std::string brief(const Column& column) {
  constexpr float kSize = 16;  // any: only the proportion counts
  return fitted(Font::semibold, kSize, column.label.word, kMostOfWord * kSize);
}

TowerText text_of(const LandscapePicture& picture, int first, int last) {
  const auto& columns = picture.columns;
  const Column& low = columns[static_cast<std::size_t>(first)];
  const Column& high = columns[static_cast<std::size_t>(last)];
  TowerText text{first,
                 last,
                 low.tower_bottom,
                 high.tower_bottom + high.tower_height,
                 low.label.word,
                 low.label.number,
                 {}};
  if (first == last) return text;
  double sum = 0;
  text.words.clear();
  // The label's number is e^… or weight, whichever the ruler reads.
  for (int i = first; i <= last; ++i) {
    const Column& column = columns[static_cast<std::size_t>(i)];
    sum += static_cast<double>(column.tower_height);
    text.words += (text.words.empty() ? "" : " + ") + column.label.word;
    text.tooltip +=
        (text.tooltip.empty() ? "" : "\n") + column.label.word + "  " + column.label.number;
  }
  if (last - first >= 3)
    text.words =
        filled(qkv::text("landscape.bracket"), {{"first", brief(low)}, {"last", brief(high)}});
  const bool weights = low.quantity.kind == Quantity::Kind::weight;
  text.number = weights ? format_fixed(sum, 3)
                        : format_number(sum * static_cast<double>(picture.tower_total), 3);
  return text;
}

/// Centres of texts of height `line`, moved apart as little as needed, within low … high.
std::vector<float> apart(const std::vector<float>& wanted, float line, float low, float high) {
  std::vector<float> at = wanted;
  for (std::size_t i = 0; i < at.size(); ++i)
    at[i] = std::max(at[i], i == 0 ? low : at[i - 1] + line);
  for (std::size_t i = at.size(); i-- > 0;)
    at[i] = std::min(at[i], i + 1 == at.size() ? high : at[i + 1] - line);
  return at;
}

}  // namespace

std::vector<TowerText> tower_texts(const LandscapePicture& picture, float thin, float line) {
  std::vector<TowerText> texts;
  const int count = static_cast<int>(picture.columns.size());
  for (int round = 0; round < 12; ++round, thin *= 1.5f) {
    texts.clear();
    for (int i = 0; i < count;) {
      int last = i;
      const auto is_thin = [&](int k) {
        return picture.columns[static_cast<std::size_t>(k)].tower_height < thin;
      };
      if (is_thin(i))
        while (last + 1 < count && is_thin(last + 1)) ++last;
      texts.push_back(text_of(picture, i, last));
      i = last + 1;
    }
    if (static_cast<float>(texts.size()) * line <= 1.0f + line) break;
  }
  return texts;
}

void label_tower(Canvas& c) {
  const float size = c.m.small, line = 1.5f * size;
  const float up = c.view.up, floor = c.view.middle.y;
  const auto texts = tower_texts(c.picture, std::max(c.u(kThin), 0.0f) / up, line / up);
  std::vector<float> wanted;
  for (const TowerText& text : texts) wanted.push_back((text.from + text.to) / 2 * up);
  const std::vector<float> at = apart(wanted, line, 0.2f * line, up + 0.2f * line);
  const float left = c.tower_x - tower_half_width(c.view) - c.u(4);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TowerText& text = texts[i];
    const Column& column = c.picture.columns[static_cast<std::size_t>(text.first)];
    const float y = floor - at[i], low = floor - text.from * up, high = floor - text.to * up;
    const Color rule = with_alpha(c.colors.dim, column.shown);
    const float mark = left - c.u(5), end = mark - c.u(9);
    if (text.first != text.last)
      c.line({{left, low - c.m.line}, {mark, low - c.m.line}, {mark, high}, {left, high}}, rule,
             c.m.line);
    else
      c.line({{left, (low + high) / 2}, {mark, (low + high) / 2}}, rule, c.m.line);
    c.line({{mark, (low + high) / 2}, {end, y}}, rule, c.m.line);
    const float gap = 0.5f * size;
    const float numbers = text_width(Font::mono_bold, size, text.number);
    const Quantity q = text.first == text.last ? column.quantity : Quantity{};
    // A ground of its own: outlines of columns may stand behind.
    const float words = text_width(Font::semibold, size, text.words);
    const Rect ground{end - c.u(7) - numbers - gap - words, y - 0.65f * size,
                      numbers + gap + words + c.u(8), 1.3f * size};
    if (ground.x >= c.rect.x)
      c.page.items.push_back({Box{ground,
                                  ground.h / 2,
                                  with_alpha(c.colors.ground, 0.92f * column.shown),
                                  {0, 0, 0, 0},
                                  0,
                                  false},
                              q});
    c.fixed_text(text.number, {end - c.u(3), y}, 1, Font::mono_bold, size,
                 with_alpha(c.colors.text, column.shown), q);
    c.fixed_text(text.words, {end - c.u(3) - numbers - gap, y}, 1, Font::semibold, size,
                 with_alpha(c.colors.key, column.shown), q);
    if (!text.tooltip.empty()) {
      c.page.hits.push_back({ground, {}, {}, "bracket", text.tooltip, true});
    }
  }
}

}  // namespace qkv::landscape
