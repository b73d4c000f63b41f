#include "app/views/paragraph.h"

#include <imgui.h>

#include "app/views/text_block.h"

namespace qkv {

void paragraph(std::string_view said, float width) {
  for (const std::string& line : wrapped(Font::text, ImGui::GetFontSize(), said, width))
    ImGui::TextUnformatted(line.c_str());
}

}  // namespace qkv
