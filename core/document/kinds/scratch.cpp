// [scratch]: the numbers that np.random.seed(seed) and np.random.randn give: X first, then W_Q,
// W_K and W_V. They become the document's own words and matrices.

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"
#include "core/document/shapes.h"
#include "core/transformer/random.h"

namespace qkv {

void read_scratch(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"seed", "width", "head"}, " in [scratch]");
  const int seed = give_whole(in, own, "seed", 0, 1 << 20, document);
  const int width = give_whole(in, own, "width", 1, 64, document);
  const int head = give_whole(in, own, "head", 1, 64, document);
  if (head % 2 != 0)
    in.fail(*own.get("head"), "head = " + std::to_string(head) + ": two heads cannot share it",
            "choose an even number");
  need_choices(in, own, document, "code", {"numpy", "pytorch", "heads"});
  NumpyNormal numbers(static_cast<std::uint32_t>(seed));
  Projection p;
  p.embeddings = numbers.matrix(document.n(), width);
  p.w_q = numbers.matrix(width, head);
  p.w_k = numbers.matrix(width, head);
  p.w_v = numbers.matrix(width, head);
  document.queries = projected(p.embeddings, p.w_q);
  document.keys = projected(p.embeddings, p.w_k);
  document.values = projected(p.embeddings, p.w_v);
  document.projection = std::move(p);
}

}  // namespace qkv
