#include "core/page/sentence/sentence_texts.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

constexpr std::size_t kLargestNumbers = 6;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

float baseline(Font font, float size, float middle) { return middle + cap_height(font, size) / 2; }

void text_at(Page& page, float left, float middle, const std::string& text, Font font, float size,
             Color color, const Quantity& quantity = {}) {
  Text run;
  run.baseline = {left, baseline(font, size, middle)};
  run.text = text;
  run.font = font;
  run.size = size;
  run.color = color;
  page.items.push_back({std::move(run), quantity});
}

// Texts that are not the moment's own step back, and stay readable on the ground.
Color stepped_back(Color color, const Palette& colors, const SentencePlaces& p) {
  return readable(mix(color, colors.ground, 0.35f), colors.ground, p.contrast);
}

struct RowLook {
  Color color;
  Kind kind = Kind::query;
  int lit = -1;      // its word is a filled pill
  float middle = 0;  // of line 0, or the end next to the beams when upright
  float away = -1;   // direction in which further lines and upright texts go: −1 up, 1 down
};

Quantity word_quantity(const RowLook& look, const SentencePicture& picture, int i) {
  Quantity quantity{look.kind, picture.layer, picture.head, -1, -1, -1};
  (look.kind == Kind::query ? quantity.row : quantity.column) = i;
  return quantity;
}

void place_word(Page& page, const SentencePlaces& p, const RowLook& look, const WordsRow& row,
                int i, const Quantity& quantity, const Palette& colors) {
  const PlacedWord& word = row.words[index(i)];
  const Metrics& m = p.metrics;
  const bool lit = i == look.lit;
  const bool named = std::find(p.named.begin(), p.named.end(), i) != p.named.end();
  const bool strong = lit || (named && look.kind != Kind::query);
  const Color color = strong ? readable(look.color, colors.ground, p.contrast)
                             : stepped_back(look.color, colors, p);
  if (row.upright) {
    const float edge = look.middle + look.away * static_cast<float>(word.line) * row.step;
    const float start = look.away < 0 ? edge : edge + word.length;
    const Rect around{word.left, start - word.length - m.gap / 2, word.width, word.length + m.gap};
    if (lit) page.items.push_back({Box{around, m.radius / 2, look.color}, quantity});
    Text run;
    run.baseline = {word.center + cap_height(Font::semibold, row.size) / 2, start};
    run.text = word.text;
    run.font = Font::semibold;
    run.size = row.size;
    run.color = lit ? ink_on(look.color) : color;
    run.upward = true;
    page.items.push_back({std::move(run), quantity});
    return;
  }
  const float middle = look.middle + look.away * static_cast<float>(word.line) * p.word_height;
  if (word.line > 0) {
    const float near = look.middle - look.away * p.word_height / 2;
    Polyline tick;
    tick.points = {{word.center, near}, {word.center, middle - look.away * p.word_height * 0.4f}};
    tick.color = colors.line;
    tick.width = m.line;
    page.items.push_back({std::move(tick), {}});
  }
  if (lit) {
    const float pad = std::min(m.gap * 1.2f, std::max(m.gap / 2, (word.slot - word.width) / 2));
    const float height = std::min(p.word_height - m.gap / 4, row.size * 1.7f);
    page.items.push_back({Box{{word.left - pad, middle - height / 2, word.width + 2 * pad, height},
                              height / 2,
                              look.color},
                          quantity});
  }
  text_at(page, word.left, middle, word.text, Font::semibold, row.size,
          lit ? ink_on(look.color) : color, quantity);
}

// From the beams to the words that stand further away.
void place_ticks(Page& page, const SentencePlaces& p, const RowLook& look, const WordsRow& row,
                 const Palette& colors) {
  for (const PlacedWord& word : row.words) {
    if (!row.upright || word.line == 0 || word.text.empty()) continue;
    Polyline tick;
    const float near = look.middle - look.away * p.metrics.gap / 2;
    const float reach = static_cast<float>(word.line) * row.step - p.metrics.gap / 2;
    tick.points = {{word.center, near}, {word.center, look.middle + look.away * reach}};
    tick.color = colors.line;
    tick.width = p.metrics.line;
    page.items.push_back({std::move(tick), {}});
  }
}

