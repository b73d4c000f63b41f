#include "core/page/sentence/words_row.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/page/fonts.h"

namespace qkv {
namespace {

constexpr float kLongestUpright = 7;       // em; longer words are cut
constexpr float kUprightThickness = 1.2f;  // em

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Widths grow in proportion to the size, so they are measured once.
std::vector<float> widths_at_one(const std::vector<std::string>& words, Font font) {
  std::vector<float> widths;
  widths.reserve(words.size());
  for (const std::string& word : words) widths.push_back(text_width(font, 1.0f, word));
  return widths;
}

void set_text(PlacedWord& word, const std::string& text, float width, const WordsRoom& room) {
  word.text = text;
  word.width = word.length = width;
  word.left =
      std::clamp(word.center - width / 2, room.left, std::max(room.left, room.right - width));
}

// Every word in a slot of its own on one line: slots are equal where that serves, else as wide as
// their words, like a line of print.
bool fits_slots(WordsRow& row, const std::vector<std::string>& words,
                const std::vector<float>& widths, const std::vector<float>& beside,
                const WordsRoom& room) {
  const auto needed = [&](std::size_t i) {
    return std::max(widths[i] * row.size, beside.empty() ? 0.0f : beside[i]) + room.gap;
  };
  float sum = 0, widest = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    sum += needed(i);
    widest = std::max(widest, needed(i));
  }
  const bool equal = widest <= row.pitch;
  const float spare = (row.pitch * static_cast<float>(words.size()) - sum) /
                      static_cast<float>(std::max<std::size_t>(1, words.size()));
  if (!equal && spare < 0) return false;
  float at = room.left;
  for (std::size_t i = 0; i < words.size(); ++i) {
    PlacedWord& word = row.words[i];
    word.slot = equal ? row.pitch : needed(i) + spare;
    word.center = at + word.slot / 2;
    at += word.slot;
    set_text(word, words[i], widths[i] * row.size, room);
  }
  return true;
}

// On two lines a word's tick to the further line passes between its neighbours, so no word may
// reach the next one's centre.
bool fits_two_lines(WordsRow& row, const std::vector<std::string>& words,
                    const std::vector<float>& widths, const WordsRoom& room) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    PlacedWord& word = row.words[i];
    word.line = static_cast<int>(i % 2);
    const float width = widths[i] * row.size;
    set_text(word, words[i], width, room);
    if (width > row.pitch * 2 - room.gap) return false;
    if (i >= 2) {
      const PlacedWord& before = row.words[i - 2];
      if (before.left + before.width + room.gap > word.left) return false;
    }
  }
  return true;
}

// The stride order keeps evenly spread words before the rest: every 64th, 32nd, …
std::vector<int> by_importance(const std::vector<int>& first, int count) {
  std::vector<int> order = first;
  std::vector<bool> taken(index(count), false);
  for (const int i : first) {
    if (i >= 0 && i < count) taken[index(i)] = true;
  }
  int stride = 1;
  while (stride * 2 < count) stride *= 2;
  for (; stride >= 1; stride /= 2) {
    for (int i = 0; i < count; i += stride) {
      if (taken[index(i)]) continue;
      taken[index(i)] = true;
      order.push_back(i);
    }
  }
  return order;
}

// So many lines that every word has the room of its letters: each third word on the same line, its
// neighbours' ticks passing beside it. As many as there is height for.
int upright_lines(const WordsRow& row, const WordsRoom& room, float thickness) {
  constexpr int kMostLines = 4;
  int lines = 1;
  while (lines < kMostLines && static_cast<float>(lines) * row.pitch < thickness &&
         static_cast<float>(lines + 1) * row.step <= room.height)
    ++lines;
  return lines;
}

void stand_upright(WordsRow& row, const std::vector<std::string>& words,
                   const std::vector<float>& widths, const std::vector<int>& first, Font font,
                   const WordsRoom& room) {
  row.upright = true;
  row.size = room.smallest;
  const float thickness = row.size * kUprightThickness, longest = row.size * kLongestUpright;
  for (std::size_t i = 0; i < words.size(); ++i) {
    PlacedWord& word = row.words[i];
    const bool cut = widths[i] * row.size > longest;
    word.text = cut ? fitted(font, row.size, words[i], longest) : words[i];
    word.length = cut ? text_width(font, row.size, word.text) : widths[i] * row.size;
    word.width = thickness;
    word.left = word.center - thickness / 2;
    row.longest = std::max(row.longest, word.length);
  }
  row.step = row.longest + row.size * 0.6f;
  row.lines = upright_lines(row, room, thickness);
  std::vector<LineSpan> spans;
  for (std::size_t i = 0; i < words.size(); ++i) {
    PlacedWord& word = row.words[i];
    word.line = static_cast<int>(i) % row.lines;
    // Lines side by side as far as overlaps go: each has the row's whole width to itself.
    spans.push_back({word.left + static_cast<float>(word.line) * 2 * room.right, thickness});
  }
  const std::vector<bool> shown =
      without_overlap(spans, by_importance(first, static_cast<int>(words.size())), 0);
  row.longest = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (shown[i]) {
      row.longest = std::max(row.longest, row.words[i].length);
    } else {
      row.words[i].text.clear();
      row.thinned = true;
    }
  }
}

}  // namespace

std::vector<bool> without_overlap(const std::vector<LineSpan>& spans, const std::vector<int>& order,
                                  float gap) {
  std::vector<bool> shown(spans.size(), false);
  std::map<float, float> taken;  // left → right of what stands
  for (const int i : order) {
    if (i < 0 || index(i) >= spans.size() || shown[index(i)]) continue;
    const float left = spans[index(i)].left, right = left + spans[index(i)].width;
    const auto after = taken.lower_bound(left);
    if (after != taken.end() && after->first < right + gap) continue;
    if (after != taken.begin() && std::prev(after)->second + gap > left) continue;
    taken.emplace(left, right);
    shown[index(i)] = true;
  }
  return shown;
}

WordsRow place_words(const std::vector<std::string>& words, const std::vector<float>& beside,
                     const std::vector<int>& first, Font font, const WordsRoom& room) {
  WordsRow row;
  const float room_width = std::max(1.0f, room.right - room.left);
  row.words.resize(words.size());
  row.pitch = room_width / static_cast<float>(std::max<std::size_t>(1, words.size()));
  const std::vector<float> widths = widths_at_one(words, font);
  const auto shrinking = [&](const auto& fits) {
    for (row.size = room.largest; row.size >= room.smallest - 0.01f; row.size -= 0.5f) {
      if (fits()) return true;
    }
    return false;
  };
  if (shrinking([&] { return fits_slots(row, words, widths, beside, room); })) return row;
  if (shrinking([&] { return fits_slots(row, words, widths, {}, room); })) return row;
  for (std::size_t i = 0; i < words.size(); ++i) {
    row.words[i].slot = row.pitch;
    row.words[i].center = room.left + (static_cast<float>(i) + 0.5f) * row.pitch;
  }
  row.lines = 2;
  if (shrinking([&] { return fits_two_lines(row, words, widths, room); })) return row;
  stand_upright(row, words, widths, first, font, room);
  return row;
}

}  // namespace qkv
