#include "core/picture/panels/row_view.h"

#include <algorithm>
#include <cmath>

#include "core/document/in_language.h"
#include "core/session/told_stop.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
int RowView::visible_keys() const { return static_cast<int>(shape.visible.size()); }

Quantity RowView::quantity(Quantity::Kind kind, int column, int dim) const {
  return {kind, session.slice.layer, session.slice.head, session.row, column, dim};
}

RowView row_view(const Session& session, const Trace& now, const Trace* before) {
  return {session,
          now,
          blended_row(session, now, before, session.row),
          walk_shape(session, now, session.row),
          ShownWalk(session, now),
          told_stop(session, now),
          now.scale};
}

std::string query_word(const Session& session, int row) {
  const auto& words = session.document->query_words;
  const auto i = static_cast<std::size_t>(row);
  return row >= 0 && i < words.size() ? token_text(words[i]) : std::string();
}

std::string key_word(const Session& session, int key) {
  const auto& words = session.document->key_words;
  const auto i = static_cast<std::size_t>(key);
  return key >= 0 && i < words.size() ? token_text(words[i]) : std::string();
}

std::string stage_name(const Document& document, const Stop& stop) {
  const auto part = static_cast<std::size_t>(std::max(0, stop.key));
  if (!is_part(stop) || part >= document.parts.size())
    return std::string(text("stage." + std::string(stage_id(stop.stage))));
  for (const StepText& step : document.steps)
    if (step.at == "part:" + document.parts[part])
      if (const std::string* const own = in_language(step.text, "@name")) return *own;
  std::string name = document.parts[part];
  // Names that are written in a way of their own.
  for (const std::string_view own : {"rnn", "rope", "alibi"})
    if (name == own) return std::string(text("stage.part_" + name));
  std::replace(name.begin(), name.end(), '-', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z')
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::span<const float> query_of(const RowView& view, int row) {
  return query_row(view.document(), view.head(), row);
}
std::span<const float> key_of(const RowView& view, int key) {
  return key_row(view.document(), view.head(), key);
}
std::span<const float> value_of(const RowView& view, int key) {
  return mixed_row(view.document(), view.trace.options, view.head(), key);
}

std::string root_text(int d) { return "\u221a" + std::to_string(d); }

std::string scale_text(const RowView& view) {
  if (view.scale == 1.0f) return "";
  const float root = 1.0f / std::sqrt(static_cast<float>(std::max(1, view.trace.d)));
  if (view.trace.d > 0 && std::abs(view.scale - root) <= 1e-6f * root) {
    return "\u00f7" + root_text(view.trace.d);
  }
  return "\u00d7 " + format_number(static_cast<double>(view.scale), 3);
}

int decimals_for(const std::vector<float>& numbers, int most) {
  int needed = 0;
  for (const float number : numbers) {
    if (!std::isfinite(number)) continue;
    for (int decimals = needed; decimals < most; ++decimals) {
      const double shift = std::pow(10.0, decimals);
      const double scaled = static_cast<double>(number) * shift;
      if (std::abs(scaled - std::round(scaled)) < 1e-4 * std::max(1.0, std::abs(scaled))) break;
      needed = decimals + 1;
    }
  }
  return needed;
}

std::string bare_vector(std::span<const float> values, int decimals) {
  std::string result;
  for (const float value : values) {
    if (!result.empty()) result += ", ";
    result += format_number(static_cast<double>(value), decimals);
  }
  return result;
}

int strongest_key(const RowView& view) {
  int best = -1;
  for (const int key : view.shape.visible) {
    const auto& weights = view.values.weights;
    if (weights.empty()) return -1;
    if (best < 0 ||
        weights[static_cast<std::size_t>(key)] > weights[static_cast<std::size_t>(best)]) {
      best = key;
    }
  }
  return best;
}

}  // namespace qkv
