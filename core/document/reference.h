#pragma once
// How a lesson's text and its questions name a number of the trace, so that none is ever written
// down: "weight its cat". Nothing is stored but the name; the value is read from the trace.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/document/knobs.h"

namespace qkv {

struct Document;

/// In texts {weight its cat}, in questions the same without braces:
///
///   score scaled masked exp weight percent visible   QUERY KEY   a number of the table
///   max sum sees                                     QUERY       of a row; sees: keys in view
///   best                                             QUERY       the key with the largest weight
///   total                                            QUERY       what its weights add up to
///   handed                                           KEY         the weights down its column
///   q x z                                            QUERY       a vector, or with a number
///   k v                                              KEY         (from 1) one of its numbers
///   piece piece_percent NAME, perhaps ROW and COLUMN from 1   of what a lesson computes itself:
///                                                    "piece spread", "piece weights 1 2"; of a
///                                                    single row its place: "piece fading 20".
///                                                    Where there is one a word, a word may stand
///                                                    for it.
///
/// A word is written as it stands, the#2 for the second one. In questions ? stands for any word.
/// After | follow what differs from the numbers on the screen: {weight its cat | scale off},
/// also "scale on", "scale 0.5", "mask causal+padding:1", "variant axis=columns" and "head 2" (from
/// 1), joined by commas. For pieces: "knob d 64" (the other knobs as they start) and "digits 2"
/// (decimals, always so many) or "figures 3" (digits that count, thousands apart: 0.0000751,
/// 13,300), or "bytes" (17 GB).
struct Reference {
  enum class Kind {
    score,
    scaled,
    masked,
    exp,
    weight,
    percent,
    visible,
    max,
    sum,
    sees,
    best,
    total,
    handed,
    query,
    key,
    value,
    embedding,
    output,
    piece,
    piece_percent
  } kind = Kind::score;
  static constexpr int kAny = -2;  ///< "?"
  int row = -1, column = -1, dim = -1;
  std::optional<int> head;
  std::optional<bool> scale;
  std::optional<float> factor;  ///< a scale of one's own
  std::optional<Variant> variant;
  std::optional<std::vector<MaskRule>> rules;
  std::string piece;               ///< its name; row and column count in it from 0
  std::vector<KnobSetting> knobs;  ///< where they stand for it
  std::optional<int> digits, figures;
  bool changes() const { return scale || factor || variant || rules; }
  friend bool operator==(const Reference&, const Reference&) = default;
};

/// InputError says what is wrong and what there is; the words must be the document's.
Reference parse_reference(std::string_view text, const Document& document);
std::string reference_text(const Reference& reference, const Document& document);  // the inverse

/// What follows the bar, put into `options`; the head is read where it is looked at.
void apply_changes(const Reference& reference, AttentionOptions& options);

/// Where a reference is read: a document, its trace and the head that is looked at.
struct TraceView {
  const Document& document;
  const Trace& trace;
  int head = 0;
  /// With the knobs as they stand; null: as they start.
  const PieceMap* pieces = nullptr;
};
/// The number; a vector and best have none (NaN). `row` and `column` stand for each ?.
double value_of(const Reference& reference, const TraceView& view, int row = -1, int column = -1);
/// As a text says it: "6", "0.895", "90 %", "cat", "[2, 0]", "−∞".
std::string said(const Reference& reference, const TraceView& view);

/// A number, or what a question compares: `left`, then < = > and `right` or a plain number. Without
/// a comparison the largest is meant: "weight ate ?".
struct Condition {
  Reference left;
  char compare = 0;  ///< '<', '=', '>' or 0: none
  std::optional<Reference> right;
  double number = 0;  ///< where there is no `right`
  friend bool operator==(const Condition&, const Condition&) = default;
};
Condition parse_condition(std::string_view text, const Document& document);
std::string condition_text(const Condition& condition, const Document& document);
/// Is the comparison true? Equal means equal as they are shown, to 5e-4.
bool holds(const Condition& condition, const TraceView& view, int row = -1, int column = -1);

/// The names that stand in braces in a text, in order.
std::vector<std::string> names_in_braces(std::string_view text);
/// A name that the moment fills in: {word}, {key}, {best}, ... as the walk stands.
bool is_name_of_moment(std::string_view name);

}  // namespace qkv
