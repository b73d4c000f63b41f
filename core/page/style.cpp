#include "core/page/style.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace qkv {
namespace {

constexpr Color rgb(unsigned code, std::uint8_t alpha = 255) {
  return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8 & 0xFF),
          static_cast<std::uint8_t>(code & 0xFF), alpha};
}

constexpr Palette kDark = {.ground = rgb(0x0D1117),
                           .panel = rgb(0x151B23),
                           .raised = rgb(0x202936),
                           .line = rgb(0x2D3745),
                           .text = rgb(0xE8EDF4),
                           .dim = rgb(0xADB7C4),
                           .accent = rgb(0x56B4E9),
                           .accent_text = rgb(0x08131D),
                           .query = rgb(0x56B4E9),
                           .key = rgb(0xE69F00),
                           .value = rgb(0x2FC79A),
                           .output = rgb(0xE48BC0),
                           .good = rgb(0x56D08A),
                           .alarm = rgb(0xFF8A80),
                           .grid = rgb(0x2A3442),
                           .plane = rgb(0x56B4E9, 46),
                           .selected = rgb(0x1D2A3A),
                           .passed = rgb(0x386887)};

constexpr Palette kLight = {.ground = rgb(0xF7F8FA),
                            .panel = rgb(0xFFFFFF),
                            .raised = rgb(0xECEFF3),
                            .line = rgb(0xD3DAE3),
                            .text = rgb(0x161B22),
                            .dim = rgb(0x424B58),
                            .accent = rgb(0x00507A),
                            .accent_text = rgb(0xFFFFFF),
                            .query = rgb(0x00507A),
                            .key = rgb(0x7A4A00),
                            .value = rgb(0x00563F),
                            .output = rgb(0x86245F),
                            .good = rgb(0x0B5A33),
                            .alarm = rgb(0x9B1C1C),
                            .grid = rgb(0xC9D1DC),
                            .plane = rgb(0x00507A, 32),
                            .selected = rgb(0xE6F0F7),
                            .passed = rgb(0x82A7BD)};

// Colours at equal distances, from 0 to 1. Viridis and cividis as published (CC0).
using Ramp = std::array<Color, 10>;
constexpr Ramp kViridis = {rgb(0x440154), rgb(0x482878), rgb(0x3E4A89), rgb(0x31688E),
                           rgb(0x26828E), rgb(0x1F9E89), rgb(0x35B779), rgb(0x6DCD59),
                           rgb(0xB4DE2C), rgb(0xFDE725)};
constexpr Ramp kCividis = {rgb(0x00204D), rgb(0x00336F), rgb(0x39486B), rgb(0x575C6D),
                           rgb(0x707173), rgb(0x8A8779), rgb(0xA69D75), rgb(0xC4B56C),
                           rgb(0xE4CF5B), rgb(0xFFEA46)};
constexpr Color kGreyLow = rgb(0x1B1F26), kGreyHigh = rgb(0xF4F6F9);

// Below, at and above 0; 0 lies near the ground of the panel, so that what matters stands out.
struct Diverging {
  Color low, zero, high;
};
constexpr Diverging kDarkScores = {rgb(0xB68ACB), rgb(0x1D2632), rgb(0x54B567)};
constexpr Diverging kLightScores = {rgb(0x632E84), rgb(0xEDF0F4), rgb(0x0E6631)};

std::uint8_t byte(float value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f)));
}

float linear(std::uint8_t channel) {
  const float c = static_cast<float>(channel) / 255.0f;
  return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

Color along(const Ramp& ramp, float t) {
  const float place = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(ramp.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
  return mix(ramp[i], ramp[i + 1], place - static_cast<float>(i));
}

}  // namespace

const Palette& palette(Theme theme) { return theme == Theme::dark ? kDark : kLight; }

Metrics metrics(const Layout& layout, float unit, float height) {
  Metrics m;
  m.unit = unit;
  m.line = std::max(1.0f, std::round(unit));
  m.scale = unit * std::clamp(layout.text_scale, kSmallestText, kLargestText);
  if (layout.present) {
    // The smallest text of a hall is 2.2 % of the window's height; everything else stands above it.
    const float smallest = std::max(0.022f * height, m.scale * m.tiny);
    m.scale = smallest / m.tiny;
    m.tiny = m.small = 12;
    m.text = m.heading = m.cell = 12.5f;
    m.title = 20;
    m.math = 16;
  }
  for (float* size :
       {&m.text, &m.small, &m.tiny, &m.title, &m.heading, &m.math, &m.cell, &m.gap, &m.pad}) {
    *size *= m.scale;
  }
  m.radius *= unit;
  return m;
}

Color role_color(const Palette& p, Role role) {
  switch (role) {
    case Role::plain:
      return p.text;
    case Role::dim:
      return p.dim;
    case Role::query:
      return p.query;
    case Role::key:
      return p.key;
    case Role::value:
      return p.value;
    case Role::output:
      return p.output;
    case Role::good:
      return p.good;
    case Role::accent:
      return p.accent;
    case Role::alarm:
      return p.alarm;
  }
  return p.text;
}

Color with_alpha(Color color, float alpha) {
  color.a = byte(static_cast<float>(color.a) * std::clamp(alpha, 0.0f, 1.0f));
  return color;
}

Color mix(Color a, Color b, float t) {
  const float s = std::clamp(t, 0.0f, 1.0f);
  const auto channel = [s](std::uint8_t from, std::uint8_t to) {
    return byte(static_cast<float>(from) + s * static_cast<float>(to - from));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

Color score_color(Theme theme, float value, float limit) {
  const Diverging& map = theme == Theme::dark ? kDarkScores : kLightScores;
  const float t = limit > 0 ? value / limit : 0.0f;
  if (!(t == t)) return map.zero;
  return t < 0 ? mix(map.zero, map.low, -t) : mix(map.zero, map.high, t);
}

Color weight_color(ColorMap map, float weight) {
  const float t = weight == weight ? weight : 0.0f;
  switch (map) {
    case ColorMap::viridis:
      return along(kViridis, t);
    case ColorMap::cividis:
      return along(kCividis, t);
    case ColorMap::grey:
      return mix(kGreyLow, kGreyHigh, t);
  }
  return kGreyLow;
}

float luminance(Color color) {
  return 0.2126f * linear(color.r) + 0.7152f * linear(color.g) + 0.0722f * linear(color.b);
}

float contrast(Color a, Color b) {
  const float la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

Color over(Color top, Color ground) {
  Color result = mix(ground, top, static_cast<float>(top.a) / 255.0f);
  result.a = ground.a;
  return result;
}

Color ink_on(Color cell) {
  constexpr Color kBlack = rgb(0x000000), kWhite = rgb(0xFFFFFF);
  return contrast(kBlack, cell) >= contrast(kWhite, cell) ? kBlack : kWhite;
}

Color readable(Color color, Color ground, float ratio) {
  const Color end = ink_on(ground);
  for (int step = 0; step <= 20; ++step) {
    const Color shade = mix(color, end, static_cast<float>(step) / 20.0f);
    if (contrast(shade, ground) >= ratio) return shade;
  }
  return end;
}

}  // namespace qkv
