// How vectors lie on the floor, and which scene opens by it.

#include "core/document/floor_axes.h"

#include <doctest/doctest.h>

#include "core/session/session.h"
#include "tests/support/hand_made.h"

using namespace qkv;

namespace {

/// Words whose queries and keys are the unit vectors of d dimensions, each as long as `lengths`
/// says: σ of Q·Kᵀ are the lengths themselves.
DocumentPtr spread(const std::vector<float>& lengths, int heads = 1) {
  const int d = static_cast<int>(lengths.size());
  auto document = std::make_shared<Document>(*random_document(d, 1));
  Tensor units{heads, d, d, std::vector<float>(static_cast<std::size_t>(heads * d * d))};
  for (int head = 0; head < heads; ++head) {
    for (int i = 0; i < d; ++i) {
      units.data[static_cast<std::size_t>((head * d + i) * d + i)] = 1;
    }
  }
  document->keys = document->values = units;
  for (std::size_t i = 0; i < units.data.size(); ++i) {
    units.data[i] *= lengths[i % static_cast<std::size_t>(d)];
  }
  document->queries = std::move(units);
  return document;
}

}  // namespace

TEST_CASE("under 60 % of q·k kept, Sentence opens first") {
  const DocumentPtr little = spread({1, 1, 1, 1});  // 2 of 4
  CHECK(floor_axes(*little, 0).share == doctest::Approx(0.5));
  CHECK(open_session(little).scene == Scene::sentence);
  const DocumentPtr much = spread({1, 1, 1});  // 2 of 3
  CHECK(floor_axes(*much, 0).share == doctest::Approx(2.0 / 3));
  CHECK(open_session(much).scene == Scene::landscape);
  CHECK(open_session(spread({3, 1})).scene == Scene::landscape);
  CHECK(open_session(recorded_document(3, true)).scene == Scene::sentence);
}

TEST_CASE("floor axes are worked out once a document and head, and never for another's numbers") {
  const DocumentPtr document = spread({2, 1, 1, 1}, 2);
  const FloorAxes& first = floor_axes(*document, 0);
  CHECK(&floor_axes(*document, 0) == &first);
  CHECK(&floor_axes(*document, 1) != &first);
  Document changed = *document;
  CHECK(changed == *document);
  changed.queries = spread({1, 1, 1, 1}, 2)->queries;
  CHECK(floor_axes(changed, 0).share == doctest::Approx(0.5));
  CHECK(first.share == doctest::Approx(5.0 / 7));
  changed = *document;
  CHECK(floor_axes(changed, 0).share == doctest::Approx(5.0 / 7));
}

TEST_CASE("up to two dimensions lie as they are, grouped heads share their key head's axes") {
  const DocumentPtr flat = spread({3, 1});
  CHECK(floor_axes(*flat, 0).query == Axes{{1, 0}, {0, 1}});
  CHECK(floor_axes(*flat, 0).share == 1.0f);
  auto grouped = std::make_shared<Document>(*spread({2, 1, 1}, 4));
  grouped->keys = spread({1, 1, 1}, 2)->keys;
  grouped->values = spread({1, 1, 1}, 2)->values;
  CHECK(keys_of_head(*grouped, 1).data.data() == keys_of_head(*grouped, 0).data.data());
  CHECK(keys_of_head(*grouped, 2).data.data() != keys_of_head(*grouped, 0).data.data());
  CHECK(floor_axes(*recorded_document(3, false), 0).key.empty());
}

TEST_CASE("vectors that lie in two coordinates lie as they are, whatever the dimensions") {
  auto document = std::make_shared<Document>(*spread({3, 1, 0, 0}));
  for (Tensor* const tensor : {&document->keys, &document->values})
    for (int r : {2, 3})
      for (int c : {2, 3}) tensor->data[static_cast<std::size_t>(r * 4 + c)] = 0;
  const FloorAxes& axes = floor_axes(*document, 0);
  CHECK(axes.query == Axes{{1, 0}, {0, 1}, {0, 0}, {0, 0}});
  CHECK(axes.key == axes.query);
  CHECK(axes.value == axes.query);
  CHECK(axes.share == 1.0f);
}

TEST_CASE("an axis has no part in a direction that neither queries nor keys have") {
  const auto axes_of = [](const Tensor& a, const Tensor& b) {
    return product_axes({a.data, a.rows, a.columns}, {b.data, b.rows, b.columns});
  };
  const Tensor q{1, 3, 5, {1, 2, 3, 0, 0, 2, 1, 1, 0, 0, 0, 1, 2, 0, 0}};
  const Tensor k{1, 3, 5, {2, 2, 1, 0, 0, 1, 1, 3, 0, 0, 1, 0, 2, 0, 0}};
  const ProductAxes axes = axes_of(q, k);
  for (const Axes& one : {axes.query, axes.key})
    for (const std::size_t i : {3u, 4u}) CHECK(one[i] == glm::vec2(0));
}

TEST_CASE("one query and one key: what they have is on the first axis, rounding makes no second") {
  const Tensor q{1, 1, 5, {0, 1.5f, 0.25f, 0, 0}}, k{1, 1, 5, {3.03f, 2.85f, 2.66f, -3.69f, 0.56f}};
  const ProductAxes axes = product_axes({q.data, q.rows, q.columns}, {k.data, k.rows, k.columns});
  const glm::vec2 query = on_floor(q.data, axes.query), key = on_floor(k.data, axes.key);
  CHECK(query.x * key.x == doctest::Approx(1.5 * 2.85 + 0.25 * 2.66));
  CHECK(query.y == 0);
  CHECK(key.y == 0);
}
