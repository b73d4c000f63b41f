#include "core/page/hall_palette.h"

namespace qkv {
namespace {

constexpr float kRatio = 9.0f;  // on the ground: what lies between takes up to a fifth of it

Palette strengthened(Palette p) {
  for (Color* ink : {&p.dim, &p.query, &p.key, &p.value, &p.output, &p.good, &p.alarm})
    *ink = readable(*ink, p.raised, kRatio);
  return p;
}

}  // namespace

const Palette& palette_of(const Session& session) {
  static const Palette kDark = strengthened(palette(Theme::dark));
  static const Palette kLight = strengthened(palette(Theme::light));
  if (!session.layout.present) return palette(session.theme);
  return session.theme == Theme::dark ? kDark : kLight;
}

}  // namespace qkv
