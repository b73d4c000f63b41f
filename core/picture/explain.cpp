#include "core/picture/explain.h"

#include <cmath>

#include "core/picture/chain.h"
#include "core/picture/comparison.h"
#include "core/picture/explain_parts.h"
#include "core/picture/number_of.h"
#include "core/session/pin.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

bool in_range(int i, int count) { return i >= 0 && i < count; }

// A page and a trace may be a frame apart; a place that is not there has nothing to say.
bool is_there(const Trace& trace, const Quantity& q, bool row, bool column) {
  return in_range(q.head, trace.heads) && (!row || in_range(q.row, trace.n)) &&
         (!column || in_range(q.column, trace.m));
}

void say_pair(const Explained& e) {
  Span query = said(e.query_word(), Role::query), key = said(e.key_word(), Role::key);
  query.bold = key.bold = true;
  e.lines.push_back({query, said(" → "), key});
}

void say_word(const Explained& e, std::string word, Role role) {
  Span span = said(std::move(word), role);
  span.bold = true;
  e.lines.push_back({span});
}

// What it was in A, and how far it has moved.
void say_compared(const Explained& e) {
  const Comparison comparison(e.session);
  const Quantity then = comparison.in_a(e.quantity);
  if (!then) return;
  const Frozen& a = *e.session.frozen;
  const auto now = values_of(*e.session.document, e.trace, e.quantity);
  const auto was = values_of(*a.document, *a.trace, then);
  if (now.empty() || now.size() != was.size()) return;
  std::vector<float> before(was.begin(), was.end());
  if (now.size() > 1) {
    e.lines.push_back(
        {said("A: "), number(format_vector(before.data(), static_cast<int>(before.size())))});
    return;
  }
  Line line = {said("A: "), number(number_of(then.kind, was.front()))};
  if (std::isfinite(now.front()) && std::isfinite(was.front())) {
    line.push_back(said("   B − A = "));
    line.push_back(
        number(signed_number(now.front() - was.front(), 3, then.kind == Kind::weight), true));
  }
  e.lines.push_back(std::move(line));
}

Stretch stretch_of(Kind kind) {
  switch (kind) {
    case Kind::score:
      return Stretch::score;
    case Kind::scaled:
      return Stretch::scaled;
    case Kind::masked:
      return Stretch::masked;
    case Kind::exp:
      return Stretch::exp;
    default:
      return Stretch::weight;
  }
}

}  // namespace

std::string Explained::query_word() const {
  return token_text(session.document->query_words[static_cast<std::size_t>(row())]);
}

std::string Explained::key_word() const {
  return token_text(session.document->key_words[static_cast<std::size_t>(column())]);
}

Quantity Explained::of(Quantity::Kind kind) const {
  Quantity other = quantity;
  other.kind = kind;
  other.dim = -1;
  return other;
}

std::vector<Line> explain(const Session& session, const Trace& trace, const Quantity& quantity) {
  std::vector<Line> lines;
  if (!session.document) return lines;
  if (is_secret(session, quantity)) return {{said(std::string(text("notice.predicting")))}};
  Explained e{session, trace, quantity, lines};
  switch (quantity.kind) {
    case Kind::none:
    case Kind::action:
      break;
    case Kind::word:
    case Kind::query:
    case Kind::key:
    case Kind::value:
      explain_vector(e);
      break;
    case Kind::score:
    case Kind::scaled:
    case Kind::masked:
    case Kind::exp:
    case Kind::weight:
      if (is_weight_sum(quantity)) {
        if (!is_there(trace, quantity, true, false)) break;
        say_word(e, e.query_word(), Role::query);
        explain_weight_sum(e);
        break;
      }
      if (!is_there(trace, quantity, true, true)) break;
      say_pair(e);
      explain_cell(e, stretch_of(quantity.kind));
      break;
    case Kind::weighted_value:
      if (!is_there(trace, quantity, true, true)) break;
      say_pair(e);
      explain_weighted_value(e);
      break;
    case Kind::output:
    case Kind::row_max:
    case Kind::row_sum:
      if (!is_there(trace, quantity, true, false)) break;
      say_word(e, e.query_word(), quantity.kind == Kind::output ? Role::output : Role::query);
      if (quantity.kind == Kind::output) explain_output(e);
      if (quantity.kind == Kind::row_max) explain_row_max(e);
      if (quantity.kind == Kind::row_sum) explain_row_sum(e);
      break;
  }
  if (!lines.empty()) say_compared(e);
  return lines;
}

}  // namespace qkv
