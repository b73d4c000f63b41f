#include "core/document/floor_axes.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace qkv {
namespace {

/// `first` is the head's own first row, so that grouped heads share it.
Rows rows_from(std::span<const float> first, int rows) {
  if (first.empty()) return {};
  const std::size_t size = static_cast<std::size_t>(rows) * first.size();
  return {{first.data(), size}, rows, static_cast<int>(first.size())};
}

/// The two coordinates outside of which every number is 0: then nothing has to be turned, and a
/// drag on that floor stays in them. None where the rows need more.
std::optional<Axes> coordinate_plane(std::initializer_list<Rows> all, int d) {
  std::vector<bool> used(static_cast<std::size_t>(d));
  for (const Rows& rows : all)
    for (int r = 0; r < rows.rows; ++r)
      for (std::size_t i = 0; i < used.size(); ++i)
        if (rows.row(r)[i] != 0) used[i] = true;
  auto count = std::count(used.begin(), used.end(), true);
  if (count > 2) return {};
  // Fewer are filled up with the first that are free.
  for (std::size_t i = 0; i < used.size() && count < 2; ++i)
    if (!used[i]) used[i] = true, ++count;
  Axes axes(used.size(), glm::vec2(0));
  int axis = 0;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) axes[i][axis++] = 1;
  return axes;
}

FloorAxes work_out(const Document& document, int head) {
  const Rows queries = queries_of_head(document, head), keys = keys_of_head(document, head);
  const Rows values = values_of_head(document, head);
  FloorAxes axes;
  if (auto plane = coordinate_plane({queries, keys}, queries.columns)) {
    axes.key = axes.query = std::move(*plane);
  } else if (keys.rows > 0) {
    ProductAxes found = product_axes(queries, keys);
    axes.query = std::move(found.query);
    axes.key = std::move(found.key);
    axes.share = found.share;
  }
  if (auto plane = coordinate_plane({values}, values.columns)) {
    axes.value = std::move(*plane);
  } else {
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
