#include "core/session/pin.h"

#include <algorithm>

#include "core/session/action_reader.h"
#include "core/session/words.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

bool is_of_key(Kind kind) { return kind == Kind::key || kind == Kind::value; }

int width_of(const Session& session, Kind kind) {
  const Document& document = *session.document;
  if (kind == Kind::query || kind == Kind::key) return document.queries.columns;
  const bool keys = session.options.variant.keys_as_values && kind != Kind::value;
  return keys ? document.keys.columns : document.values.columns;
}

/// Where the walk makes numbers of this kind.
Stop made_at(const Quantity& number) {
  switch (number.kind) {
    case Kind::query:
      return {Stage::project, Beat::project_q, -1};
    case Kind::key:
      return {Stage::project, Beat::project_k, -1};
    case Kind::value:
      return {Stage::project, Beat::project_v, -1};
    case Kind::score:
      return {Stage::score, Beat::score_key, number.column};
    case Kind::scaled:
      return {Stage::scale, Beat::scale, -1};
    case Kind::masked:
      return {Stage::mask, Beat::mask, -1};
    case Kind::row_max:
      return {Stage::softmax, Beat::softmax_max, -1};
    case Kind::exp:
      return {Stage::softmax, Beat::softmax_exp, -1};
    case Kind::row_sum:
      return {Stage::softmax, Beat::softmax_stack, -1};
    case Kind::weight:
      return {Stage::softmax, Beat::softmax_divide, -1};
    case Kind::weighted_value:
      return {Stage::mix, Beat::mix_key, number.column};
    case Kind::output:
      return {Stage::mix, Beat::mix_z, -1};
    default:
      return {};
  }
}

const PinKind* named(std::string_view name, bool of_cell) {
  for (const PinKind& kind : pin_kinds())
    if (kind.of_cell == of_cell && (kind.name == name || std::string(kind.name) + "s" == name))
      return &kind;
  return nullptr;
}

int dim_at(const ActionReader& reader, std::string_view text) {
  const int dim = reader.whole(text);
  if (dim < 1) reader.refuse("the numbers of a vector are counted from 1");
  return dim - 1;
}

}  // namespace

const std::vector<PinKind>& pin_kinds() {
  static const std::vector<PinKind> all = {
      {"score", Kind::score, true},
      {"scaled", Kind::scaled, true},
      {"masked", Kind::masked, true},
      {"exp", Kind::exp, true},
      {"weight", Kind::weight, true},
      {"share", Kind::weighted_value, true, true},
      {"query", Kind::query, false, true},
      {"key", Kind::key, false, true},
      {"value", Kind::value, false, true},
      {"output", Kind::output, false, true},
      {"max", Kind::row_max},
      {"sum", Kind::row_sum},
      {"total", Kind::weight},
  };
  return all;
}

bool is_weight_sum(const Quantity& quantity) {
  return quantity.kind == Kind::weight && quantity.row >= 0 && quantity.column < 0;
}

const PinKind* pin_kind(const Quantity& quantity) {
  const bool sum = is_weight_sum(quantity);
  for (const PinKind& known : pin_kinds())
    if (known.kind == quantity.kind && known.of_cell == (known.of_cell && !sum)) return &known;
  return nullptr;
}

Quantity pinnable(const Session& session, Quantity quantity) {
  const PinKind* kind = pin_kind(quantity);
  if (!kind) return {};
  // A broken softmax has no exponentials by row.
  const bool by_row = quantity.kind == Kind::exp || quantity.kind == Kind::row_max ||
                      quantity.kind == Kind::row_sum;
  if (by_row && !by_row_once(session.options.variant)) return {};
  Quantity pinned{quantity.kind, session.slice.layer, session.slice.head, -1, -1, -1};
  const int n = session.document->n(), m = session.document->m();
  if (is_of_key(kind->kind)) {
    pinned.column = quantity.column >= 0 ? quantity.column : quantity.row;
  } else {
    pinned.row = quantity.row;
    if (kind->of_cell) pinned.column = quantity.column;
  }
  const bool row = pinned.row >= 0 && pinned.row < n,
             column = pinned.column >= 0 && pinned.column < m;
  if (kind->of_cell ? !(row && column) : !(is_of_key(kind->kind) ? column : row)) return {};
  if (kind->has_dims && quantity.dim >= 0 && quantity.dim < width_of(session, kind->kind))
    pinned.dim = quantity.dim;
  return pinned;
}

namespace {

bool is_reached(const Session& session, const Trace& trace, const Quantity& number) {
  // A vector is its word's, whichever row looks at it.
  const int row = number.row >= 0 ? number.row : session.row;
  const WalkShape shape = walk_shape(session, trace, row);
  const Stop stop = made_at(number);
  if (stop.stage == Stage::project && !shape.has_projection) return true;
  return done(shape, moment_of(session, trace, row), stop);
}

}  // namespace

void keep_pinned(Session& session, const Trace& trace) {
  if (session.pinned)
    session.pinned =
        is_secret(session, session.pinned) ? Quantity{} : pinnable(session, session.pinned);
  // The trace of a sentence that was just edited is not yet there.
  const bool fits = trace.n == session.document->n() && trace.m == session.document->m();
  if (session.layout.present && session.pinned && fits &&
      !is_reached(session, trace, session.pinned))
    session.pinned = {};
  Layout& layout = session.layout;
  layout.code_on_top = layout.code_on_top && layout.code != CodePanel::off && session.pinned;
}

Action parse_pin(const ActionReader& reader) {
  const auto pieces = reader.pieces();
  if (pieces.size() == 1 && pieces[0] == "off") return action::Pin{};
  const auto& queries = reader.session.document->query_words;
  const auto& keys = reader.session.document->key_words;
  Quantity quantity;
  const PinKind* kind = nullptr;
  if (pieces.size() >= 3 && pieces.size() <= 4 && (kind = named(pieces[2], true))) {
    quantity.row = word_argument(queries, pieces[0]);
    quantity.column = word_argument(keys, pieces[1]);
  } else if (pieces.size() >= 2 && pieces.size() <= 3 && (kind = named(pieces[1], false))) {
    (is_of_key(kind->kind) ? quantity.column : quantity.row) =
        word_argument(is_of_key(kind->kind) ? keys : queries, pieces[0]);
  } else {
    reader.refuse(
        "name a number, as in \"pin its cat weight\" (score, scaled, masked, exp, weight, share) "
        "or "
        "\"pin its output 1\" (query, key, value, output, max, sum, total), or \"pin off\"");
  }
  quantity.kind = kind->kind;
  if (const std::size_t named_by = kind->of_cell ? 3 : 2; pieces.size() > named_by) {
    if (!kind->has_dims) reader.refuse("a " + std::string(kind->name) + " is one number");
    quantity.dim = dim_at(reader, pieces[named_by]);
  }
  quantity.layer = reader.session.slice.layer;
  quantity.head = reader.session.slice.head;
  return action::Pin{quantity};
}

std::string pin_arguments(const Quantity& quantity, const Session& session) {
  const PinKind* kind = pin_kind(quantity);
  if (!kind) return "off";
  const Document& document = *session.document;
  std::string text = is_of_key(quantity.kind) ? word_text(document.key_words, quantity.column)
                                              : word_text(document.query_words, quantity.row);
  if (kind->of_cell) text += " " + word_text(document.key_words, quantity.column);
  text += " " + std::string(kind->name);
  if (quantity.dim >= 0) text += " " + std::to_string(quantity.dim + 1);
  return text;
}

}  // namespace qkv
