#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/picture/panels/story_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

constexpr int kMostWritten = 3;  // of a vector that is written out
constexpr int kMostRows = 200;

/// One column: what stands over it and what a key's cell in it is.
struct Column {
  std::string header;
  std::function<StoryCell(int key)> cell;
};

StoryCell cell(std::string text, bool is_shown, Quantity quantity, Role role = Role::plain) {
  return {std::move(text), role, is_shown, false, quantity};
}

Column words(const RowView& view) {
  return {std::string(text("story.word")), [&view](int key) {
            return cell(key_word(view.session, key), true, view.quantity(Kind::key, key));
          }};
}

Column vectors(const RowView& view, const char* header, Role role, Kind kind, bool is_shown,
               std::span<const float> (*of)(const RowView&, int)) {
  return {std::string(text(header)), [&view, role, kind, is_shown, of](int key) {
            return cell(bare_vector(of(view, key)), is_shown, view.quantity(kind, key), role);
          }};
}

Column scores(const RowView& view) {
  const int decimals = decimals_for(view.values.scores, 2);
  return {std::string(text("table.product")), [&view, decimals](int key) {
            const float score = view.values.scores[static_cast<std::size_t>(key)];
            return cell(format_fixed(static_cast<double>(score), decimals), view.scored(key),
                        view.quantity(Kind::score, key));
          }};
}

// With `masks` the hidden keys read −∞ here once the mask has acted; else they keep their number.
Column scaled(const RowView& view, std::string header, bool masks, bool biased) {
  return {std::move(header), [&view, masks, biased](int key) {
            const bool mask_done = view.amount(Stage::mask, Beat::mask) > 0;
            const bool hidden = masks && mask_done && view.hides_key(key);
            const float score = biased ? biased_score(view, key)
                                       : view.values.scaled[static_cast<std::size_t>(key)];
            const bool is_shown =
                biased ? mask_done : view.amount(Stage::scale, Beat::scale) > 0 || hidden;
            StoryCell result =
                cell(hidden ? "\u2212\u221e" : format_fixed(static_cast<double>(score), 2),
                     is_shown, view.quantity(biased || hidden ? Kind::masked : Kind::scaled, key));
            result.hidden = hidden;
            return result;
          }};
}

Column differences(const RowView& view) {
  return {std::string(text("story.minus_max")), [&view](int key) {
            const bool hidden = view.hides_key(key);
            const float score = biased_score(view, key) - view.values.row_max;
            StoryCell result =
                cell(hidden ? "\u2212\u221e" : format_fixed(static_cast<double>(score), 2),
                     view.amount(Stage::softmax, Beat::softmax_max) > 0,
                     view.quantity(Kind::masked, key));
            result.hidden = hidden;
            return result;
          }};
}

Column exponentials(const RowView& view) {
  return {std::string(text("story.exp")), [&view](int key) {
            const float exp = view.values.exps[static_cast<std::size_t>(key)];
            StoryCell result = cell(format_fixed(static_cast<double>(exp), 3),
                                    view.amount(Stage::softmax, Beat::softmax_exp) > 0,
                                    view.quantity(Kind::exp, key));
            result.hidden = view.hides_key(key);
            return result;
          }};
}

Column weights(const RowView& view) {
  return {std::string(text("table.weight")), [&view](int key) {
            const float weight = view.values.weights[static_cast<std::size_t>(key)];
            StoryCell result = cell(format_fixed(static_cast<double>(weight), 3),
                                    view.amount(Stage::softmax, Beat::softmax_divide) > 0,
                                    view.quantity(Kind::weight, key));
            result.hidden = view.hides_key(key);
            return result;
          }};
}

bool piece_shown(const RowView& view, int key) {
  return view.amount(Stage::mix, Beat::mix_key, key) > 0 ||
         view.amount(Stage::mix, Beat::mix_z) > 0;
}

Column pieces(const RowView& view, int dim) {
  constexpr const char* kSubscripts[] = {"\u2081", "\u2082", "\u2083"};
  return {std::string(text("story.piece")) + kSubscripts[dim], [&view, dim](int key) {
            const auto value = value_of(view, key);
            const float part = view.values.weights[static_cast<std::size_t>(key)] *
                               value[static_cast<std::size_t>(dim)];
            StoryCell result =
                cell(format_fixed(static_cast<double>(part), 3), piece_shown(view, key),
                     view.quantity(Kind::weighted_value, key, dim));
            result.hidden = view.hides_key(key);
            return result;
          }};
}

std::vector<Column> project_columns(const RowView& view) {
  const auto shown_at = [&](Beat beat) { return view.amount(Stage::project, beat) > 0; };
  return {
      words(view),
      vectors(view, "story.query", Role::query, Kind::query, shown_at(Beat::project_q), query_of),
      vectors(view, "story.key", Role::key, Kind::key, shown_at(Beat::project_k), key_of),
      vectors(view, "story.value", Role::value, Kind::value, shown_at(Beat::project_v), value_of)};
}

std::vector<Column> mix_columns(const RowView& view) {
  std::vector<Column> columns = {words(view)};
  const int dv = view.trace.dv;
  const bool keys_mixed = view.trace.options.variant.keys_as_values;
  if (dv <= 2 && keys_mixed)
    columns.push_back(vectors(view, "story.key", Role::key, Kind::key, true, key_of));
  else if (dv <= 2)
    columns.push_back(vectors(view, "story.value", Role::value, Kind::value, true, value_of));
  columns.push_back(weights(view));
  for (int dim = 0; dim < std::min(dv, dv > kMostWritten ? 2 : kMostWritten); ++dim) {
    columns.push_back(pieces(view, dim));
  }
  return columns;
}

