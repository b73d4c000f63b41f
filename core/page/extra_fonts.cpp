#include "core/page/extra_fonts.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "core/assets/assets.h"
#include "core/page/font_face.h"

namespace qkv {
namespace {

struct Extra {
  std::string name;
  std::vector<std::byte> bytes;
  int index = 0;
  Face face;
};

/// Filled from the front and never changed again, so that readers need no lock. A text is measured
/// far from whoever knows which fonts there are, as with the embedded ones.
struct Extras {
  static constexpr std::size_t kMost = 64;
  std::array<std::unique_ptr<const Extra>, kMost> all;
  std::atomic<std::size_t> count{0};
  std::mutex adding;
};

Extras& extras() {
  static Extras fonts;
  return fonts;
}

}  // namespace

bool add_font(const std::string& name, std::vector<std::byte> bytes, int index, char32_t needed) {
  constexpr std::size_t kSmallest = 12;  // a header
  if (bytes.size() < kSmallest) return false;
  auto extra = std::make_unique<Extra>();
  extra->name = name;
  extra->bytes = std::move(bytes);
  extra->index = index;
  if (!read_face(reinterpret_cast<const unsigned char*>(extra->bytes.data()), index, extra->face) ||
      extra->face.measured(needed) < 0)
    return false;
  extra->face.name = extra->name;
  Extras& fonts = extras();
  const std::lock_guard lock(fonts.adding);
  const std::size_t count = fonts.count.load();
  for (std::size_t i = 0; i < count; ++i)
    if (fonts.all[i]->name == name) return false;
  if (count == Extras::kMost) return false;
  fonts.all[count] = std::move(extra);
  fonts.count.store(count + 1);
  return true;
}

const Face* extra_face(char32_t code) {
  const Extras& fonts = extras();
  const std::size_t count = fonts.count.load();
  for (std::size_t i = 0; i < count; ++i)
    if (fonts.all[i]->face.measured(code) >= 0) return &fonts.all[i]->face;
  return nullptr;
}

FontFile font_file(std::string_view face) {
  const Extras& fonts = extras();
  const std::size_t count = fonts.count.load();
  for (std::size_t i = 0; i < count; ++i)
    if (fonts.all[i]->name == face) return {fonts.all[i]->bytes, fonts.all[i]->index};
  return {asset(face), 0};
}

}  // namespace qkv
