// Hops from word to word, and who waits for whom.

#include <algorithm>
#include <cmath>

#include "core/document/reference_parts.h"
#include "core/page/lessons/rnn/rnn_parts.h"
#include "core/text/texts.h"

namespace qkv::rnn {
namespace {

constexpr int kArcSteps = 96;

/// Half an ellipse from a to b; `up` bulges towards smaller y. `part` of it, from a on.
std::vector<glm::vec2> arc(glm::vec2 a, glm::vec2 b, float high, bool up, float part) {
  std::vector<glm::vec2> points;
  const float middle = (a.x + b.x) / 2, half = (b.x - a.x) / 2;
  const int steps = std::max(2, static_cast<int>(std::ceil(kArcSteps * part)));
  for (int i = 0; i <= steps; ++i) {
    const float angle = 3.14159265f * part * static_cast<float>(i) / static_cast<float>(steps);
    points.push_back(
        {middle - half * std::cos(angle), a.y + (up ? -high : high) * std::sin(angle)});
  }
  return points;
}

/// A large number, and what it counts beside it.
void count(Pen& pen, glm::vec2 left_middle, int number, const std::string& words, Tint tint,
           float alpha, float room) {
  const float size = 2.1f * pen.m.title;
  const Color ink = with_alpha(tint_ink(pen, tint), alpha);
  const std::string digits = std::to_string(number);
  pen.text({left_middle.x, left_middle.y + cap_height(Font::bold, size) / 2}, digits, Font::bold,
           size, ink);
  const float x = left_middle.x + text_width(Font::bold, size, digits) + pen.em(12);
  pen.text({x, left_middle.y + cap_height(Font::text, pen.m.text) / 2},
           fitted(Font::text, pen.m.text, words, room - (x - left_middle.x)), Font::text,
           pen.m.text, with_alpha(pen.colors.text, alpha));
}

}  // namespace

void draw_path(Pen& pen, const Now& now, const Rect& rect) {
  const int n = now.n();
  const int hops = static_cast<int>(std::lround(now.number("chain_path")));
  const int direct = static_cast<int>(std::lround(now.number("attention_path")));
  WordRow row = word_row(pen, now, rect, 0);
  const float air = pen.em(16), big = 2.6f * pen.m.title;
  const float above = row.step * 0.9f;
  const float below = std::min(0.42f * rect.w, rect.h - row.rect.h - above - 2 * air - big - big);
  const float used = big + above + air + row.rect.h + air + std::max(0.0f, below) + big;
  float y = rect.y + std::max(0.0f, (rect.h - used) / 2);
  const float gone = now.eased * static_cast<float>(hops);
  const int whole_hops = static_cast<int>(std::floor(gone + 1e-4f));
  count(pen, {rect.x, y + big / 2}, whole_hops, say(now, "rnn.path.chain"), kChain, 1, rect.w);
  y += big + above;
  const float line_above = y;
  row.rect.y = y + air;
  const float line_below = row.rect.bottom() + air;
  draw_words(pen, now, row, {0, n - 1});
  const Color chain = tint_color(pen, kChain), attention = tint_color(pen, kAttention);
  for (int i = 0; i < n; ++i) {
    const float radius = std::min(pen.px(4), 0.18f * row.step);
    pen.add(Disc{{row.x(i), line_above}, radius, chain, {0, 0, 0, 0}, 0});
    pen.add(Disc{{row.x(i), line_below},
                 radius,
                 i == 0 || i == n - 1 ? attention : pen.colors.line,
                 {0, 0, 0, 0},
                 0});
  }
  // The chain hands on from left to right; attention looks back from the last word at once.
  for (int i = 0; i + 1 < n && static_cast<float>(i) < gone; ++i) {
    const float part = std::min(1.0f, gone - static_cast<float>(i));
    pen.add(Polyline{
        arc({row.x(i), line_above}, {row.x(i + 1), line_above}, 0.75f * row.step, true, part),
        chain, pen.px(2.5f), 0, 0, false});
  }
  const float there = std::min(1.0f, gone);
  if (there > 0)
    pen.add(Polyline{arc({row.x(0), line_below}, {row.x(n - 1), line_below},
                         std::max(pen.px(8), 0.86f * below), false, there),
                     attention, pen.px(3), 0, 0, false});
  const float last = line_below + std::max(0.0f, below) + big / 2;
  count(pen, {rect.x, std::min(last, rect.bottom() - big / 2)}, there >= 1 ? direct : 0,
        say(now, "rnn.path.attention"), kAttention, 1, rect.w);
}

void draw_clock(Pen& pen, const Now& now, const Rect& rect) {
  const int n = now.n();
  const Tensor &chain = now.piece("chain_ready"), &attention = now.piece("attention_ready");
  const float ticks = static_cast<float>(now.number("chain_steps"));
  const float line = 1.7f * pen.m.small;
  const float size =
      std::max(pen.present ? pen.m.tiny : 0.84f * pen.m.tiny,
               std::min(pen.m.small, (rect.h - 2.4f * line) / static_cast<float>(n) / 1.2f));
  float names = 0;
  for (int i = 0; i < n; ++i)
    names = std::max(names, text_width(Font::semibold, size, now.word(i)));
  const Rect plot{rect.x + names + pen.em(10), rect.y + line + pen.em(4),
                  rect.w - names - pen.em(18), rect.h - 2.4f * line - pen.em(4)};
  const float wide = plot.w / ticks, high = plot.h / static_cast<float>(n);
  const float clock = now.time * ticks;
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  const int every = std::max(1, static_cast<int>(std::ceil(1.04f * size / high)));
  for (int i = 0; i < n; ++i) {
    const float y = plot.y + high * static_cast<float>(i);
    pen.line({plot.x, std::round(y + high / 2)}, {plot.right(), std::round(y + high / 2)},
             pen.colors.grid, pen.m.line);
    const bool ready = static_cast<float>(chain.data[static_cast<std::size_t>(i)]) <= clock + 1e-3f;
    if (i % every == 0 || i == n - 1)
      pen.text_right({plot.x - pen.em(8), middle_baseline(Font::text, size, y, high)}, now.word(i),
                     ready ? Font::semibold : Font::text, size, ready ? pen.colors.text : dim);
    const auto block = [&](float tick, Tint tint, bool upper) {
      if (tick > clock + 1e-3f) return;
      const float h = std::floor(0.8f * high);
      const Rect cell{plot.x + wide * (tick - 1) + pen.px(1), std::round(y + (high - h) / 2),
                      wide - pen.px(2), h};
      // Both stand in the first step: they share its place.
      const bool shared = std::abs(chain.data[static_cast<std::size_t>(i)] -
                                   attention.data[static_cast<std::size_t>(i)]) < 0.5f;
      const Rect half{cell.x, upper ? cell.y : cell.y + h / 2, cell.w, h / 2};
      pen.box(shared ? half : cell, pen.px(2), tint_color(pen, tint));
    };
    block(attention.data[static_cast<std::size_t>(i)], kAttention, true);
    block(chain.data[static_cast<std::size_t>(i)], kChain, false);
  }
  // The hand of the clock, and what each has to say when it is done.
  const float hand = plot.x + wide * clock;
  pen.line({hand, plot.y - pen.em(4)}, {hand, plot.bottom()}, pen.colors.text, pen.px(1.5f));
  const float bottom = plot.bottom() + pen.em(3);
  for (int tick = 1; tick <= static_cast<int>(ticks); ++tick)
    if (tick == 1 || tick % 5 == 0)
      pen.text_middle({plot.x + wide * (static_cast<float>(tick) - 0.5f),
                       middle_baseline(Font::mono, pen.m.tiny, bottom, line)},
                      std::to_string(tick), Font::mono, pen.m.tiny, dim);
  const std::string axis = say(now, "rnn.clock.axis");
  pen.text({rect.x, middle_baseline(Font::text, pen.m.tiny, bottom, line)},
           fitted(Font::text, pen.m.tiny, axis, plot.x - rect.x), Font::text, pen.m.tiny, dim);
  const float top = rect.y;
  const auto done = [&](const char* key, const std::string& piece, float x, bool right, Tint tint) {
    const double steps = now.number(piece);
    if (static_cast<double>(clock) + 1e-3 < steps) return;
    const std::string words = filled(text(key), {{"steps", with_figures(steps)}});
    const float baseline = middle_baseline(Font::semibold, pen.m.small, top, line);
    right ? pen.text_right({x, baseline}, words, Font::semibold, pen.m.small, tint_ink(pen, tint))
          : pen.text({x, baseline}, words, Font::semibold, pen.m.small, tint_ink(pen, tint));
  };
  done("rnn.clock.attention", "attention_steps", plot.x, false, kAttention);
  done("rnn.clock.chain", "chain_steps", plot.right(), true, kChain);
}

}  // namespace qkv::rnn
