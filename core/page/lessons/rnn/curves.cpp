// What is left of the first word, and what each way costs.

#include <algorithm>
#include <cmath>

#include "core/document/reference_parts.h"
#include "core/page/chart_matrix.h"
#include "core/page/lessons/rnn/rnn_parts.h"
#include "core/text/texts.h"

namespace qkv::rnn {
namespace {

std::vector<glm::dvec2> by_word(const Tensor& list) {
  std::vector<glm::dvec2> points;
  for (std::size_t i = 0; i < list.data.size(); ++i)
    points.push_back({static_cast<double>(i + 1), static_cast<double>(list.data[i])});
  return points;
}

/// Powers of ten around every number above 0.
std::pair<double, double> decades(std::initializer_list<const Tensor*> lists) {
  double low = 1, high = 1;
  for (const Tensor* list : lists)
    for (const float x : list->data)
      if (x > 0) {
        low = std::min(low, static_cast<double>(x));
        high = std::max(high, static_cast<double>(x));
      }
  return {std::pow(10.0, std::floor(std::log10(low) - 1e-9)),
          std::pow(10.0, std::ceil(std::log10(high) - 1e-9))};
}

std::string one_in(const Now& now, const std::string& piece) {
  return filled(text("rnn.one_in"), {{"number", with_figures(now.number(piece, now.n() - 1))}});
}

}  // namespace

void draw_fading(Pen& pen, const Now& now, const Rect& rect) {
  const bool gates = now.part == "gates";
  const Tensor &plain = now.piece("fading"), &gru = now.piece("fading_gru"),
               &lstm = now.piece("fading_lstm");
  Chart chart;
  const auto [low, high] = decades({&plain, &gru, &lstm});
  chart.x = {.title = "", .low = 1, .high = static_cast<double>(now.n())};
  chart.y = {.title = say(now, "rnn.fading.axis"), .low = low, .high = high, .log = true};
  // The words themselves name the places of x.
  for (int i = 0; i < now.n(); ++i) {
    chart.x.ticks.push_back(i + 1);
    chart.x.names.emplace_back("");
  }
  const float eased = now.eased;
  chart.series.push_back({.name = std::string(text("rnn.plain")),
                          .tint = kChain,
                          .look = ChartSeries::Look::both,
                          .points = by_word(plain),
                          .shown = gates ? 1.0f : eased});
  const double end = now.n();
  const auto mark = [&](const std::string& list, const std::string& words, Tint tint, float alpha) {
    chart.marks.push_back({.at = {end, now.number(list, now.n() - 1)},
                           .text = one_in(now, words),
                           .tint = tint,
                           .drop = false,
                           .alpha = alpha});
  };
  const float arrived = std::clamp((eased - 0.9f) * 10, 0.0f, 1.0f);
  mark("fading", "one_in", kChain, gates ? 1.0f : arrived);
  if (gates) {
    chart.series.push_back({.name = std::string(text("rnn.gru")),
                            .tint = kGru,
                            .look = ChartSeries::Look::both,
                            .points = by_word(gru),
                            .shown = eased});
    chart.series.push_back({.name = std::string(text("rnn.lstm")),
                            .tint = kLstm,
                            .look = ChartSeries::Look::both,
                            .points = by_word(lstm),
                            .shown = eased});
    mark("fading_gru", "one_in_gru", kGru, arrived);
    mark("fading_lstm", "one_in_lstm", kLstm, arrived);
  }
  // Words below the axis, each under its point; the plot's width is known once it is drawn.
  const float size = std::max(pen.present ? pen.m.tiny : 0.84f * pen.m.tiny,
                              std::min(pen.m.text, 0.5f * rect.w / static_cast<float>(now.n())));
  float longest = 0;
  for (int i = 0; i < now.n(); ++i)
    longest = std::max(longest, text_width(Font::semibold, size, now.word(i)));
  const float below = std::ceil(longest) - 1.1f * pen.m.tiny;
  const ChartPlace place =
      draw_chart(pen, chart, {rect.x, rect.y, rect.w, rect.h - std::max(0.0f, below)});
  WordRow row;
  row.size = size;
  row.step = now.n() > 1 ? place.plot.w / static_cast<float>(now.n() - 1) : place.plot.w;
  row.rect = {place.plot.x - row.step / 2, place.plot.bottom() + pen.em(9), place.plot.w + row.step,
              std::ceil(longest)};
  draw_words(pen, now, row, {0, now.n() - 1});
}

void draw_cost(Pen& pen, const Now& now, const Rect& rect) {
  const Tensor& lengths = now.given("lengths");
  const Tensor &chain = now.piece("chain_cost"), &attention = now.piece("attention_cost");
  Chart chart;
  const auto [low, high] = decades({&chain, &attention});
  const double least = static_cast<double>(*std::min_element(chain.data.begin(), chain.data.end()));
  const double least_other =
      static_cast<double>(*std::min_element(attention.data.begin(), attention.data.end()));
  const double bottom = std::pow(10.0, std::floor(std::log10(std::min(least, least_other))));
  (void)low;
  chart.x = {.title = say(now, "rnn.cost.x"),
             .low = static_cast<double>(lengths.data.front()),
             .high = static_cast<double>(lengths.data.back()),
             .log = true};
  chart.y = {.title = say(now, "rnn.cost.y"), .low = bottom, .high = high, .log = true};
  const auto points = [&](const Tensor& costs) {
    std::vector<glm::dvec2> all;
    for (std::size_t i = 0; i < costs.data.size(); ++i)
      all.push_back({static_cast<double>(lengths.data[i]), static_cast<double>(costs.data[i])});
    return all;
  };
  chart.series.push_back({.name = std::string(text("rnn.attention")),
                          .tint = kAttention,
                          .points = points(attention),
                          .shown = now.eased});
  chart.series.push_back({.name = std::string(text("rnn.chain_name")),
                          .tint = kChain,
                          .points = points(chain),
                          .shown = now.eased});
  const double equal = now.number("equal_length");
  const double at_x = chart.x.part(equal);
  const float there = std::clamp((now.eased - static_cast<float>(at_x)) * 8, 0.0f, 1.0f);
  chart.bands.push_back({chart.x.low, std::clamp(equal, chart.x.low, chart.x.high),
                         say(now, "rnn.cost.left"), kAttention, there});
  chart.bands.push_back({std::clamp(equal, chart.x.low, chart.x.high), chart.x.high,
                         say(now, "rnn.cost.right"), kChain, there});
  if (at_x >= 0 && at_x <= 1) {
    const double width = now.number("width");
    chart.marks.push_back({.at = {equal, 2 * equal * width * width},
                           .text = say(now, "rnn.cost.equal"),
                           .tint = Tint::violet,
                           .drop = true,
                           .alpha = there});
  }
  draw_chart(pen, chart, rect);
}

void draw_map(Pen& pen, const Now& now, const Rect& rect) {
  const Tensor &lengths = now.given("lengths"), &widths = now.given("widths");
  const Tensor& ratio = now.piece("cost_ratio");
  const float line = 1.7f * pen.m.small;
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  pen.text({rect.x, middle_baseline(Font::text, pen.m.small, rect.y, line)},
           fitted(Font::text, pen.m.small, say(now, "rnn.map.axes"), rect.w), Font::text,
           pen.m.small, dim);
  MatrixDrawing m;
  m.rows = widths.columns;
  m.columns = lengths.columns;
  m.square = false;
  m.most_cell = 90;
  double most = 1;
  for (const float r : ratio.data)
    most = std::max(most, std::abs(std::log2(static_cast<double>(r))));
  m.limit = 1.7 * most;  // pale enough for dark numbers, also where the difference is largest
  const auto count = static_cast<float>(ratio.data.size());
  for (std::size_t i = 0; i < ratio.data.size(); ++i) {
    const double times = static_cast<double>(ratio.data[i]);
    m.values.push_back(std::log2(times));
    // Which is cheaper is said by the letter, by how much by the number.
    const bool equal = std::abs(times - 1) < 1e-6;
    const double factor = times > 1 ? times : 1 / times;
    m.texts.push_back(
        equal ? "=" : std::string(times > 1 ? "A " : "C ") + with_figures(factor) + "\u00d7");
    m.shown.push_back(
        std::clamp(now.eased * 1.6f - 0.6f * static_cast<float>(i) / count, 0.0f, 1.0f));
  }
  for (int r = 0; r < m.rows; ++r)
    m.row_names.push_back(
        "d = " + with_figures(static_cast<double>(widths.data[static_cast<std::size_t>(r)])));
  for (int c = 0; c < m.columns; ++c)
    m.column_names.push_back(
        with_figures(static_cast<double>(lengths.data[static_cast<std::size_t>(c)])));
  const Rect below{rect.x, rect.y + line + pen.em(6), rect.w, rect.h - 2 * line - pen.em(14)};
  const MatrixPlace place = draw_matrix(pen, m, below);
  pen.text({place.cells.x,
            middle_baseline(Font::text, pen.m.small, place.cells.bottom() + pen.em(6), line)},
           fitted(Font::text, pen.m.small, say(now, "rnn.map.key"), rect.right() - place.cells.x),
           Font::text, pen.m.small, dim);
}

}  // namespace qkv::rnn
