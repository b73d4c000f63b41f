#include <algorithm>
#include <cmath>
#include <limits>

#include "core/document/written.h"
#include "core/picture/comparison.h"
#include "core/picture/header_room.h"
#include "core/picture/panels/blended_cells.h"
#include "core/picture/panels/row_view.h"
#include "core/session/questions.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kMostDimensionsInHeaders = 3;
constexpr float kLeak = 5e-4f;  // of a weight, or of a sum away from 1: seen with three decimals

/// How far the four stages of one row have come; what a cell of the table asks.
struct RowProgress {
  std::vector<float> scored;  ///< a key
  float scaled = 0, masked = 0, weighed = 0;
};

RowProgress progress_of(const Session& session, const Trace& trace, int row) {
  RowProgress progress;
  const Moment moment = moment_of(session, trace, row);
  if (moment == Moment{}) {  // most rows of a large table have not begun
    progress.scored.assign(static_cast<std::size_t>(trace.m), 0.0f);
    return progress;
  }
  const WalkShape shape = walk_shape(session, trace, row);
  progress.scored.reserve(static_cast<std::size_t>(trace.m));
  for (int key = 0; key < trace.m; ++key) {
    progress.scored.push_back(amount(shape, moment, {Stage::score, Beat::score_key, key}));
  }
  progress.scaled = amount(shape, moment, {Stage::scale, Beat::scale, -1});
  progress.masked = amount(shape, moment, {Stage::mask, Beat::mask, -1});
  progress.weighed = amount(shape, moment, {Stage::softmax, Beat::softmax_divide, -1});
  return progress;
}

// Scale and Mask take their cells over from the stage before and lead them on, so that a table
// whose tab has just changed does not blink; Score and Softmax fill empty cells.
TablePicture::Cell cell_of(Tab tab, const BlendedCells& cells, const RowProgress& progress, int row,
                           int column) {
  TablePicture::Cell cell;
  const float hidden = cells.hidden(row, column);
  cell.outline = hidden > 0.5f && progress.masked <= 0;
  switch (tab) {
    case Tab::scores:
      cell.value = cells.score(row, column);
      cell.fill = progress.scored[static_cast<std::size_t>(column)];
      break;
    case Tab::scaled:
      cell.value = std::lerp(cells.score(row, column), cells.scaled(row, column), progress.scaled);
      cell.fill = progress.scaled > 0 ? 1.0f : 0.0f;
      break;
    case Tab::masked:
      cell.value = std::lerp(cells.scaled(row, column), cells.biased(row, column), progress.masked);
      cell.fill = progress.masked > 0 ? 1.0f : 0.0f;
      cell.hidden = hidden * progress.masked;
      break;
    case Tab::weights:
      cell.value = cells.weight(row, column);
      cell.fill = progress.weighed;
      cell.hidden = cells.struck(row, column);
      cell.leaks = cell.hidden > 0.5f && cell.value > kLeak;
      break;
  }
  return cell;
}

void fill_cells(TablePicture& picture, const Session& session, const Trace& now,
                const Trace* before) {
  const BlendedCells cells(session, now, before);
  picture.cells.reserve(static_cast<std::size_t>(now.n) * static_cast<std::size_t>(now.m));
  constexpr float kNotShown = std::numeric_limits<float>::quiet_NaN();
  picture.row_sums.assign(static_cast<std::size_t>(now.n), kNotShown);
  picture.row_alarm.assign(static_cast<std::size_t>(now.n), false);
  bool all_weighed = picture.tab == Tab::weights;
  for (int row = 0; row < now.n; ++row) {
    const RowProgress progress = progress_of(session, now, row);
    double sum = 0;
    for (int column = 0; column < now.m; ++column) {
      picture.cells.push_back(cell_of(picture.tab, cells, progress, row, column));
      if (picture.tab == Tab::weights) sum += static_cast<double>(picture.cells.back().value);
    }
    if (picture.tab == Tab::weights && progress.weighed >= 1) {
      const auto r = static_cast<std::size_t>(row);
      picture.row_sums[r] = static_cast<float>(sum);
      picture.row_alarm[r] = is_broken(now.options.variant) && std::abs(sum - 1) > kLeak &&
                             !now.fully_masked(session.slice.head, row);
    }
    all_weighed = all_weighed && progress.weighed >= 1;
  }
  if (!now.options.variant.columns || !now.has_weights) return;
  for (int column = 0; column < now.m; ++column)
    picture.column_sums.push_back(all_weighed ? now.column_total(session.slice.head, column)
                                              : kNotShown);
}

void name_tabs(TablePicture& picture, const Trace& now) {
  picture.tab_available[0] = now.has_scores;
  picture.tab_available[1] = now.has_scores || now.has_scaled;
  picture.tab_available[2] = picture.tab_available[1];
  picture.tab_available[3] = now.has_weights;
  for (std::size_t tab = 0; tab < 4; ++tab) {
    if (!picture.tab_available[tab]) picture.tab_reason[tab] = std::string(text("table.no_data"));
  }
}

