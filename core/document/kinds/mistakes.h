#pragma once
// The lesson of common mistakes: attention as it should be beside attention with one mistake, both
// computed from the lesson's own q, k, v and mask, and what can be read off each.

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// What attention promises. The first three hold of any attention; the largest weight and z are
/// compared with the side that is right.
enum class Promise { rows, hidden, sees, peak, output };
inline constexpr Promise kPromises[] = {Promise::rows, Promise::hidden, Promise::sees,
                                        Promise::peak, Promise::output};

/// One part of the lesson. Its pieces are PART.right, PART.broken [h, n, m] and PART.right_output,
/// PART.broken_output [h, n, dv].
struct Mistake {
  std::string_view part;   ///< as in `parts` of the file
  bool columns = false;    ///< the sums of the columns are worth a look
  bool regrouped = false;  ///< rows are pieces of other words
  bool lengths = false;    ///< broken holds the shares of the lengths |w·v|, not weights
  bool reading = false;    ///< an experiment about reading weights, nothing is wrong
  bool one_row = false;    ///< only the chosen row is changed, whichever it is
};
const std::vector<Mistake>& mistakes();

/// A side as it is looked at from `row`: "right" or "broken", with "_output" behind it where z is
/// meant.
Tensor side_of(const PieceMap& pieces, const Mistake& mistake, bool broken, bool output, int row);

/// Is this cell hidden beside what the mask hides, seen from the chosen `row`?
bool is_cut(const Mistake& mistake, const KnobView& knobs, int row, int query, int key);

/// One promise, measured on one side. A broken one is where the mistake is seen first: what differs
/// from the right side because a promise before it is broken only follows from it.
struct Measured {
  enum class Is { kept, follows, broken };
  double value = 0;
  int row = -1;  ///< rows, hidden: of which it is told
  bool same = true;
  Is is = Is::kept;
};
/// rows: the sum that is furthest from 1; hidden: the share that a row gives to hidden words, at
/// most; sees: rows in which the word itself has weight; peak: largest weight of `row`; output: how
/// far z of `row` is from the right one.
Measured measured(const Document& document, const PieceMap& pieces, const Mistake& mistake,
                  bool broken, Promise promise, int head, int row);

}  // namespace qkv