// Between crowded dots the shown words stand free.
bool under_a_word(const WordsRow& row, int i) {
  const float x = row.words[index(i)].center;
  const int reach = row.pitch > 0 ? static_cast<int>(row.size / row.pitch) + 1 : 0;
  const int last = std::min(static_cast<int>(row.words.size()) - 1, i + reach);
  for (int j = std::max(0, i - reach); j <= last; ++j) {
    const PlacedWord& word = row.words[index(j)];
    if (!word.text.empty() && x >= word.left - 1 && x <= word.left + word.width + 1) return true;
  }
  return false;
}

void place_words_of(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                    const WordsRow& row, const RowLook& look, const Palette& colors) {
  place_ticks(page, p, look, row, colors);
  for (int i = 0; i < static_cast<int>(row.words.size()); ++i) {
    const Quantity quantity = word_quantity(look, picture, i);
    const PlacedWord& word = row.words[index(i)];
    if (!word.text.empty()) {
      place_word(page, p, look, row, i, quantity, colors);
      continue;
    }
    if (under_a_word(row, i)) continue;
    // A dot keeps the place of a word that has no room.
    const float radius = std::clamp(row.pitch * 0.25f, 0.5f * p.metrics.unit, 2 * p.metrics.unit);
    const float y = look.middle + look.away * (row.upright ? 0.0f : p.word_height * 0.3f);
    page.items.push_back(
        {Disc{{word.center, y}, radius, stepped_back(look.color, colors, p)}, quantity});
  }
}

void place_vectors(Page& page, const std::vector<std::string>& vectors, const WordsRow& row,
                   const SentencePlaces& p, float middle, Color color, Quantity quantity,
                   float alpha) {
  if (p.vector_height <= 0 || vectors.size() != row.words.size() || alpha <= 0) return;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (vectors[i].empty()) continue;
    const float width = text_width(Font::mono, p.metrics.tiny, vectors[i]);
    if (width > row.words[i].slot) continue;
    (quantity.kind == Kind::query ? quantity.row : quantity.column) = static_cast<int>(i);
    text_at(page, row.words[i].center - width / 2, middle, vectors[i], Font::mono, p.metrics.tiny,
            with_alpha(color, alpha), quantity);
  }
}

}  // namespace

void place_row_names(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                     const Palette& colors) {
  const Metrics& m = p.metrics;
  const auto name = [&](std::string_view words, std::string_view letter, float words_y,
                        float letter_y, Color color) {
    const float width = text_width(Font::semibold, m.small, words);
    const bool room = width <= p.gutter - m.gap + 0.5f;
    const bool own_line = p.vector_height > 0;
    if (room) text_at(page, p.rect.x, words_y, std::string(words), Font::semibold, m.small, color);
    if (picture.letters && (!room || own_line)) {
      text_at(page, p.rect.x, room ? letter_y : words_y, std::string(letter),
              room ? Font::mono : Font::semibold, m.small, color);
    }
  };
  const float upright_query = p.query_y - m.small / 2, upright_key = p.key_y + m.small / 2;
  name(picture.queries_name, "q", p.queries.upright ? upright_query : p.query_y, p.query_vector_y,
       colors.query);
  const bool values = picture.values >= 0.5f;
  name(picture.keys_name, values ? "v" : "k", p.keys.upright ? upright_key : p.key_y,
       p.key_vector_y, values ? colors.value : colors.key);
}

