#pragma once
// The bars while a row is predicted: drawn by hand, then beside what is true.

#include "core/picture/panels/row_view.h"

namespace qkv {

/// For the session's prediction, which is of the chosen row.
BarsPicture predicted_bars(const RowView& view);

}  // namespace qkv
