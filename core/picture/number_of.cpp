#include "core/picture/number_of.h"

#include "core/text/format_number.h"

namespace qkv {

std::string number_of(Quantity::Kind kind, double value) {
  switch (kind) {
    case Quantity::Kind::score:
    case Quantity::Kind::scaled:
    case Quantity::Kind::masked:
    case Quantity::Kind::row_max:
      return format_number(value, 2);
    case Quantity::Kind::exp:
    case Quantity::Kind::weight:
      // Weights stand side by side: the same decimals for all, but nothing and all are plain.
      return value == 0 || value == 1 ? format_number(value) : format_fixed(value, 3);
    default:
      return format_number(value);
  }
}

}  // namespace qkv
