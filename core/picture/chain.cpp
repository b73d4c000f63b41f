#include "core/picture/chain.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/picture/explain_parts.h"
#include "core/picture/number_of.h"
#include "core/picture/panels/row_view.h"
#include "core/session/pin.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

constexpr std::size_t kMostNumbers = 6;  // of a row or a vector in one line
constexpr int kMostProjected = 3;        // numbers of a vector that are told one by one

struct Chainer {
  const Session& session;
  const Trace& trace;
  ChainPicture& chain;

  Quantity of(Kind kind, int row, int column, int dim = -1) const {
    return {kind, session.slice.layer, session.slice.head, row, column, dim};
  }
  Explained explained(const Quantity& quantity, std::vector<Line>& lines) const {
    return {session, trace, quantity, lines};
  }

  void add(Kind kind, const Quantity& quantity, std::vector<Line> lines) {
    if (lines.empty()) return;
    ChainStep step;
    // A step may show a whole row: it is called as one of its numbers is.
    step.name = text("chain." + std::string(name_key({kind, 0, 0, 0, 0, -1})));
    step.quantity = quantity;
    step.lines = std::move(lines);
    chain.steps.push_back(std::move(step));
  }

  static std::string_view name_key(const Quantity& quantity) {
    const PinKind* const kind = pin_kind(quantity);
    return kind != nullptr ? kind->name : std::string_view();
  }

  // Said of a word, then its numbers: the name is in the step's head already.
  std::vector<Line> vector_lines(const Quantity& quantity) const {
    std::vector<Line> lines = explain(session, trace, quantity);
    if (!lines.empty()) lines.erase(lines.begin());
    return lines;
  }

  void vector(Kind kind, int place, bool told_apart) {
    const bool query = kind == Kind::query;
    Quantity quantity = query ? of(kind, place, -1) : of(kind, -1, place);
    std::vector<Line> lines;
    const auto& projection = session.document->projection;
    const int width =
        kind == Kind::value ? session.document->values.columns : session.document->queries.columns;
    if (told_apart && projection && width <= kMostProjected &&
        place < projection->embeddings.rows) {
      const auto x = projection->embeddings.view().row(0, place);
      lines.push_back(
          {number("x = " + format_vector(x.data(), static_cast<int>(x.size()), 3, kMostNumbers))});
      for (quantity.dim = 0; quantity.dim < width; ++quantity.dim) {
        std::vector<Line> one = vector_lines(quantity);
        std::move(one.begin(), one.end(), std::back_inserter(lines));
      }
      quantity.dim = -1;
    }
    std::vector<Line> whole = vector_lines(quantity);
    std::move(whole.begin(), whole.end(), std::back_inserter(lines));
    add(kind, quantity, std::move(lines));
  }

  void stretch(Kind kind, Stretch one, int row, int column, bool asked) {
    std::vector<Line> lines;
    explain_stretch(explained(of(kind, row, column), lines), one, asked);
    add(kind, of(kind, row, column), std::move(lines));
  }

  template <class Say>
  void of_row(Kind kind, int row, Say say) {
    std::vector<Line> lines;
    say(explained(of(kind, row, -1), lines));
    add(kind, of(kind, row, -1), std::move(lines));
  }

  bool by_rows(int row) const {
    return trace.has_scaled && !trace.row_max.empty() && !trace.row_sum.empty() &&
           by_row_once(trace.options.variant) && !trace.fully_masked(session.slice.head, row);
  }

  void cell(Kind last, int row, int column) {
    if (trace.has_scores) {
      vector(Kind::query, row, true);
      vector(Kind::key, column, true);
    }
    stretch(Kind::score, Stretch::score, row, column, false);
    if (last == Kind::score) return;
    stretch(Kind::scaled, Stretch::scaled, row, column, false);
    if (last == Kind::scaled) return;
    stretch(Kind::masked, Stretch::masked, row, column, last == Kind::masked);
    if (last == Kind::masked) return;
    const bool rows = by_rows(row);
    if (rows) of_row(Kind::row_max, row, explain_row_max);
    stretch(Kind::exp, Stretch::exp, row, column, false);
    if (last == Kind::exp) return;
    if (rows) of_row(Kind::row_sum, row, explain_exp_sum);
    stretch(Kind::weight, Stretch::weight, row, column, false);
    if (last == Kind::weight) return;
    vector(trace.options.variant.keys_as_values ? Kind::key : Kind::value, column, true);
  }

  void piece(const Quantity& quantity) {
    std::vector<Line> lines;
    explain_piece(explained(quantity, lines));
    add(Kind::weighted_value, quantity, std::move(lines));
  }

  /// All numbers of a row side by side, each itself to be pointed at.
  void row_of(Kind kind, int row, Line head) {
    Line line = std::move(head);
    line.push_back(number(" = ["));
    int shown = 0;
    for (int key = 0; key < trace.m; ++key) {
      const std::vector<double> value = values_of(*session.document, trace, of(kind, row, key));
      if (value.empty()) return;
      if (shown == static_cast<int>(kMostNumbers)) {
        line.push_back(number(", …"));
        break;
      }
      if (shown++ > 0) line.push_back(number(", "));
      Span span = number(number_of(kind, value.front()), key == session.playhead.at.key);
      span.quantity = of(kind, row, key);
      line.push_back(std::move(span));
    }
    line.push_back(number("]"));
    add(kind, of(kind, row, -1), {std::move(line)});
  }