void place_query_words(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                       const Palette& colors) {
  const RowLook look{colors.query, Kind::query, picture.chosen, p.query_y, -1};
  place_words_of(page, picture, p, p.queries, look, colors);
  place_vectors(page, picture.query_vectors, p.queries, p, p.query_vector_y, colors.query,
                {Kind::query, picture.layer, picture.head}, picture.queries_shown);
}

void place_key_words(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                     const Palette& colors) {
  const bool values = picture.values >= 0.5f;
  const RowLook look{values ? colors.value : colors.key, values ? Kind::value : Kind::key,
                     picture.acting, p.key_y, 1};
  place_words_of(page, picture, p, p.keys, look, colors);
  if (values) {
    place_vectors(page, picture.value_vectors, p.keys, p, p.key_vector_y, colors.value,
                  {Kind::value, picture.layer, picture.head}, picture.values_shown);
  } else {
    place_vectors(page, picture.key_vectors, p.keys, p, p.key_vector_y, colors.key,
                  {Kind::key, picture.layer, picture.head}, picture.keys_shown);
  }
}

namespace {

constexpr int kNumberLines = 3;  // crowded numbers climb up their beams

struct Number {
  const Beam* beam;
  Font font;
  Rect rect;
  bool shown = false;
};

// Numbers of the chosen row, the most important first: the picture keeps the acting beam last and
// the widest before it.
std::vector<Number> numbers_of(const SentencePicture& picture, const SentencePlaces& p) {
  const Metrics& m = p.metrics;
  std::vector<Number> numbers;
  for (auto beam = picture.beams.rbegin(); beam != picture.beams.rend(); ++beam) {
    if (beam->label.empty() || beam->shown < 0.5f || beam->emphasis == Emphasis::faint) continue;
    const Font font = beam->emphasis == Emphasis::acting ? Font::mono_bold : Font::mono;
    const float width = text_width(font, m.small, beam->label) + m.gap;
    numbers.push_back({&*beam, font, {0, 0, width, m.small * 1.5f}, false});
  }
  return numbers;
}

// Puts `number` on the given line of numbers, 0 next to the keys.
void move_to_line(Number& number, const SentencePicture& picture, const SentencePlaces& p,
                  int line) {
  const float y = p.number_y - static_cast<float>(line) * p.metrics.small * 1.7f;
  const glm::vec2 query{p.queries.words[index(picture.chosen)].center, p.top_y};
  const glm::vec2 key{p.keys.words[index(number.beam->key)].center, p.bottom_y};
  const float t = (y - p.top_y) / std::max(1.0f, p.bottom_y - p.top_y);
  const float x = line == 0 ? key.x : beam_point(query, key, std::clamp(t, 0.0f, 1.0f)).x;
  number.rect.x = std::clamp(x - number.rect.w / 2, p.rect.x,
                             std::max(p.rect.x, p.rect.right() - number.rect.w));
  number.rect.y = y - number.rect.h / 2;
}

std::size_t place_on_line(std::vector<Number>& numbers, const SentencePicture& picture,
                          const SentencePlaces& p, int line, std::size_t most) {
  std::vector<LineSpan> spans;
  std::vector<int> order;
  for (std::size_t i = 0; i < numbers.size() && i < most; ++i) {
    if (!numbers[i].shown) {
      move_to_line(numbers[i], picture, p, line);
      order.push_back(static_cast<int>(i));
    }
    spans.push_back({numbers[i].rect.x, numbers[i].rect.w});
  }
  const std::vector<bool> shown = without_overlap(spans, order, p.metrics.gap / 2);
  std::size_t count = 0;
  for (const int i : order) {
    numbers[index(i)].shown = shown[index(i)];
    count += shown[index(i)] ? 1 : 0;
  }
  return count;
}

}  // namespace

