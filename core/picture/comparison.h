#pragma once
// What is looked at now, B, beside the state that was frozen, A. Words are matched as edits match
// them: a word that is new in B has nothing to be compared with.

#include <optional>
#include <string>

#include "core/document/edit_words.h"
#include "core/session/session.h"

namespace qkv {

class Comparison {
 public:
  explicit Comparison(const Session& session);
  explicit operator bool() const { return frozen_ != nullptr; }

  /// The number of this pair in A: scores, scaled, masked (-inf where hidden) or weights. Nothing
  /// where one of the words is new, or A has no such numbers.
  std::optional<float> in_a(Tab tab, int row, int key) const;
  /// The same quantity in A; kind none where it has none.
  Quantity in_a(const Quantity& quantity) const;
  int row_in_a(int row) const;  ///< -1: new
  int key_in_a(int key) const;

 private:
  const Frozen* frozen_ = nullptr;
  OldPlaces rows_, keys_;
};

/// The smallest of 1, 2, 5 times a power of ten that is at least `largest`, from 0.01 up: the range
/// of the differences' colours, which holds still while they change a little.
float difference_limit(float largest);

/// "+0.12", "−0.3", "0": a difference. `fixed`: with all its decimals, "+0.430", as weights are
/// written.
std::string signed_number(double value, int decimals, bool fixed);

}  // namespace qkv