  void row(const Quantity& quantity) {
    const int i = quantity.row;
    const auto letter = [](const char* name, Role role) {
      Span span = number(name);
      span.role = role;
      return span;
    };
    if (trace.has_scores) vector(Kind::query, i, true);
    if (trace.has_scores)
      row_of(Kind::score, i, {letter("q", Role::query), number(" · "), letter("k", Role::key)});
    if (trace.has_scaled) row_of(Kind::scaled, i, {number("s")});
    const bool hides = [&] {
      for (int key = 0; key < trace.m; ++key)
        if (!trace.visible(session.slice.head, i, key)) return true;
      return false;
    }();
    if (trace.has_scaled && (hides || trace.options.mask.bias))
      row_of(Kind::masked, i, {number("s")});
    if (by_rows(i)) {
      of_row(Kind::row_max, i, explain_row_max);
      if (quantity.kind == Kind::row_max) return;
      row_of(Kind::exp, i, {number("e^(s − max)")});
      of_row(Kind::row_sum, i, explain_exp_sum);
    }
    if (quantity.kind == Kind::row_sum) return;
    if (trace.has_weights) row_of(Kind::weight, i, {number("w")});
    if (quantity.kind == Kind::weight) {
      of_row(Kind::weight, i, explain_weight_sum);
      if (!chain.steps.empty()) chain.steps.back().name = text("chain.total");
      return;
    }
    std::vector<Line> lines;
    explain_output(explained(quantity, lines));
    add(Kind::output, quantity, std::move(lines));
  }
};

bool is_of_cells(Kind kind) {
  return kind == Kind::score || kind == Kind::scaled || kind == Kind::masked || kind == Kind::exp ||
         kind == Kind::weight || kind == Kind::weighted_value;
}

bool is_cell(const Quantity& quantity) {
  return is_of_cells(quantity.kind) && !is_weight_sum(quantity);
}

void say_title(const Session& session, const Quantity& quantity, ChainPicture& chain) {
  const auto bold = [](std::string word, Role role) {
    return Span{std::move(word), role, true, false, 0, {}};
  };
  const bool key = quantity.kind == Kind::key || quantity.kind == Kind::value;
  if (!key)
    chain.title.push_back(bold(query_word(session, quantity.row),
                               quantity.kind == Kind::output ? Role::output : Role::query));
  if (is_cell(quantity)) chain.title.push_back(said(" → "));
  if (key || is_cell(quantity))
    chain.title.push_back(bold(key_word(session, quantity.column),
                               quantity.kind == Kind::value ? Role::value : Role::key));
}

void add_code(const Session& session, const Trace& now, ChainPicture& chain) {
  chain.code_reason = no_code_reason(*session.document);
  if (!chain.code_reason.empty()) return;
  for (ChainStep& step : chain.steps) {
    // A whole row of one stage: the name of its first number without the column.
    Quantity named = step.quantity;
    const bool total = &step == &chain.steps.back() && is_weight_sum(chain.quantity);
    const bool row = is_of_cells(named.kind) && named.column < 0 && !total;
    if (row) named.column = 0;
    NumberCode code = number_code(*session.document, now, named);
    if (row) code.name = code.name.substr(0, code.name.rfind(',')) + "]";
    step.code = std::move(code.line);
    step.code_name = std::move(code.name);
  }
}

}  // namespace

ChainPicture chain_of(const Session& session, const Trace& now, const Quantity& wanted) {
  ChainPicture chain;
  chain.quantity = pinnable(session, wanted);
  const Quantity& q = chain.quantity;
  if (!q || q.row >= now.n || q.column >= now.m || q.head >= now.heads) return chain;
  Chainer chainer{session, now, chain};
  say_title(session, q, chain);
  chain.name = text("chain." + std::string(Chainer::name_key(q)));
  if (q.dim >= 0)
    chain.name += " " + filled(text("chain.dim"), {{"number", std::to_string(q.dim + 1)}});
  const std::vector<double> values = values_of(*session.document, now, q);
  const std::vector<float> shown(values.begin(), values.end());
  if (shown.size() == 1)
    chain.number = number_of(q.kind, values.front());
  else if (!shown.empty())
    chain.number = format_vector(shown.data(), static_cast<int>(shown.size()), 3, 4);
  if (is_cell(q)) {
    chainer.cell(q.kind, q.row, q.column);
    if (q.kind == Kind::weighted_value) chainer.piece(q);
  } else if (q.kind == Kind::query || q.kind == Kind::key || q.kind == Kind::value) {
    chainer.vector(q.kind, q.kind == Kind::query ? q.row : q.column, true);
  } else {
    chainer.row(q);
  }
  add_code(session, now, chain);
  return chain;
}

ChainPicture paint_chain(const Session& session, const Trace& now) {
  return session.pinned ? chain_of(session, now, session.pinned) : ChainPicture{};
}

}  // namespace qkv
