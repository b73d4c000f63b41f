#pragma once
// The number that was opened: where it is, what becomes of it when its words move.

#include "core/session/session.h"

namespace qkv {

/// Kinds that can be opened, by the names that actions call them: "weight", "query".
struct PinKind {
  std::string_view name;
  Quantity::Kind kind;
  bool of_cell = false;   ///< of a query and a key; else of one word
  bool has_dims = false;  ///< one of its numbers can be meant
};
const std::vector<PinKind>& pin_kinds();
/// A weight of no column is the sum of its row's weights.
bool is_weight_sum(const Quantity& quantity);
/// Null where such a quantity has no chain.
const PinKind* pin_kind(const Quantity& quantity);

/// `quantity` as it is pinned in this session: of its slice, with the places that its kind has and
/// no others. Kind none where there is no such number.
Quantity pinnable(const Session& session, Quantity quantity);

/// After any change: what is gone is closed, in a hall what its row's walk has not come to, too;
/// the slice is that which is looked at.
void keep_pinned(Session& session, const Trace& trace);

}  // namespace qkv
