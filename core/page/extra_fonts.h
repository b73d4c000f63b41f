#pragma once
// Fonts for the scripts that the embedded ones lack. Core looks for no files: whoever runs it hands
// them in. They are there for every thread from then on, and never go.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

struct Face;

/// False where the bytes are no font with outlines (a bitmap font of emoji), it lacks the character
/// `needed`, or it is there already. `index`: which face of a collection.
bool add_font(const std::string& name, std::vector<std::byte> bytes, int index, char32_t needed);
/// The first that has the character, null: none.
const Face* extra_face(char32_t code);
/// The file of a face, embedded or handed in, and its place in a collection.
struct FontFile {
  std::span<const std::byte> bytes;
  int index = 0;
};
FontFile font_file(std::string_view face);

}  // namespace qkv
