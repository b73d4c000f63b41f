#include "core/picture/row_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/picture/panels.h"

namespace qkv {
namespace {

constexpr float kHiddenScore = -std::numeric_limits<float>::infinity();

float lerp(float from, float to, float t) { return from + (to - from) * t; }

/// `from` travels to `to` by `t`. Where one side has no numbers (a stage that is absent) the other
/// stands as it is.
void travel(std::vector<float>& from, const std::vector<float>& to, float t) {
  if (from.size() != to.size()) {
    from = to;
    return;
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    const bool finite = std::isfinite(from[i]) && std::isfinite(to[i]);
    from[i] = finite ? lerp(from[i], to[i], t) : to[i];
  }
}

/// Masked scores: what is hidden on one side travels by the ruler's end.
void travel_masked(std::vector<float>& from, const std::vector<float>& to, float t, float limit) {
  if (from.size() != to.size()) {
    from = to;
    return;
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (!std::isfinite(from[i]) && !std::isfinite(to[i])) continue;
    const float start = std::isfinite(from[i]) ? from[i] : -limit;
    const float end = std::isfinite(to[i]) ? to[i] : -limit;
    from[i] = lerp(start, end, t);
  }
}

/// Columns stand on the surface e^((s − max) / T) of the interpolated row, hidden ones shrink away.
void stand_on_the_surface(RowValues& values, float temperature) {
  double sum = 0.0;
  for (std::size_t i = 0; i < values.exps.size(); ++i) {
    const float visible = 1.0f - values.hidden[i];
    const float below = values.scaled[i] + values.bias[i] - values.row_max;
    const float height =
        std::isfinite(below) ? std::exp(std::min(0.0f, below) / temperature) : 0.0f;
    values.exps[i] = visible > 0.0f ? height * visible : 0.0f;
    sum += values.exps[i];
  }
  // A row with nothing to see has no softmax, sink or not.
  if (std::isfinite(values.row_max)) sum += std::exp((values.sink - values.row_max) / temperature);
  values.row_sum = static_cast<float>(sum);
}

/// One blend: from what is shown, towards `to`.
void travel(RowValues& shown, const RowValues& to, float t, float limit) {
  shown.row = to.row;
  travel(shown.query, to.query, t);
  travel(shown.scores, to.scores, t);
  travel(shown.scaled, to.scaled, t);
  travel(shown.bias, to.bias, t);
  travel_masked(shown.masked, to.masked, t, limit);
  travel(shown.weights, to.weights, t);
  travel(shown.hidden, to.hidden, t);
  travel(shown.output, to.output, t);
  // A row with nothing to see has no maximum; the other row's serves both.
  if (!std::isfinite(shown.row_max)) shown.row_max = to.row_max;
  if (std::isfinite(to.row_max)) shown.row_max = lerp(shown.row_max, to.row_max, t);
  shown.temperature = lerp(shown.temperature, to.temperature, t);
  // Heads may have sinks of their own; one that only one side has is there at once.
  const bool both = std::isfinite(shown.sink) && std::isfinite(to.sink);
  shown.sink = both ? lerp(shown.sink, to.sink, t) : to.sink;
  shown.exps.resize(to.exps.size());
  stand_on_the_surface(shown, shown.temperature);
  shown.fully_masked = to.fully_masked;
}

/// The chain of blends (session.h), with or without the choice of the word.
RowValues led_along(const Session& session, const Trace& now, const Trace* before, int row,
                    bool with_row) {
  const auto own_trace = [](const Blend& blend) {
    return blend.property == Blend::Property::options || blend.property == Blend::Property::slice;
  };
  const auto takes_part = [&](const Blend& blend) {
    return own_trace(blend) || (with_row && blend.property == Blend::Property::row);
  };
  std::size_t traces = 0;
  for (const Blend& blend : session.blends) traces += own_trace(blend) ? 1 : 0;
  if (!before) traces = 0;

  RowValues shown;
  bool started = false, moving = false;
  float t = 0.0f, limit = 0.0f;
  const auto lead = [&](const RowValues& to) {
    if (started) {
      travel(shown, to, ease(t), limit);
    } else {
      shown = to;
      started = true;
    }
  };

  std::size_t passed = 0;  // blends with a trace of their own so far
  for (const Blend& blend : session.blends) {
    if (!takes_part(blend)) continue;
    if (!started) limit = score_limit(session, now);
    // What was there before this blend: the trace of the next change of options, or the present.
    const Trace& trace = passed < traces ? before[passed] : now;
    const int head = passed < traces ? blend.from_slice.head : session.slice.head;
    lead(row_values(*session.document, trace, head, with_row ? blend.from_row : row));
    t = blend.progress;
    moving = true;
    if (own_trace(blend)) ++passed;
  }
  lead(row_values(session, now, row));
  shown.moving = moving;
  return shown;
}

}  // namespace

RowValues row_values(const Session& session, const Trace& trace, int row) {
  return row_values(*session.document, trace, session.slice.head, row);
}

RowValues row_values(const Document& document, const Trace& trace, int head, int row) {
  RowValues values;
  values.row = row;
  const auto query = query_row(document, head, row);
  values.query.assign(query.begin(), query.end());
  const auto m = static_cast<std::size_t>(trace.m);
  values.hidden.resize(m);
  if (trace.has_scores) values.scores.resize(m);
  const bool has_scaled = trace.has_scaled || trace.has_scores;
  if (has_scaled) {
    values.scaled.resize(m);
    values.masked.resize(m);
    values.bias.resize(m);
    values.exps.resize(m);
  }
  if (trace.has_weights) values.weights.resize(m);
  for (int key = 0; key < trace.m; ++key) {
    const auto k = static_cast<std::size_t>(key);
    const bool visible = trace.visible(head, row, key);
    values.hidden[k] = visible ? 0.0f : 1.0f;
    if (trace.has_scores) values.scores[k] = trace.score(head, row, key);
    if (has_scaled) {
      values.scaled[k] = trace.scaled(head, row, key);
      values.masked[k] = visible ? trace.masked(head, row, key) : kHiddenScore;
      values.bias[k] = visible ? values.masked[k] - values.scaled[k] : 0.0f;
    }
    if (trace.has_weights) values.weights[k] = trace.weight(head, row, key);
  }
  values.temperature = trace.options.temperature;
  values.fully_masked = trace.fully_masked(head, row);
  const std::vector<float>& sinks = trace.options.sink;
  if (static_cast<std::size_t>(head) < sinks.size()) {
    values.sink = sinks[static_cast<std::size_t>(head)];
  }
  if (has_scaled) {
    values.row_max = *std::max_element(values.masked.begin(), values.masked.end());
    if (!values.fully_masked) values.row_max = std::max(values.row_max, values.sink);
    stand_on_the_surface(values, values.temperature);
  }
  if (trace.has_output) {
    const auto output = trace.output_row(head, row);
    values.output.assign(output.begin(), output.end());
  }
  return values;
}

RowValues blended_row(const Session& session, const Trace& now, const Trace* before, int row) {
  return led_along(session, now, before, row, row == session.row);
}

RowValues row_in_place(const Session& session, const Trace& now, const Trace* before, int row) {
  return led_along(session, now, before, row, false);
}

std::vector<float> mixed_so_far(const Document& document, const AttentionOptions& options, int head,
                                std::span<const float> weights, std::span<const float> shares) {
  const auto value_at = [&](int key) { return mixed_row(document, options, head, key); };
  std::vector<float> sum(value_at(0).size(), 0.0f);
  for (std::size_t key = 0; key < std::min(weights.size(), shares.size()); ++key) {
    const float factor = shares[key] * weights[key];
    if (factor == 0.0f) continue;  // the value of a hidden key may be no number
    const auto value = value_at(static_cast<int>(key));
    for (std::size_t i = 0; i < value.size(); ++i) sum[i] += factor * value[i];
  }
  return sum;
}

}  // namespace qkv
