#pragma once
// The plane that keeps most of the dot products of many-dimensional vectors.

#include <span>
#include <vector>

#include <glm/vec2.hpp>

namespace qkv {

/// rows × columns, row-major.
struct Rows {
  std::span<const float> data;
  int rows = 0, columns = 0;
  std::span<const float> row(int r) const {
    return data.subspan(static_cast<std::size_t>(r) * static_cast<std::size_t>(columns),
                        static_cast<std::size_t>(columns));
  }
};

/// A linear map from vectors to the floor, one row a component of the vector.
using Axes = std::vector<glm::vec2>;
glm::vec2 on_floor(std::span<const float> vector, const Axes& axes);

/// Rank-2 part of Q·Kᵀ = U Σ Wᵀ (queries n×d, keys m×d): q′ = U₂√Σ₂ and k′ = W₂√Σ₂, so that
/// q′·k′ is the nearest rank-2 score (Eckart and Young 1936). `share` is (σ₁² + σ₂²)/Σσ².
struct ProductAxes {
  Axes query, key;  ///< d each
  float share = 1;
};
ProductAxes product_axes(const Rows& queries, const Rows& keys);

/// The two leading right singular vectors of values m×dv; share is that of the squared lengths.
struct ValueAxes {
  Axes value;  ///< dv
  float share = 1;
};
ValueAxes value_axes(const Rows& values);

}  // namespace qkv
