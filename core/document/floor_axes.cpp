#include "core/document/floor_axes.h"

#include <utility>

namespace qkv {
namespace {

/// `first` is the head's own first row, so that grouped heads share it.
Rows rows_from(std::span<const float> first, int rows) {
  if (first.empty()) return {};
  const std::size_t size = static_cast<std::size_t>(rows) * first.size();
  return {{first.data(), size}, rows, static_cast<int>(first.size())};
}

Axes straight(int d) {
  Axes axes(static_cast<std::size_t>(d), glm::vec2(0));
  if (d > 0) axes[0] = {1, 0};
  if (d > 1) axes[1] = {0, 1};
  return axes;
}

FloorAxes work_out(const Document& document, int head) {
  const Rows queries = queries_of_head(document, head), keys = keys_of_head(document, head);
  const Rows values = values_of_head(document, head);
  FloorAxes axes{straight(queries.columns), straight(queries.columns), straight(values.columns)};
  if (queries.columns > 2 && keys.rows > 0) {
    ProductAxes found = product_axes(queries, keys);
    axes.query = std::move(found.query);
    axes.key = std::move(found.key);
    axes.share = found.share;
  }
  if (values.columns > 2) {
    ValueAxes found = value_axes(values);
    axes.value = std::move(found.value);
    axes.value_share = found.share;
  }
  return axes;
}

}  // namespace

// What was kept belongs to the numbers that go.
FloorMemo& FloorMemo::operator=(const FloorMemo& other) {
  if (this != &other) {
    const std::lock_guard lock(mutex_);
    by_head_.clear();
  }
  return *this;
}

Rows queries_of_head(const Document& document, int head) {
  return rows_from(query_row(document, head, 0), document.queries.rows);
}
Rows keys_of_head(const Document& document, int head) {
  return rows_from(key_row(document, head, 0), document.keys.rows);
}
Rows values_of_head(const Document& document, int head) {
  return rows_from(value_row(document, head, 0), document.values.rows);
}

const FloorAxes& floor_axes(const Document& document, int head) {
  const FloorMemo& memo = document.floor;
  const std::lock_guard lock(memo.mutex_);
  std::shared_ptr<const FloorAxes>& kept = memo.by_head_[head];
  if (!kept) kept = std::make_shared<const FloorAxes>(work_out(document, head));
  return *kept;
}

}  // namespace qkv
