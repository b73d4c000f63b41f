// The script of one number: as far as it is needed, and the number printed.

#include <algorithm>

#include "core/code/script.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

using code::Script;
using Kind = Quantity::Kind;

Stage stage_of(Kind kind) {
  switch (kind) {
    case Kind::query:
    case Kind::key:
    case Kind::value:
      return Stage::project;
    case Kind::score:
      return Stage::score;
    case Kind::scaled:
      return Stage::scale;
    case Kind::masked:
    case Kind::row_max:
      return Stage::mask;
    case Kind::exp:
    case Kind::row_sum:
    case Kind::weight:
      return Stage::softmax;
    default:
      return Stage::mix;
  }
}

struct Namer {
  const Script& script;
  const std::string& masked;  ///< what softmax reads
  const Quantity& q;

  std::string head() const { return script.flat() ? "" : std::to_string(q.head) + ", "; }
  std::string cell(const std::string& array) const {
    return array + "[" + head() + std::to_string(q.row) + ", " + std::to_string(q.column) + "]";
  }
  std::string row(const std::string& array) const {
    return array + "[" + head() + std::to_string(q.row) + "]";
  }
  /// A vector of q, k or v, or one of its numbers. A single key head serves all: written out it has
  /// no axis for them, loaded from a file it has one of length 1.
  std::string vector(const std::string& array, const Tensor& tensor, int place) const {
    std::string index;
    const bool alone = tensor.heads == 1 && !script.flat();
    if (alone && script.document.tensors)
      index = "0, ";
    else if (!alone)
      index = head();
    index += std::to_string(place);
    if (q.dim >= 0) index += ", " + std::to_string(q.dim);
    return array + "[" + index + "]";
  }
  std::string sum() const {
    const bool total = !script.options().sink.empty() && !script.trace.fully_masked(q.head, q.row);
    return total ? "total[" + head() + std::to_string(q.row) + ", 0]" : row("e") + ".sum()";
  }
  std::string maximum() const {
    const bool sink = !script.options().sink.empty() && !script.trace.fully_masked(q.head, q.row);
    if (!sink) return row(masked) + ".max()";
    const std::string own = script.flat() ? "sink" : "sink[" + std::to_string(q.head) + ", 0, 0]";
    return "np.maximum(" + row(masked) + ".max(), " + own + ")";
  }

  std::string name() const {
    const Document& d = script.document;
    const bool keys = script.options().variant.keys_as_values;
    switch (q.kind) {
      case Kind::query:
        return vector("q", d.queries, q.row);
      case Kind::key:
        return vector("k", d.keys, q.column);
      case Kind::value:
        return vector("v", d.values, q.column);
      case Kind::score:
        return cell("scores");
      case Kind::scaled:
        return cell("scaled");
      case Kind::masked:
        return cell(masked);
      case Kind::row_max:
        return maximum();
      case Kind::exp:
        return cell("e");
      case Kind::row_sum:
        return sum();
      case Kind::weight:
        return q.column < 0 ? row("weights") + ".sum()" : cell("weights");
      case Kind::weighted_value:
        return cell("weights") + " * " +
               (keys ? vector("k", d.keys, q.column) : vector("v", d.values, q.column));
      default:
        return vector("output", d.queries, q.row);
    }
  }
  /// The variable that the stage of this quantity fills; empty where it is an expression.
  std::string variable() const {
    const std::string whole = name();
    const bool call = whole.find('(') != std::string::npos || whole.find('*') != std::string::npos;
    return call ? "" : whole.substr(0, whole.find('['));
  }
};

}  // namespace

NumberCode number_code(const Document& document, const Trace& trace, const Quantity& quantity) {
  if (const std::string why = no_code_reason(document); !why.empty())
    throw InputError(document.origin + ": " + why);
  Script script(document, trace, Language::numpy);
  const std::string masked = code::write_computing(script);
  const Namer namer{script, masked, quantity};
  NumberCode result;
  result.name = namer.name();
  const std::string assigned = namer.variable() + " = ";
  // A sink is a matter of the softmax, whose maximum it joins.
  const bool sink = quantity.kind == Kind::row_max && !script.options().sink.empty();
  const Stage last = sink ? Stage::softmax : stage_of(quantity.kind);
  for (CodeLine& line : script.lines) {
    if (line.stage > last) continue;
    const bool data = line.text.find("np.array(") != std::string::npos;
    if (assigned.size() > 3 && line.text.starts_with(assigned) && !data) result.line = line.text;
    result.lines.push_back(std::move(line));
  }
  result.lines.push_back({});
  result.lines.push_back({"print(" + result.name + ")", {}, Stage::all});
  return result;
}

}  // namespace qkv
