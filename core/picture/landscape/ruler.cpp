// The labelled ruler that always stands beside the floor: every height can be read as a number.

#include <algorithm>
#include <cmath>

#include "core/picture/landscape/parts.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

/// Ticks of `per_unit` values a ruler unit, zero standing at `zero` ruler units.
void add_ticks(Ruler& ruler, float per_unit, float zero, float shown, float from, float to) {
  if (shown <= 0 || !(per_unit > 0)) return;
  const float step = round_step((ruler.high - ruler.low) * per_unit / 4.5f);
  const double low = static_cast<double>((std::max(from, ruler.low) - zero) * per_unit);
  const double high = static_cast<double>((std::min(to, ruler.high) - zero) * per_unit);
  const double slack = 1e-4 * static_cast<double>(step);
  for (double i = std::ceil((low - slack) / static_cast<double>(step));; i += 1) {
    const double value = i * static_cast<double>(step);
    if (value > high + slack) break;
    ruler.ticks.push_back({zero + static_cast<float>(value / static_cast<double>(per_unit)),
                           tick_text(value, step), shown});
  }
}

std::string score_unit(const Walk& walk) {
  const Amounts& a = walk.amounts;
  if (a.maximum > 0.5f) return std::string(text("landscape.unit_max"));
  if (a.scale > 0.5f && walk.now.scale != 1) {
    const float d = static_cast<float>(walk.space.d);
    if (std::abs(walk.now.scale - 1 / std::sqrt(d)) < 1e-6f)
      return filled(text("landscape.unit_scaled"), {{"d", std::to_string(walk.space.d)}});
    return std::string(text("landscape.unit_scale"));
  }
  return std::string(text("landscape.unit_score"));
}

}  // namespace

void paint_ruler(const Walk& walk, LandscapePicture& picture) {
  const Amounts& a = walk.amounts;
  Ruler& ruler = picture.ruler;
  ruler.shown = a.plane * walk.key_fade;
  const float lowest = walk.negative ? -1.0f : 0.0f;
  const float highest = walk.positive ? 1.0f : 0.0f;
  // Powers of e are never negative: the half below the floor goes.
  ruler.low = between(lowest, 0, a.exp);
  ruler.high = between(highest, 1, a.exp);
  ruler.zero = zero_height(walk) * (1 - a.exp);
  for (int j = 0; j < walk.keys(); ++j)
    ruler.infinity = std::max(ruler.infinity, a.mask * walk.hidden(j) * (1 - a.exp));

  const float total = walk.values.row_sum > 0 ? walk.values.row_sum : 1;
  const float first = 1 - part(a.exp, 0, 0.4f);
  add_ticks(ruler, walk.limit, zero_height(walk), first, -1e9f,
            a.maximum > 0
                ? std::max(zero_height(walk), between(ruler.high, zero_height(walk), a.maximum))
                : 1e9f);
  add_ticks(ruler, 1, 0, part(a.exp, 0.6f, 1) * (1 - part(a.stack, 0, 0.4f)), -1e9f, 1e9f);
  if (walk.values.fully_masked) {
    ruler.unit = score_unit(walk);
    ruler.shown *= 1 - a.exp;
    return;
  }
  add_ticks(ruler, total, 0, part(a.stack, 0.6f, 1) * (1 - part(a.divide, 0, 0.4f)), -1e9f, 1e9f);
  add_ticks(ruler, 1, 0, part(a.divide, 0.6f, 1), -1e9f, 1e9f);
  ruler.unit = a.divide > 0.5f ? std::string(text("landscape.unit_weight"))
               : a.exp > 0.5f  ? std::string(text("landscape.unit_exp"))
                               : score_unit(walk);
}

}  // namespace qkv::landscape
