#include "core/document/one_score.h"

#include <functional>
#include <numeric>

namespace qkv {

double one_score(const Document& document, int head, int query, int key) {
  const auto q = query_row(document, head, query), k = key_row(document, head, key);
  return std::inner_product(
      q.begin(), q.end(), k.begin(), 0.0, std::plus<>(),
      [](float a, float b) { return static_cast<double>(a) * static_cast<double>(b); });
}

}  // namespace qkv