void name_headers(TablePicture& picture, const Session& session, const RowView& view) {
  const bool vectors = view.has_vectors() && view.trace.d <= kMostDimensionsInHeaders;
  const Document& before = ranging_document(session);
  // What is dragged says no more digits than its header has room for.
  const auto add = [&](std::span<const float> now, std::span<const float> then,
                       std::vector<std::string>& texts) {
    if (vectors) texts.push_back(bare_vector(now, std::ranges::equal(now, then) ? 2 : 1));
  };
  for (int row = 0; row < view.trace.n; ++row) {
    picture.query_words.push_back(query_word(session, row));
    add(query_of(view, row), query_row(before, view.head(), row), picture.query_vectors);
  }
  for (int key = 0; key < view.trace.m; ++key) {
    picture.key_words.push_back(key_word(session, key));
    add(key_of(view, key), key_row(before, view.head(), key), picture.key_vectors);
  }
}

// B - A in the place of B's numbers. What only one of them hides differs without end.
void compare_cells(TablePicture& picture, const Session& session) {
  const Comparison comparison(session);
  if (!comparison) return;
  picture.compared = true;
  float largest = 0;
  for (int row = 0; row < picture.rows; ++row)
    for (int column = 0; column < picture.columns; ++column) {
      TablePicture::Cell& cell =
          picture.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.columns) +
                        static_cast<std::size_t>(column)];
      const std::optional<float> a = comparison.in_a(picture.tab, row, column);
      cell.alone = !a.has_value();
      cell.leaks = false;
      if (picture.tab == Tab::weights) cell.hidden = 0;
      if (!a) continue;
      const bool hidden = cell.hidden > 0.5f, hidden_in_a = !std::isfinite(*a);
      if (hidden)
        cell.value = hidden_in_a ? 0 : -std::numeric_limits<float>::infinity();
      else
        cell.value -= *a;
      if (std::isfinite(cell.value) && cell.fill > 0 && cell.hidden < 0.5f)
        largest = std::max(largest, std::abs(cell.value));
    }
  picture.limit = difference_limit(largest);
  picture.unit = filled(text("table.difference"), {{"unit", picture.unit}});
  picture.row_sums.assign(picture.row_sums.size(), std::numeric_limits<float>::quiet_NaN());
  picture.row_alarm.assign(picture.row_alarm.size(), false);
  picture.column_sums.clear();
}

std::string unit_of(Tab tab, const RowView& view) {
  if (tab == Tab::weights) return std::string(text("table.weight"));
  const std::string product(text("table.product"));
  const std::string scaled = scale_text(view);
  return tab == Tab::scores || scaled.empty() ? product : product + " " + scaled;
}

// While the word changes, the frame slides from row to row.
float frame_of(const Session& session) {
  auto frame = static_cast<float>(session.row);
  for (auto blend = session.blends.rbegin(); blend != session.blends.rend(); ++blend) {
    if (blend->property != Blend::Property::row) continue;
    frame = std::lerp(static_cast<float>(blend->from_row), frame, ease(blend->progress));
  }
  return frame;
}

}  // namespace

HeaderRoom header_room(const Session& session) {
  HeaderRoom room;
  const Document& before = ranging_document(session);
  if (&before == session.document.get() || before.queries.data.empty() ||
      before.queries.columns > kMostDimensionsInHeaders)
    return room;
  const int head = session.slice.head;
  for (int row = 0; row < before.n(); ++row)
    room.queries.push_back(bare_vector(query_row(before, head, row)));
  for (int key = 0; key < before.m(); ++key)
    room.keys.push_back(bare_vector(key_row(before, head, key)));
  return room;
}

TablePicture paint_table(const Session& session, const Trace& now, const Trace* before) {
  const RowView view = row_view(session, now, before);
  TablePicture picture;
  picture.tab = tab_of(session);
  name_tabs(picture, now);
  const bool written = is_written(*session.document);
  picture.has_tabs = !written;
  picture.rows_name = text(written ? "table.listeners" : "table.queries");
  picture.columns_name = text(written ? "table.heard" : "table.keys");
  name_headers(picture, session, view);
  picture.chosen = session.row;
  picture.frame = frame_of(session);
  picture.acting_column = view.at.key;
  picture.layer = session.slice.layer;
  picture.head = session.slice.head;
  picture.rows = now.n;
  picture.columns = now.m;
  fill_cells(picture, session, now, before);
  picture.limit = picture.tab == Tab::weights ? 1.0f : score_limit(session, now);
  picture.unit = unit_of(picture.tab, view);
  compare_cells(picture, session);
  picture.turn =
      session.layout.queries_as_columns ? ease(session.turning) : 1 - ease(session.turning);
  const auto asked = static_cast<std::size_t>(std::max(0, session.question));
  if (session.question >= 0 && asked < session.document->questions.size() &&
      session.document->questions[asked].kind == Question::Kind::cell) {
    const Given given = asked < session.answers.size() ? session.answers[asked] : Given{};
    picture.asks_for_cell = !given.answered;
    // An outline around what the mask will hide would answer for whoever is asked.
    if (picture.asks_for_cell)
      for (TablePicture::Cell& cell : picture.cells) cell.outline = false;
    if (given.answered) {
      const Given right = right_one(*session.document, session.document->questions[asked], given);
      picture.marked_row = right.row;
      picture.marked_column = right.key;
    }
  }
  return picture;
}

}  // namespace qkv
