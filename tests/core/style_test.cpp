#include "core/page/style.h"

#include <doctest/doctest.h>

using namespace qkv;

TEST_CASE("contrast as WCAG 2.1 defines it") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21.0f));
  CHECK(contrast({119, 119, 119}, {255, 255, 255}) == doctest::Approx(4.48f).epsilon(0.01));
}

TEST_CASE("every text colour reads on every ground, well enough for a hall") {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    const Palette& p = palette(theme);
    // Present is light by default, and there 7:1 is asked for.
    const float least = theme == Theme::light ? 7.0f : 4.5f;
    for (const Color ground : {p.ground, p.panel, p.raised, p.selected}) {
      for (const Color text : {p.text, p.dim}) CHECK(contrast(text, ground) >= 7.0f);
    }
    for (const Color ground : {p.ground, p.panel}) {
      for (const Role role : {Role::query, Role::key, Role::value, Role::output, Role::good}) {
        CHECK(contrast(role_color(p, role), ground) >= least);
      }
    }
    CHECK(contrast(p.accent_text, p.accent) >= 7.0f);
  }
}

TEST_CASE("ink on any cell of any map reads") {
  for (int i = -100; i <= 100; ++i) {
    const float t = static_cast<float>(i) / 100.0f;
    for (const Theme theme : {Theme::dark, Theme::light}) {
      const Color cell = score_color(theme, t, 1);
      CHECK(contrast(ink_on(cell), cell) >= 4.5f);
    }
    for (const ColorMap map : {ColorMap::viridis, ColorMap::cividis, ColorMap::grey}) {
      const Color cell = weight_color(map, t);
      CHECK(contrast(ink_on(cell), cell) >= 4.5f);
    }
  }
}

TEST_CASE("0 lies near the panel, both ends far from it and from each other") {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    const Color panel = palette(theme).panel;
    CHECK(contrast(score_color(theme, 0, 6), panel) < 1.3f);
    CHECK(contrast(score_color(theme, 6, 6), panel) > 3.0f);
    CHECK(contrast(score_color(theme, -6, 6), panel) > 3.0f);
    CHECK(score_color(theme, 60, 6) == score_color(theme, 6, 6));
  }
}

TEST_CASE("weights grow lighter, on every map") {
  for (const ColorMap map : {ColorMap::viridis, ColorMap::cividis, ColorMap::grey}) {
    float before = -1;
    for (int i = 0; i <= 50; ++i) {
      const float now = luminance(weight_color(map, static_cast<float>(i) / 50.0f));
      CHECK(now > before);
      before = now;
    }
  }
}

TEST_CASE("readable moves a colour no further than it must") {
  const Color ground{128, 128, 128};
  const Color good = readable({0, 0, 0}, ground, 4.5f);
  CHECK(good == Color{0, 0, 0});
  const Color bad = readable({120, 120, 130}, {255, 255, 255}, 7.0f);
  CHECK(contrast(bad, {255, 255, 255}) >= 7.0f);
  CHECK(bad.b > bad.r);
}

TEST_CASE("in Present no text is under 2.2 % of the window's height") {
  Layout layout;
  layout.present = true;
  for (const float height : {640.0f, 900.0f, 2160.0f}) {
    for (const float scale : {0.75f, 1.0f, 2.5f}) {
      layout.text_scale = scale;
      const Metrics m = metrics(layout, height / 900, height);
      for (const float size : {m.tiny, m.small, m.text, m.cell, m.title}) {
        CHECK(size >= 0.022f * height - 0.001f);
      }
    }
  }
}
