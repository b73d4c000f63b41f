#include "core/page/fitted_middle.h"

#include "core/page/fonts.h"

namespace qkv {
namespace {

constexpr std::string_view kDots = "\u2026";

bool inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Where the character that begins at `at` ends, and where that before it begins.
std::size_t after(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && inside_character(text[at]));
  return at;
}
std::size_t before(std::string_view text, std::size_t at) {
  do --at;
  while (at > 0 && inside_character(text[at]));
  return at;
}

}  // namespace

std::string fitted_middle(Font font, float size, std::string_view text, float width) {
  if (text_width(font, size, text) <= width) return std::string(text);
  // What is kept: [0, head) and [tail, end). Two characters at the end, two at the
  // beginning, then by turns.
  std::size_t head = 0, tail = text.size();
  std::string shown(kDots);
  for (int turn = 0; head < tail; ++turn) {
    if (turn < 2 || (turn >= 4 && turn % 2 == 0))
      tail = before(text, tail);
    else
      head = after(text, head);
    if (head > tail) break;
    std::string more(text.substr(0, head));
    more += kDots;
    more += text.substr(tail);
    if (text_width(font, size, more) > width) break;
    shown = std::move(more);
  }
  return shown;
}

}  // namespace qkv
