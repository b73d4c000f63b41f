#pragma once
// The pieces of explain(), one a kind of quantity. All append lines.

#include "core/picture/explain.h"
#include "core/picture/explain_terms.h"

namespace qkv {

struct Explained {
  const Session& session;
  const Trace& trace;
  Quantity quantity;
  std::vector<Line>& lines;

  int head() const { return quantity.head; }
  int row() const { return quantity.row; }
  int column() const { return quantity.column; }
  std::string query_word() const;
  std::string key_word() const;
  Quantity of(Quantity::Kind kind) const;  ///< the same place, another kind
  bool visible() const { return trace.visible(head(), row(), column()); }
};

enum class Stretch { score, scaled, masked, exp, weight };
/// The chain from q·k up to `last` for one cell.
void explain_cell(const Explained&, Stretch last);
/// One link of it. `asked`: it is the last, and says so where nothing happens.
void explain_stretch(const Explained&, Stretch one, bool asked);
/// Why a key is hidden from a query: "causal: cat comes after the".
std::string hidden_reason(const Explained&);

void explain_vector(const Explained&);  ///< query, key, value
void explain_row_max(const Explained&);
void explain_exp_sum(const Explained&);  ///< Σ e^(s − max) of the row
void explain_row_sum(const Explained&);
void explain_weight_sum(const Explained&);
void explain_piece(const Explained&);           ///< weight × v alone
void explain_weighted_value(const Explained&);  ///< weight × v
void explain_output(const Explained&);          ///< z, or one of its numbers

}  // namespace qkv
