#pragma once

namespace qkv {

/// What a number or a shape on the screen is, so that a hover lights the same thing everywhere.
struct Quantity {
  enum class Kind {
    none,
    word,
    query,
    key,
    value,
    score,
    scaled,
    masked,
    exp,
    weight,
    weighted_value,
    output,
    row_max,
    row_sum,
    action
  } kind = Kind::none;
  int layer = 0, head = 0;
  int row = -1, column = -1, dim = -1;
  friend bool operator==(const Quantity&, const Quantity&) = default;
  explicit operator bool() const { return kind != Kind::none; }
};

}  // namespace qkv
