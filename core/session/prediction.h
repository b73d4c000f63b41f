#pragma once
// A row, or one cell of it, that somebody predicts before it is shown.

#include <vector>

#include "core/session/quantity.h"

namespace qkv {

struct Prediction {
  enum class Of { scores, weights } of = Of::weights;
  int row = 0;
  int key = -1;              ///< -1: the whole row
  std::vector<float> guess;  ///< one a key
  bool revealed = false;
  friend bool operator==(const Prediction&, const Prediction&) = default;

  bool asks_for(int column) const { return key < 0 || key == column; }
};

/// Would this number give away what is being predicted?
bool is_secret(const struct Session& session, const Quantity& quantity);

}  // namespace qkv
