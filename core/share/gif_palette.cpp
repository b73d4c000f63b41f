// Colours for a frame: a page has a few flat ones that fill it, and hundreds of blends along edges.

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/share/gif.h"

namespace qkv {
namespace {

using Rgb = std::array<int, 3>;

struct Counted {
  std::uint32_t rgb = 0;
  std::size_t count = 0;
};

Rgb parts(std::uint32_t rgb) {
  return {static_cast<int>(rgb >> 16 & 255), static_cast<int>(rgb >> 8 & 255),
          static_cast<int>(rgb & 255)};
}

/// Colours [begin, end) of a list that share one entry.
struct Cut {
  std::size_t begin = 0, end = 0;
  std::size_t channel = 0;  ///< along which it is widest
  double worth = 0;         ///< how much is gained by cutting it once more
};

Cut measured(const std::vector<Counted>& colors, std::size_t begin, std::size_t end) {
  Cut cut{begin, end};
  Rgb low{255, 255, 255}, high{0, 0, 0};
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Rgb color = parts(colors[i].rgb);
    for (std::size_t c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], color[c]);
      high[c] = std::max(high[c], color[c]);
    }
    count += colors[i].count;
  }
  constexpr std::array<double, 3> kWeights = {0.7, 1.0, 0.5};  // the eye's, roughly
  double widest = -1;
  for (std::size_t c = 0; c < 3; ++c) {
    const double width = kWeights[c] * (high[c] - low[c]);
    if (width > widest) {
      widest = width;
      cut.channel = c;
    }
  }
  cut.worth = end - begin < 2 ? 0 : widest * widest * static_cast<double>(count);
  return cut;
}

std::uint32_t mean_of(const std::vector<Counted>& colors, const Cut& cut) {
  std::array<double, 3> sum{};
  double count = 0;
  for (std::size_t i = cut.begin; i < cut.end; ++i) {
    const Rgb color = parts(colors[i].rgb);
    for (std::size_t c = 0; c < 3; ++c) sum[c] += color[c] * static_cast<double>(colors[i].count);
    count += static_cast<double>(colors[i].count);
  }
  std::uint32_t rgb = 0;
  for (const double part : sum) rgb = rgb << 8 | static_cast<std::uint32_t>(part / count + 0.5);
  return rgb;
}

// Median cut: what is widest and most frequent is halved until there are `most` pieces.
std::vector<Cut> cuts_of(std::vector<Counted>& colors, std::size_t most) {
  std::vector<Cut> cuts{measured(colors, 0, colors.size())};
  while (cuts.size() < most) {
    const auto widest = std::max_element(
        cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.worth < b.worth; });
    if (widest->worth <= 0) break;
    const Cut cut = *widest;
    const auto first = colors.begin() + static_cast<std::ptrdiff_t>(cut.begin);
    const auto last = colors.begin() + static_cast<std::ptrdiff_t>(cut.end);
    std::sort(first, last, [&](const Counted& a, const Counted& b) {
      const int x = parts(a.rgb)[cut.channel], y = parts(b.rgb)[cut.channel];
      return x != y ? x < y : a.rgb < b.rgb;
    });
    std::size_t half = 0, total = 0, middle = cut.begin + 1;
    for (std::size_t i = cut.begin; i < cut.end; ++i) total += colors[i].count;
    for (std::size_t i = cut.begin; i + 1 < cut.end; ++i) {
      half += colors[i].count;
      middle = i + 1;
      if (2 * half >= total) break;
    }
    *widest = measured(colors, cut.begin, middle);
    cuts.push_back(measured(colors, middle, cut.end));
  }
  return cuts;
}

}  // namespace

Indexed indexed(const std::vector<std::uint32_t>& rgb, std::size_t most) {
  std::unordered_map<std::uint32_t, std::size_t> counts;
  for (const std::uint32_t color : rgb) ++counts[color];
  std::vector<Counted> colors;
  for (const auto& [color, count] : counts) colors.push_back({color, count});
  // One order on every machine.
  std::sort(colors.begin(), colors.end(), [](const Counted& a, const Counted& b) {
    return a.count != b.count ? a.count > b.count : a.rgb < b.rgb;
  });
  // Half of the entries are the most frequent colours as they are; the others share the rest.
  const std::size_t exact = colors.size() <= most ? colors.size() : most / 2;
  Indexed result;
  std::unordered_map<std::uint32_t, std::uint8_t> index;
  const auto add = [&](std::uint32_t color) {
    const auto place = static_cast<std::uint8_t>(result.palette.size() / 3);
    for (const int part : parts(color)) result.palette.push_back(static_cast<std::uint8_t>(part));
    return place;
  };
  for (std::size_t i = 0; i < exact; ++i) index[colors[i].rgb] = add(colors[i].rgb);
  colors.erase(colors.begin(), colors.begin() + static_cast<std::ptrdiff_t>(exact));
  if (!colors.empty())
    for (const Cut& cut : cuts_of(colors, most - exact)) {
      const std::uint8_t place = add(mean_of(colors, cut));
      for (std::size_t i = cut.begin; i < cut.end; ++i) index[colors[i].rgb] = place;
    }
  result.indices.reserve(rgb.size());
  for (const std::uint32_t color : rgb) result.indices.push_back(index.at(color));
  return result;
}

}  // namespace qkv
