#pragma once
// The chosen row as the panels speak of it: its numbers at this instant, how far each stop of its
// walk has happened, and the names of its words.

#include <string>
#include <vector>

#include "core/picture/panels.h"
#include "core/picture/row_values.h"

namespace qkv {

struct RowView {
  const Session& session;
  const Trace& trace;
  RowValues values;
  WalkShape shape;
  ShownWalk walk;
  Stop at;          ///< what the words speak of (told_stop.h)
  float scale = 1;  ///< the factor on the way from q·k to scaled

  int head() const { return session.slice.head; }
  int row() const { return session.row; }
  int keys() const { return trace.m; }
  const Document& document() const { return *session.document; }
  bool has_vectors() const { return !document().queries.data.empty(); }
  /// 0 not yet .. 1 done.
  float amount(Stage stage, Beat beat, int key = -1) const {
    return walk.amount({stage, beat, key});
  }
  bool done(Stage stage, Beat beat, int key = -1) const { return amount(stage, beat, key) >= 1; }
  bool scored(int key) const { return amount(Stage::score, Beat::score_key, key) > 0; }
  bool hides_key(int key) const { return values.hidden[static_cast<std::size_t>(key)] > 0.5f; }
  int visible_keys() const;
  Quantity quantity(Quantity::Kind kind, int column = -1, int dim = -1) const;
};

RowView row_view(const Session& session, const Trace& now, const Trace* before);

/// The word of a row or a key as it is shown.
std::string query_word(const Session& session, int row);
std::string key_word(const Session& session, int key);

/// "Softmax", and of a lesson's own part its id: "Fading".
std::string stage_name(const Document& document, const Stop& stop);

/// Row `row` of q, k or v of the session's head; empty where a recording has none. Grouped queries:
/// several heads share one key head.
std::span<const float> query_of(const RowView&, int row);
std::span<const float> key_of(const RowView&, int key);
std::span<const float> value_of(const RowView&, int key);

/// "√2", "√64"; "√2.5" never: d is a count.
std::string root_text(int d);
/// What scaling does, in a header: "÷√2", "× 0.5"; empty where the scale is off.
std::string scale_text(const RowView&);

/// The fewest decimals, at most `most`, that show each of the numbers, so that a column is aligned
/// on its point.
int decimals_for(const std::vector<float>& numbers, int most);

/// "2, 0": a vector in a narrow place.
std::string bare_vector(std::span<const float> values, int decimals = 2);

/// The key with the largest weight; -1 when nothing is visible.
int strongest_key(const RowView&);

}  // namespace qkv
