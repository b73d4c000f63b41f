// What number a quantity stands for.

#include <algorithm>
#include <cmath>

#include "core/picture/chain.h"
#include "core/session/pin.h"
#include "core/session/walk.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

std::vector<double> numbers(std::span<const float> from, int dim) {
  if (dim < 0) return {from.begin(), from.end()};
  if (dim >= static_cast<int>(from.size())) return {};
  return {static_cast<double>(from[static_cast<std::size_t>(dim)])};
}

std::vector<double> one(bool there, float value) {
  return there ? std::vector<double>{static_cast<double>(value)} : std::vector<double>{};
}

std::vector<double> of_row(const Floats& values, const Trace& t, const Quantity& q) {
  if (values.empty()) return {};
  return {
      static_cast<double>(values[static_cast<std::size_t>(q.head) * static_cast<std::size_t>(t.n) +
                                 static_cast<std::size_t>(q.row)])};
}

std::vector<double> exp_of(const Trace& t, const Quantity& q) {
  if (!t.has_scaled || t.row_max.empty()) return {};
  if (t.fully_masked(q.head, q.row) || !t.visible(q.head, q.row, q.column)) return {0.0};
  const double above =
      static_cast<double>(t.masked(q.head, q.row, q.column)) - of_row(t.row_max, t, q).front();
  return {std::exp(above / static_cast<double>(t.options.temperature))};
}

}  // namespace

std::vector<double> values_of(const Document& document, const Trace& t, const Quantity& q) {
  switch (q.kind) {
    case Kind::query:
      return numbers(query_row(document, q.head, q.row), q.dim);
    case Kind::key:
      return numbers(key_row(document, q.head, q.column), q.dim);
    case Kind::value:
      return numbers(value_row(document, q.head, q.column), q.dim);
    case Kind::score:
      return t.has_scores ? one(true, t.score(q.head, q.row, q.column)) : std::vector<double>{};
    case Kind::scaled:
      return t.has_scaled ? one(true, t.scaled(q.head, q.row, q.column)) : std::vector<double>{};
    case Kind::masked:
      return t.has_scaled ? one(true, t.masked(q.head, q.row, q.column)) : std::vector<double>{};
    case Kind::exp:
      return exp_of(t, q);
    case Kind::row_max:
      return of_row(t.row_max, t, q);
    case Kind::row_sum:
      return of_row(t.row_sum, t, q);
    case Kind::weight:
      if (is_weight_sum(q)) return one(t.has_weights, t.row_total(q.head, q.row));
      return t.has_weights ? one(true, t.weight(q.head, q.row, q.column)) : std::vector<double>{};
    case Kind::weighted_value: {
      if (!t.has_weights) return {};
      std::vector<double> piece = numbers(mixed_row(document, t.options, q.head, q.column), q.dim);
      const auto weight = static_cast<double>(t.weight(q.head, q.row, q.column));
      for (double& number : piece) number *= weight;
      return piece;
    }
    case Kind::output:
      return t.has_output ? numbers(t.output_row(q.head, q.row), q.dim) : std::vector<double>{};
    default:
      return {};
  }
}

Quantity acting_quantity(const Session& session) {
  const Stop& at = session.playhead.at;
  Quantity quantity{Kind::weight, session.slice.layer, session.slice.head, session.row, -1, -1};
  switch (at.stage) {
    case Stage::start:
    case Stage::part:
    case Stage::project:
      quantity.kind = Kind::query;
      return quantity;
    case Stage::score:
      quantity.kind = Kind::score;
      break;
    case Stage::scale:
      quantity.kind = Kind::scaled;
      break;
    case Stage::mask:
      quantity.kind = Kind::masked;
      break;
    case Stage::softmax:
    case Stage::train:
      break;
    case Stage::after:
      quantity.kind = Kind::output;
      return quantity;
    case Stage::mix:
    case Stage::all:
      if (at.key < 0) {
        quantity.kind = Kind::output;
        return quantity;
      }
      quantity.kind = Kind::weighted_value;
      break;
  }
  const int keys = session.document->m();
  quantity.column = at.key >= 0 && at.key < keys ? at.key : std::min(session.row, keys - 1);
  return quantity;
}

}  // namespace qkv
