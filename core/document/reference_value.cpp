// What a reference says: its number, read from a trace or from what a lesson computes.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/document/document.h"
#include "core/document/reference.h"
#include "core/document/reference_parts.h"
#include "core/text/format_number.h"
#include "core/text/in_units.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Kind = Reference::Kind;

std::span<const float> row_in(const Tensor& tensor, int head, int heads, int row) {
  if (tensor.data.empty() || row < 0 || row >= tensor.rows) return {};
  const int group = std::max(1, heads / std::max(1, tensor.heads));
  return tensor.view().row(std::min(head / group, tensor.heads - 1), row);
}

std::span<const float> vector_of(const Reference& r, const TraceView& v, int head) {
  const Document& d = v.document;
  switch (r.kind) {
    case Kind::query:
      return row_in(d.queries, head, d.heads(), r.row);
    case Kind::key:
      return row_in(d.keys, head, d.heads(), r.column);
    case Kind::value:
      return row_in(d.values, head, d.heads(), r.column);
    case Kind::embedding:
      return d.projection ? row_in(d.projection->embeddings, 0, 1, r.row)
                          : std::span<const float>{};
    default:
      return v.trace.has_output ? v.trace.output_row(head, r.row) : std::span<const float>{};
  }
}

bool is_vector(Kind kind) { return kind >= Kind::query && kind <= Kind::output; }

int best_key(const Trace& trace, int head, int row) {
  int best = -1;
  for (int j = 0; j < trace.m; ++j)
    if (trace.visible(head, row, j) &&
        (best < 0 || trace.weight(head, row, j) > trace.weight(head, row, best)))
      best = j;
  return best;
}

double number_in(const Reference& r, const TraceView& v, int row, int column) {
  const Trace& t = v.trace;
  const int head = r.head.value_or(v.head);
  const auto at = static_cast<std::size_t>(head) * static_cast<std::size_t>(t.n) +
                  static_cast<std::size_t>(std::max(0, row));
  const double none = std::numeric_limits<double>::quiet_NaN();
  switch (r.kind) {
    case Kind::score:
      return t.has_scores ? static_cast<double>(t.score(head, row, column)) : none;
    case Kind::scaled:
      return t.has_scaled ? static_cast<double>(t.scaled(head, row, column)) : none;
    case Kind::masked:
      return t.has_scaled ? static_cast<double>(t.masked(head, row, column)) : none;
    case Kind::exp:
      if (!t.has_scaled) return none;
      if (!t.visible(head, row, column)) return 0;
      return std::exp(
          (static_cast<double>(t.masked(head, row, column)) - static_cast<double>(t.row_max[at])) /
          static_cast<double>(t.options.temperature));
    case Kind::weight:
      return static_cast<double>(t.weight(head, row, column));
    case Kind::percent:
      return 100 * static_cast<double>(t.weight(head, row, column));
    case Kind::visible:
      return t.visible(head, row, column) ? 1 : 0;
    case Kind::max:
      return t.row_max.empty() ? none : static_cast<double>(t.row_max[at]);
    case Kind::sum:
      return t.row_sum.empty() ? none : static_cast<double>(t.row_sum[at]);
    case Kind::total:
      return t.has_weights ? static_cast<double>(t.row_total(head, row)) : none;
    case Kind::handed:
      return t.has_weights ? static_cast<double>(t.column_total(head, column)) : none;
    case Kind::sees: {
      int count = 0;
      for (int j = 0; j < t.m; ++j) count += t.visible(head, row, j) ? 1 : 0;
      return count;
    }
    default:
      break;
  }
  if (!is_vector(r.kind) || r.dim < 0) return none;
  const auto vector = vector_of(r, v, head);
  const auto dim = static_cast<std::size_t>(r.dim);
  return dim < vector.size() ? static_cast<double>(vector[dim]) : none;
}

/// `row` and `column` stand for each ?.
double piece_value(const Reference& r, const TraceView& v, int row, int column) {
  const Document& document = v.document;
  std::shared_ptr<const PieceMap> own;
  const PieceMap* pieces = v.pieces;
  if (!r.knobs.empty()) {
    KnobPlaces places = start_places(document.knobs);
    for (const KnobSetting& s : r.knobs) places[static_cast<std::size_t>(s.knob)] = s.place;
    own = pieces_at(document, places);
    pieces = own.get();
  }
  if (pieces == nullptr && document.pieces) pieces = &document.pieces->computed;
  const Tensor* const piece = piece_named(pieces, document, r.piece);
  if (piece == nullptr) return std::numeric_limits<double>::quiet_NaN();
  return piece_number(*piece, r.row == Reference::kAny ? row : r.row,
                      r.column == Reference::kAny ? column : r.column);
}

std::string piece_said(const Reference& r, const TraceView& view) {
  const double value = piece_value(r, view, r.row, r.column);
  if (r.kind == Kind::piece_percent)
    return format_fixed(100 * value, r.digits.value_or(0)) + "\u00a0%";
  if (r.digits == kBytes) return byte_text(value);
  if (r.digits == kApart)
    return value == 0 ? std::string(text("reference.equal"))
                      : filled(text("reference.apart"), {{"by", with_figures(value, 2)}});
  if (r.figures) return with_figures(value, *r.figures);
  return r.digits ? format_fixed(value, *r.digits) : format_number(value, 3);
}

/// Runs `read` on the trace that the reference means.
template <class Read>
auto on_its_trace(const Reference& r, const TraceView& view, Read read) {
  if (!r.changes() || view.document.recording) return read(view);
  AttentionOptions options = view.document.options;
  apply_changes(r, options);
  Trace changed;
  trace_of(view.document, options, {}, changed);
  return read(TraceView{view.document, changed, view.head});
}

}  // namespace

double value_of(const Reference& r, const TraceView& view, int row, int column) {
  if (is_piece(r.kind))
    return (r.kind == Kind::piece_percent ? 100 : 1) * piece_value(r, view, row, column);
  const int i = r.row == Reference::kAny ? row : r.row;
  const int j = r.column == Reference::kAny ? column : r.column;
  return on_its_trace(r, view, [&](const TraceView& v) { return number_in(r, v, i, j); });
}

std::string said(const Reference& r, const TraceView& view) {
  if (is_piece(r.kind)) return piece_said(r, view);
  return on_its_trace(r, view, [&](const TraceView& v) -> std::string {
    const int head = r.head.value_or(v.head);
    if (r.kind == Kind::best) {
      const int key = best_key(v.trace, head, r.row);
      return key < 0 ? "\u2026" : v.document.key_words[static_cast<std::size_t>(key)];
    }
    if (is_vector(r.kind) && r.dim < 0) {
      const auto vector = vector_of(r, v, head);
      return format_vector(vector.data(), static_cast<int>(vector.size()),
                           r.kind == Kind::output ? 3 : 2, 4);
    }
    const double value = number_in(r, v, r.row, r.column);
    if (r.kind == Kind::percent) return format_fixed(value, 0) + "\u00a0%";
    const bool fine = r.kind == Kind::weight || r.kind == Kind::exp || r.kind == Kind::sum ||
                      r.kind == Kind::total || r.kind == Kind::handed || r.kind == Kind::output;
    return format_number(value, fine ? 3 : 2);
  });
}

}  // namespace qkv
