#include "app/views/paragraph.h"

#include <algorithm>
#include <string>

#include <imgui.h>

namespace qkv {

void paragraph(std::string_view said, float width) {
  std::string text;
  std::size_t line = 0;  // where the last line of `text` begins
  while (!said.empty()) {
    const std::size_t end = std::min(said.find_first_of(" \n"), said.size());
    const std::string with_word = text.substr(line) + std::string(said.substr(0, end));
    const bool fits = ImGui::CalcTextSize(with_word.c_str()).x <= width;
    if (!fits && text.size() > line) {
      text.back() = '\n';  // in the place of the space before this word
      line = text.size();
    }
    text += said.substr(0, end);
    if (end == said.size()) break;
    text += said[end];
    if (said[end] == '\n') line = text.size();
    said.remove_prefix(end + 1);
  }
  ImGui::TextUnformatted(text.c_str());
}

}  // namespace qkv