void place_numbers(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                   const Palette& colors) {
  std::vector<Number> numbers = numbers_of(picture, p);
  const auto place = [&](int lines, std::size_t most) {
    std::size_t count = 0;
    for (Number& number : numbers) number.shown = false;
    for (int line = 0; line < lines; ++line) {
      count += place_on_line(numbers, picture, p, line, most);
    }
    return count;
  };
  if (place(1, numbers.size()) < numbers.size() && place(2, numbers.size()) < numbers.size()) {
    place(kNumberLines, kLargestNumbers + (picture.acting >= 0 ? 1 : 0));
  }
  for (const Number& number : numbers) {
    if (!number.shown) continue;
    const Rect& rect = number.rect;
    page.items.push_back(
        {Box{rect, rect.h / 3, with_alpha(colors.ground, 0.9f)}, number.beam->quantity});
    text_at(page, rect.x + p.metrics.gap / 2, rect.y + rect.h / 2, number.beam->label, number.font,
            p.metrics.small, colors.text, number.beam->quantity);
  }
}

void place_packet_text(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                       const Palette& colors, glm::vec2 center, float radius,
                       const Quantity& quantity) {
  if (picture.packet.empty()) return;
  const Metrics& m = p.metrics;
  const std::string shown = fitted(Font::mono, m.small, picture.packet, p.rect.w - 2 * m.gap);
  const float width = text_width(Font::mono, m.small, shown) + 2 * m.gap;
  const float height = m.small * 1.7f;
  // To the right of the packet, else to its left, else below it.
  float left = center.x + radius + m.gap / 2, middle = center.y;
  if (left + width > p.rect.right()) left = center.x - radius - m.gap / 2 - width;
  if (left < p.rect.x) {
    left = std::clamp(center.x - width / 2, p.rect.x, std::max(p.rect.x, p.rect.right() - width));
    middle = center.y + radius + m.gap / 2 + height / 2;
  }
  middle = std::min(middle, p.number_y - m.small * 1.6f - height / 2);
  page.items.push_back({Box{{left, middle - height / 2, width, height},
                            height / 2,
                            with_alpha(colors.ground, 0.92f),
                            colors.value,
                            m.line},
                        quantity});
  text_at(page, left + m.gap, middle, shown, Font::mono, m.small, colors.value, quantity);
}

void place_output(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                  const Palette& colors) {
  if (picture.output.empty()) return;
  const Metrics& m = p.metrics;
  const Font font = Font::mono_bold;
  const float size = m.small;
  const std::string shown = fitted(font, size, picture.output, p.rect.w - 2.5f * m.gap);
  const float width = text_width(font, size, shown) + 2.5f * m.gap;
  const float height = std::min(p.word_height, size * 1.8f);
  const float x = p.queries.words[index(picture.chosen)].center;
  const float left =
      std::clamp(x - width / 2, p.rect.x, std::max(p.rect.x, p.rect.right() - width));
  const Color color = picture.output_partial ? colors.dim : colors.output;
  const Rect pill{left, p.output_y - height / 2, width, height};
  page.items.push_back(
      {Box{pill, height / 2, colors.ground, color, picture.output_partial ? m.line : 1.5f * m.unit},
       picture.output_quantity});
  text_at(page, left + 1.25f * m.gap, p.output_y, shown, font, size, color,
          picture.output_quantity);
}

void place_notes(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                 const Palette& colors) {
  const Metrics& m = p.metrics;
  std::string left = picture.note, right;
  if (picture.beams_of > 0) {
    right = filled(text("sentence.strongest"), {{"shown", std::to_string(picture.beams.size())},
                                                {"of", std::to_string(picture.beams_of)}});
  }
  const float right_width = right.empty() ? 0 : text_width(Font::text, m.small, right) + m.gap * 2;
  if (!right.empty()) {
    text_at(page, p.rect.right() - right_width + m.gap * 2, p.note_y, right, Font::text, m.small,
            colors.dim);
  }
  if (!left.empty()) {
    left = fitted(Font::semibold, m.small, left, p.rect.w - right_width);
    text_at(page, p.rect.x, p.note_y, left, Font::semibold, m.small, colors.text);
  }
}

}  // namespace qkv