std::vector<Column> score_columns(const RowView& view, int& acting) {
  std::vector<Column> columns = {words(view)};
  const RowValues& v = view.values;
  const Stage stage = view.at.stage;
  const Beat beat = view.at.beat;
  const auto act = [&](bool now) {
    if (now) acting = static_cast<int>(columns.size());
  };
  if (view.has_vectors() && view.trace.d <= kMostWritten) {
    act(stage == Stage::start || beat == Beat::score_plane);
    columns.push_back(vectors(view, "story.key", Role::key, Kind::key, true, key_of));
  }
  const bool biased = view.trace.options.mask.bias != nullptr;
  const std::string scale = scale_text(view);
  const bool has_scaled_column = !v.scaled.empty() && (!scale.empty() || v.scores.empty());
  const bool masks_apart =
      !v.scaled.empty() && (biased || (!has_scaled_column && view.shape.hides));
  if (!v.scores.empty()) {
    act(stage == Stage::score || beat == Beat::all_scores);
    columns.push_back(scores(view));
  }
  if (has_scaled_column) {
    act(stage == Stage::scale ||
        (!masks_apart && (stage == Stage::mask || beat == Beat::all_masked)));
    columns.push_back(scaled(view, scale.empty() ? std::string(text("story.scaled")) : scale,
                             !masks_apart, false));
  }
  if (masks_apart) {
    act(stage == Stage::mask || beat == Beat::all_masked);
    columns.push_back(scaled(view, std::string(text("story.masked")), true, true));
  }
  act(stage == Stage::softmax || beat == Beat::all_weights);
  if (beat == Beat::softmax_max && !v.exps.empty()) {
    columns.push_back(differences(view));
  } else if ((beat == Beat::softmax_exp || beat == Beat::softmax_stack) && !v.exps.empty()) {
    columns.push_back(exponentials(view));
  } else if (!v.weights.empty()) {
    columns.push_back(weights(view));
  }
  return columns;
}

// All keys in sentence order; of very many only the largest, still in sentence order.
std::vector<int> listed_keys(const RowView& view) {
  std::vector<int> keys(static_cast<std::size_t>(view.keys()));
  std::iota(keys.begin(), keys.end(), 0);
  if (view.keys() <= kMostRows) return keys;
  const auto& by = view.values.weights.empty() ? view.values.scaled : view.values.weights;
  const auto size = [&by](int key) { return by[static_cast<std::size_t>(key)]; };
  std::nth_element(keys.begin(), keys.begin() + kMostRows, keys.end(),
                   [&](int a, int b) { return size(a) > size(b); });
  keys.resize(kMostRows);
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// How much a key counts for as far as the walk has shown it: nothing is told before its time.
float share_of(const RowView& view, int key) {
  const auto i = static_cast<std::size_t>(key);
  const RowValues& v = view.values;
  if (view.hides_key(key) && view.amount(Stage::mask, Beat::mask) > 0) return -1e30f;
  if (!v.weights.empty() && view.amount(Stage::softmax, Beat::softmax_divide) > 0)
    return v.weights[i];
  if (!v.scores.empty() && view.scored(key)) return v.scores[i];
  return -1e20f;
}

// The sums of the pieces: z itself, under them.
void add_output_row(StoryPicture& story, const RowView& view, std::size_t first_piece) {
  const bool is_shown = view.amount(Stage::mix, Beat::mix_z) > 0;
  StoryRow row;
  row.key = -1;
  row.cells.resize(story.headers.size());
  row.cells[0] = cell("z", true, view.quantity(Kind::output), Role::output);
  for (std::size_t i = first_piece; i < row.cells.size(); ++i) {
    const auto dim = i - first_piece;
    row.cells[i] = cell(format_fixed(static_cast<double>(view.values.output[dim]), 3), is_shown,
                        view.quantity(Kind::output, -1, static_cast<int>(dim)));
  }
  story.rows.push_back(std::move(row));
}

}  // namespace

void list_keys(StoryPicture& story, const RowView& view) {
  const bool mixing =
      (view.at.stage == Stage::mix || view.at.beat == Beat::all_output) && view.trace.has_output;
  const bool unprojected = view.at.stage == Stage::start && view.shape.has_projection;
  const bool projecting = (view.at.stage == Stage::project || unprojected) &&
                          view.trace.d <= kMostWritten && view.trace.dv <= kMostWritten &&
                          view.trace.n == view.trace.m;
  int acting = 1;
  const std::vector<Column> columns = projecting ? project_columns(view)
                                      : mixing   ? mix_columns(view)
                                                 : score_columns(view, acting);
  for (const Column& column : columns) story.headers.push_back(column.header);
  const std::size_t first_piece = view.trace.dv <= 2 ? 3 : 2;
  if (projecting && !unprojected)
    acting = 1 + static_cast<int>(view.at.beat) - static_cast<int>(Beat::project_q);
  if (mixing) {
    acting = static_cast<int>(first_piece);
    story.acting_columns = static_cast<int>(columns.size()) - acting;
  }
  story.acting_column = std::min(acting, static_cast<int>(columns.size()) - 1);
  const bool mask_done = view.amount(Stage::mask, Beat::mask) > 0;
  for (const int key : listed_keys(view)) {
    StoryRow row;
    row.key = key;
    row.share = share_of(view, key);
    row.acting = key == view.at.key;
    row.masked = mask_done && view.hides_key(key);
    for (const Column& column : columns) row.cells.push_back(column.cell(key));
    story.rows.push_back(std::move(row));
  }
  story.rows_left = view.keys() - static_cast<int>(story.rows.size());
  if (mixing && first_piece < columns.size()) add_output_row(story, view, first_piece);
}

}  // namespace qkv
