// Where an axis has its ticks, and how they are written.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/page/chart.h"
#include "core/text/format_number.h"
#include "core/text/thousands.h"

namespace qkv {
namespace {

constexpr double kSlack = 1e-9;  // of the range: ticks at its ends belong to it

bool power_of_two(double value) {
  const double exponent = std::log2(value);
  return std::abs(exponent - std::round(exponent)) < 1e-9;
}

std::vector<double> log_ticks(const ChartAxis& axis, int most) {
  const bool by_two = power_of_two(axis.low) && power_of_two(axis.high) &&
                      (axis.high / axis.low < 1e4 || axis.low > 1.5);
  const double base = by_two ? 2 : 10;
  const auto exponent = [&](double value) { return std::log(value) / std::log(base); };
  const int first = static_cast<int>(std::ceil(exponent(axis.low) - 1e-6));
  const int last = static_cast<int>(std::floor(exponent(axis.high) + 1e-6));
  const int step = std::max(1, (last - first + std::max(1, most - 1)) / std::max(1, most - 1));
  std::vector<double> ticks;
  // From the high end down where that is a tick, so that "1" of a share is always there.
  for (int e = last; e >= first; e -= step) ticks.insert(ticks.begin(), std::pow(base, e));
  if (ticks.size() >= 2 || by_two) return ticks;
  // Within one power of ten: 1, 2, 5 of it.
  ticks.clear();
  for (int e = first - 1; e <= last + 1; ++e)
    for (const double m : {1.0, 2.0, 5.0}) {
      const double value = m * std::pow(10.0, e);
      if (value >= axis.low * (1 - kSlack) && value <= axis.high * (1 + kSlack))
        ticks.push_back(value);
    }
  return ticks;
}

std::string superscript(int exponent) {
  static constexpr std::string_view kDigits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                 "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string result = exponent < 0 ? "\u207b" : "";
  for (const char c : std::to_string(std::abs(exponent)))
    result += kDigits[static_cast<std::size_t>(c - '0')];
  return result;
}

/// "1", "10", "10⁻³"; "2·10⁵" where it is no power itself.
std::string power_text(double value) {
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const double mantissa = value / std::pow(10.0, exponent);
  if (std::abs(mantissa - 1) < 1e-6) {
    if (exponent == 0) return "1";
    return exponent == 1 ? "10" : "10" + superscript(exponent);
  }
  return format_number(mantissa, 1) + "\u00b710" + superscript(exponent);
}

}  // namespace

double ChartAxis::part(double value) const {
  if (!log) return (value - low) / (high - low);
  if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::log(value / low) / std::log(high / low);
}

std::vector<double> round_ticks(const ChartAxis& axis, int most) {
  if (axis.log) return log_ticks(axis, std::max(2, most));
  const double range = axis.high - axis.low;
  const double rough = range / std::max(1, most - 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough) + 1e-9));
  double step = 10 * power;
  for (const double m : {1.0, 2.0, 5.0})
    if (m * power >= rough * (1 - 1e-9)) {
      step = m * power;
      break;
    }
  std::vector<double> ticks;
  const double first = std::ceil(axis.low / step - 1e-6);
  for (double i = first; i * step <= axis.high + range * kSlack; ++i) ticks.push_back(i * step);
  return ticks;
}

std::vector<std::string> tick_names(const ChartAxis& axis, const std::vector<double>& ticks) {
  if (!axis.names.empty()) return axis.names;
  const auto beyond = [](double value) {
    const double size = std::abs(value);
    return size != 0 && (size < 1e-3 * (1 - 1e-9) || size > 99999);
  };
  const bool powers = axis.log && std::any_of(ticks.begin(), ticks.end(), beyond);
  std::vector<std::string> names;
  for (const double tick : ticks)
    names.push_back(powers ? power_text(tick) : with_thousands(format_number(tick, 6)));
  if (axis.log) return names;
  // On a linear axis all have the decimals of the one that needs most.
  std::size_t decimals = 0;
  for (const std::string& name : names)
    if (const std::size_t point = name.find('.'); point != std::string::npos)
      decimals = std::max(decimals, name.size() - point - 1);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::abs(ticks[i]) < 1e6)
      names[i] = with_thousands(format_fixed(ticks[i], static_cast<int>(decimals)));
  return names;
}

ChartColumns histogram(const std::vector<double>& values, double low, double high, int bins,
                       bool shares) {
  ChartColumns columns;
  for (int i = 0; i <= bins; ++i) columns.edges.push_back(low + (high - low) * i / bins);
  columns.heights.assign(static_cast<std::size_t>(bins), 0.0);
  double count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    const double at = (value - low) / (high - low) * bins;
    const auto bin = static_cast<std::size_t>(std::clamp(std::floor(at), 0.0, bins - 1.0));
    ++columns.heights[bin];
    ++count;
  }
  if (shares && count > 0)
    for (double& height : columns.heights) height /= count;
  return columns;
}

}  // namespace qkv
