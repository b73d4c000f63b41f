#include "core/text/nearest.h"

#include <algorithm>
#include <numeric>

namespace qkv {

std::string nearest(std::string_view name, const std::vector<std::string_view>& known) {
  std::string best;
  std::size_t fewest = 1 + name.size() / 3;  // more changes than that are another word
  for (const std::string_view candidate : known) {
    std::vector<std::size_t> cost(candidate.size() + 1);
    std::iota(cost.begin(), cost.end(), std::size_t{0});
    for (std::size_t i = 0; i < name.size(); ++i) {
      std::size_t diagonal = cost[0];
      cost[0] = i + 1;
      for (std::size_t j = 0; j < candidate.size(); ++j) {
        const std::size_t changed = diagonal + (name[i] == candidate[j] ? 0 : 1);
        diagonal = cost[j + 1];
        cost[j + 1] = std::min({changed, cost[j] + 1, cost[j + 1] + 1});
      }
    }
    if (cost.back() <= fewest && (best.empty() || cost.back() < fewest)) {
      fewest = cost.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace qkv
