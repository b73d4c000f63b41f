#include "core/text/in_units.h"

#include "core/text/format_number.h"

namespace qkv {

std::string in_units(double value,
                     std::initializer_list<std::pair<std::string_view, double>> units) {
  std::string_view name = units.begin()->first;
  double size = units.begin()->second;
  for (const auto& [other, from] : units)
    if (value >= from) {
      name = other;
      size = from;
    }
  const double number = value / size;
  return format_number(number, number < 10 ? 1 : 0) + "\u00a0" + std::string(name);
}

std::string byte_text(double bytes) {
  return in_units(bytes, {{"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}});
}

}  // namespace qkv
