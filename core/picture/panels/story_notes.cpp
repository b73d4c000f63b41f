#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/document/in_language.h"
#include "core/picture/line_names.h"
#include "core/picture/panels/story_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

Line say(std::string_view key, const RowView& view, Role role = Role::plain) {
  return {{filled(text(key), story_values(view)), role, false, false, 0, {}}};
}

double length(std::span<const float> v) {
  double sum = 0;
  for (const float x : v) sum += static_cast<double>(x) * static_cast<double>(x);
  return std::sqrt(sum);
}

// How the key lies to the query, in words; nothing in between is worth a word.
std::string_view direction(const RowView& view, int key) {
  const auto k = key_of(view, key);
  const std::vector<float>& q = view.values.query;
  if (k.empty() || q.size() != k.size()) return "";
  const double lengths = length(q) * length(k);
  if (length(k) == 0) return "notes.zero_key";
  if (lengths == 0) return "";
  const double cosine =
      static_cast<double>(view.values.scores[static_cast<std::size_t>(key)]) / lengths;
  if (cosine > 0.9995) return "notes.same_way";
  if (cosine < -0.02) return "notes.away";
  if (std::abs(cosine) < 0.0005) return "notes.right_angle";
  return "";
}

bool every_score_zero(const RowView& view) {
  const auto& scores = view.values.scores;
  return !scores.empty() &&
         std::all_of(scores.begin(), scores.end(), [](float score) { return score == 0; });
}

bool every_visible_score_zero(const RowView& view) {
  const auto& scores = view.values.scores;
  return !scores.empty() &&
         std::all_of(view.shape.visible.begin(), view.shape.visible.end(),
                     [&](int key) { return scores[static_cast<std::size_t>(key)] == 0; });
}

// A row that is special in itself, from the stage on at which it shows.
std::string_view special_row(const RowView& view) {
  const Stage stage = view.at.stage;
  const bool masked = view.amount(Stage::mask, Beat::mask) > 0;
  if (masked && view.visible_keys() == 0) return "notes.nothing_to_see";
  if (masked && view.visible_keys() == 1 && view.keys() > 1 && view.shape.by_row_once)
    return "notes.only_one";
  if (view.visible_keys() < 2) return "";
  if (stage >= Stage::score && every_score_zero(view)) return "notes.all_equal";
  if (masked && every_visible_score_zero(view)) return "notes.all_left_equal";
  return "";
}

void weight_sum(std::vector<Line>& notes, const RowView& view) {
  if (view.at.stage == Stage::train) return;  // it is about one weight
  if (view.values.weights.empty() || view.amount(Stage::softmax, Beat::softmax_divide) < 1) return;
  const double sum = std::accumulate(view.values.weights.begin(), view.values.weights.end(), 0.0);
  const bool off = is_broken(view.trace.options.variant) && std::abs(sum - 1) > 5e-4;
  const Role role = view.values.fully_masked ? Role::dim : off ? Role::alarm : Role::good;
  notes.push_back({{"\u03a3 = " + format_fixed(sum, 3), role, false, true, 0,
                    view.quantity(Quantity::Kind::weight)}});
}

std::string_view observation(const RowView& view) {
  const int best = strongest_key(view);
  const float most = best >= 0 ? view.values.weights[static_cast<std::size_t>(best)] : 0.0f;
  switch (view.at.beat) {
    case Beat::score_key:
      return view.values.scores.empty() ? "" : direction(view, view.at.key);
    case Beat::softmax_divide:
      return best >= 0 && view.visible_keys() > 1 ? "notes.pays" : "";
    case Beat::mix_z:
      return most > 0.75f ? "notes.nearly" : "";
    default:
      return "";
  }
}

// Nobody shall take a broken rule for attention: it is named as long as it is broken.
void broken_rules(std::vector<Line>& notes, const RowView& view) {
  const Variant& variant = view.session.options.variant;
  for (const VariantKind& kind : variant_kinds()) {
    if (!(variant.*kind.field)) continue;
    const std::string key = "variant." + std::string(kind.name);
    notes.push_back(
        {{text_by_lines(view.session, key + ".name") + ". ", Role::alarm, true, false, 0, {}},
         {text_by_lines(view.session, key + ".breaks"), Role::plain, false, false, 0, {}}});
  }
}

}  // namespace

std::vector<Line> story_notes(const RowView& view) {
  std::vector<Line> notes;
  broken_rules(notes, view);
  // A part of the lesson's own tells of other numbers than the chosen word's.
  if (!is_part(view.at)) {
    weight_sum(notes, view);
    const std::string_view special = special_row(view);
    if (!special.empty()) {
      notes.push_back(say(special, view));
    } else if (const std::string_view seen = observation(view); !seen.empty()) {
      notes.push_back(say(seen, view));
    }
  }
  if (!view.session.notice.empty()) {
    notes.push_back({{view.session.notice, Role::accent, false, false, 0, {}}});
  }
  if (std::string note = note_of(view.document()); !note.empty()) {
    notes.push_back({{std::move(note), Role::dim, false, false, 0, {}}});
  }
  return notes;
}

}  // namespace qkv
