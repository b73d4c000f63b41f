#include "core/session/action_reader.h"

#include <charconv>
#include <cmath>

#include "core/session/words.h"
#include "core/text/input_error.h"

namespace qkv {

void ActionReader::refuse(const std::string& why) const {
  std::string text(name);
  constexpr std::size_t kMost = 80;  // a pasted book is not said again
  if (!arguments.empty()) text += " " + std::string(arguments.substr(0, kMost));
  if (arguments.size() > kMost) text += "...";
  throw InputError("action \"" + text + "\": " + why);
}

std::vector<std::string_view> ActionReader::pieces() const {
  std::vector<std::string_view> found;
  for (const std::string_view piece : split_outside_quotes(arguments, ' ')) {
    if (!piece.empty()) found.push_back(piece);
  }
  return found;
}

std::vector<std::string_view> ActionReader::pieces(std::size_t count, const char* usage) const {
  std::vector<std::string_view> found = pieces();
  if (found.size() != count) refuse("write " + std::string(name) + " " + usage);
  return found;
}

float ActionReader::number(std::string_view text) const {
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    refuse("\"" + std::string(text) + "\" is not a number that fits into 32 bits");
  }
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    refuse("\"" + std::string(text) + "\" is not a number");
  }
  return value;
}

int ActionReader::whole(std::string_view text) const {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    refuse("\"" + std::string(text) + "\" is not a whole number");
  }
  return value;
}

int ActionReader::one_of(const Names& names) const {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == arguments) return static_cast<int>(i);
  }
  std::vector<std::string> all(names.begin(), names.end());
  refuse("choose one of " + joined(all));
}

}  // namespace qkv
