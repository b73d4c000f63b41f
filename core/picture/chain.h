#pragma once
// The way of one number back to the vectors: one step a stage, each with its arithmetic and the
// NumPy that makes it. Drawn beside the scene, copied as text, LaTeX or NumPy.

#include <string>
#include <vector>

#include "core/picture/panels.h"

namespace qkv {

struct ChainStep {
  std::string name;         ///< "scaled"
  Quantity quantity;        ///< what this step gives
  std::vector<Line> lines;  ///< its arithmetic, as a hover tells it
  std::string code;         ///< "scaled = scores / np.sqrt(q.shape[-1])"; empty: data, or no code
  std::string code_name;    ///< "scaled[3, 1]": the number in it; empty: there is no code
};

struct ChainPicture {
  Line title;          ///< its → cat
  std::string name;    ///< "weight"
  std::string number;  ///< "0.895", "[0.903, 0.059]"
  Quantity quantity;
  std::vector<ChainStep> steps;
  std::string code_reason;  ///< why there is no code; empty where there is
};

/// The chain of the session's pinned number; no steps where none is pinned.
ChainPicture paint_chain(const Session& session, const Trace& now);
ChainPicture chain_of(const Session& session, const Trace& now, const Quantity& quantity);

/// The number or the numbers that a quantity stands for, as the trace has them; empty where it has
/// none.
std::vector<double> values_of(const Document& document, const Trace& trace,
                              const Quantity& quantity);

/// For the clipboard. LaTeX: an aligned block for amsmath. NumPy: a script that prints the number;
/// empty where there is none.
std::string chain_text(const ChainPicture& chain);
std::string chain_latex(const ChainPicture& chain);
std::string chain_numpy(const Session& session, const Trace& now, const Quantity& quantity);

/// What the moment is about, for whoever pins by key: a score of the acting key (the word's own
/// where none acts), then its weight, at last z.
Quantity acting_quantity(const Session& session);

}  // namespace qkv
