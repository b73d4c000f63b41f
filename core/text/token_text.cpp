#include "core/text/token_text.h"

#include <array>
#include <cstdint>
#include <optional>

namespace qkv {
namespace {

// The character at `at`, which moves past it; empty for bytes that are not UTF-8.
std::optional<char32_t> next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  const int extra = lead < 0x80                   ? 0
                    : lead >= 0xC2 && lead < 0xE0 ? 1
                    : (lead & 0xF0) == 0xE0       ? 2
                    : lead >= 0xF0 && lead < 0xF5 ? 3
                                                  : -1;
  if (extra < 0 || at + static_cast<std::size_t>(extra) >= text.size()) return std::nullopt;
  constexpr std::array<unsigned, 4> kLeadBits = {0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = lead & kLeadBits[static_cast<std::size_t>(extra)];
  for (int i = 1; i <= extra; ++i) {
    const unsigned next = byte(at + static_cast<std::size_t>(i));
    if ((next & 0xC0) != 0x80) return std::nullopt;
    code = (code << 6) | (next & 0x3F);
  }
  constexpr std::array<char32_t, 4> kSmallest = {0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[static_cast<std::size_t>(extra)] || code > 0x10FFFF ||
      (code >= 0xD800 && code < 0xE000)) {
    return std::nullopt;
  }
  at += static_cast<std::size_t>(extra) + 1;
  return code;
}

bool is_readable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto code = next_character(text, at);
    if (!code) return false;
    const bool control = *code < 0x20 || (*code >= 0x7F && *code < 0xA0);
    if (control && *code != '\n' && *code != '\t' && *code != '\r') return false;
  }
  return true;
}

bool is_printable_byte(unsigned byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

// GPT-2's byte-level alphabet: printable bytes stand for themselves, the other 68 for the letters
// from U+0100 on, in order (Radford et al. 2019, section 2.2).
std::optional<char> byte_of(char32_t code) {
  if (code < 0x100) {
    if (!is_printable_byte(code)) return std::nullopt;
    return static_cast<char>(code);
  }
  char32_t letter = 0x100;
  for (unsigned byte = 0; byte < 0x100; ++byte) {
    if (is_printable_byte(byte)) continue;
    if (letter++ == code) return static_cast<char>(byte);
  }
  return std::nullopt;
}

// A plain word is left alone: only a token that holds one of the stand-in letters is read as bytes.
std::optional<std::string> from_byte_letters(std::string_view raw) {
  std::string bytes;
  bool stand_in = false;
  for (std::size_t at = 0; at < raw.size();) {
    const auto code = next_character(raw, at);
    if (!code) return std::nullopt;
    const auto byte = byte_of(*code);
    if (!byte) return std::nullopt;
    stand_in = stand_in || *code >= 0x100;
    bytes += *byte;
  }
  if (!stand_in || !is_readable(bytes)) return std::nullopt;
  return bytes;
}

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

}  // namespace

std::string token_text(std::string_view raw) {
  const std::string plain = from_byte_letters(raw).value_or(std::string(raw));
  std::string_view rest = plain;
  if (rest.size() > 2 && take(rest, "##")) return "·" + std::string(rest);

  bool spaces = false;
  while (take(rest, " ") || take(rest, "▁")) spaces = true;
  if (rest.empty()) return spaces ? "␣" : "";

  std::string shown;
  while (!rest.empty()) {
    if (take(rest, "\r\n") || take(rest, "\n") || take(rest, "\r")) {
      shown += "↵";
    } else if (take(rest, "\t")) {
      shown += "⇥";
    } else {
      shown += rest.front();
      rest.remove_prefix(1);
    }
  }
  return shown;
}

}  // namespace qkv
