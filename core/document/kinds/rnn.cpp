#include "core/document/kinds/rnn.h"

#include <algorithm>
#include <cmath>

#include "core/sequence/cells.h"
#include "core/sequence/wiring.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

constexpr int kMostNumbers = 8;  // of a memory that is drawn

std::string counted(int count, const char* what) { return std::to_string(count) + " " + what; }

struct Reader {
  const QkvReader& in;
  const toml::table& table;
  Document& document;

  const Tensor& given(const std::string& key) { return document.pieces->given[key]; }

  [[noreturn]] void refuse(const std::string& key, const std::string& what,
                           const std::string& mend) {
    in.fail(*table.get(key), "rnn." + key + ": " + what, mend);
  }

  const Tensor& read(const std::string& key) {
    const toml::node* const node = table.get(key);
    if (node == nullptr)
      in.fail(table, "rnn." + key + ": is missing", "add " + key + " = [[...], ...]");
    return document.pieces->given[key] = in.tensor(*node, "rnn." + key);
  }

  /// `count` matrices of rows × columns; with `count` 0 a single one.
  void shaped(const std::string& key, int count, int rows, int columns, const char* why) {
    const Tensor& t = read(key);
    if (t.heads != std::max(1, count) || t.rows != rows || t.columns != columns)
      refuse(key,
             "has " + (t.heads > 1 ? counted(t.heads, "matrices of ") : "") +
                 counted(t.rows, "rows of ") + std::to_string(t.columns),
             "give " + (count > 1 ? counted(count, "matrices of ") : "") +
                 counted(rows, "rows of ") + std::to_string(columns) + ": " + why);
  }

  /// Numbers above 0 in one row, growing.
  void list(const std::string& key, std::size_t least) {
    const Tensor& t = read(key);
    const bool grows = std::is_sorted(t.data.begin(), t.data.end(), std::less_equal<float>());
    if (t.heads != 1 || t.rows != 1 || t.data.size() < least || !grows || !(t.data.front() > 0))
      refuse(key, "is no list of growing numbers above 0",
             "write " + key + (least > 1 ? " = [[16, 64, 256]]" : " = [[512]]"));
  }
};

/// A part without a picture would be an empty stop.
void check_parts(const QkvReader& in, const toml::table& own, const Document& document) {
  constexpr std::string_view kPictures[] = {"chain", "fading", "gates", "path",
                                            "clock", "table",  "cost",  "map"};
  for (const std::string& part : document.parts) {
    if (std::find(std::begin(kPictures), std::end(kPictures), part) != std::end(kPictures))
      continue;
    const std::string near = nearest(part, {std::begin(kPictures), std::end(kPictures)});
    std::string all;
    for (const std::string_view name : kPictures)
      all += (all.empty() ? "" : ", ") + std::string(name);
    in.fail(own, "parts: \"" + part + "\" is no picture of [rnn]",
            near.empty() ? "there are " + all : "did you mean \"" + near + "\"?");
  }
}

Matrix matrix_of(const Tensor& t, int head = 0) {
  Matrix m(t.rows, t.columns);
  const std::size_t first = static_cast<std::size_t>(head) * m.data.size();
  for (std::size_t i = 0; i < m.data.size(); ++i)
    m.data[i] = static_cast<double>(t.data[first + i]);
  return m;
}

Cell cell_of(Reader& reader, CellKind kind, const std::string& prefix) {
  Cell cell;
  cell.kind = kind;
  const Matrix b = matrix_of(reader.given(prefix + "b"));
  for (int gate = 0; gate < gates_of(kind); ++gate) {
    const auto row = b.data.begin() + static_cast<std::ptrdiff_t>(gate) * b.columns;
    cell.gates.push_back({matrix_of(reader.given(prefix + "w"), gate),
                          matrix_of(reader.given(prefix + "u"), gate),
                          {row, row + b.columns}});
  }
  return cell;
}

void read_given(Reader& reader) {
  reader.in.only(reader.table,
                 {"inputs", "w", "u", "b", "gru_w", "gru_u", "gru_b", "lstm_w", "lstm_u", "lstm_b",
                  "width", "lengths", "widths"},
                 " in [rnn]");
  const int n = reader.document.n();
  const Tensor& inputs = reader.read("inputs");
  if (inputs.heads != 1 || inputs.rows != n)
    reader.refuse("inputs", "has " + counted(inputs.rows, "rows, there are ") + counted(n, "words"),
                  "give one row a word");
  if (n < 2)
    reader.refuse("inputs", "a single word is no chain", "give the lesson two words or more");
  const int e = inputs.columns;
  const Tensor& w = reader.read("w");
  if (w.heads != 1 || w.rows != w.columns)
    reader.refuse("w", "has " + counted(w.rows, "rows of ") + std::to_string(w.columns),
                  "W leads from memory to memory: give as many rows as columns");
  const int d = w.rows;
  if (d > kMostNumbers)
    reader.refuse("w", counted(d, "numbers are more than can be drawn"),
                  "give the memory at most " + std::to_string(kMostNumbers));
  reader.shaped("u", 0, d, e, "U leads from a word to the memory");
  reader.shaped("b", 0, 1, d, "one number for each of the memory's");
  for (const auto& [kind, prefix] : {std::pair{CellKind::gru, "gru_"}, {CellKind::lstm, "lstm_"}}) {
    const int gates = gates_of(kind);
    const std::string name = prefix;
    const char* const order =
        kind == CellKind::gru ? "reset, update, new" : "input, forget, new, output";
    reader.shaped(name + "w", gates, d, d, order);
    reader.shaped(name + "u", gates, d, e, order);
    reader.shaped(name + "b", 0, gates, d, order);
  }
  reader.list("width", 1);
  reader.list("lengths", 2);
  reader.list("widths", 2);
}

using Computed = std::map<std::string, Tensor>;

void put(Computed& pieces, const std::string& name, int heads, int rows,
         const std::vector<double>& numbers) {
  Tensor t;
  t.heads = heads;
  t.rows = rows;
  t.columns = static_cast<int>(numbers.size()) / (heads * rows);
  for (const double x : numbers) t.data.push_back(static_cast<float>(x));
  pieces[name] = std::move(t);
}
void put(Computed& pieces, const std::string& name, const std::vector<double>& numbers) {
  put(pieces, name, 1, 1, numbers);
}
void put(Computed& pieces, const std::string& name, double number) {
  put(pieces, name, std::vector<double>{number});
}

std::vector<double> as_numbers(const std::vector<int>& whole) {
  return {whole.begin(), whole.end()};
}

std::vector<double> columns_of(const Matrix& m, int from, int count) {
  std::vector<double> numbers;
  for (int r = 0; r < m.rows; ++r)
    for (int c = from; c < from + count; ++c) numbers.push_back(m.at(r, c));
  return numbers;
}

void put_matrices(Computed& pieces, const std::string& name, const std::vector<Matrix>& list) {
  std::vector<double> all;
  for (const Matrix& m : list) all.insert(all.end(), m.data.begin(), m.data.end());
  put(pieces, name, static_cast<int>(list.size()), list.front().rows, all);
}

void put_fading(Computed& pieces, const Run& run, const std::string& suffix) {
  const std::vector<double> left = fading(run);
  std::vector<double> one_in;
  for (const double x : left) one_in.push_back(1 / x);
  put(pieces, "fading" + suffix, left);
  put(pieces, "one_in" + suffix, one_in);
  const double steps = static_cast<double>(left.size()) - 1;
  put(pieces, "kept" + suffix, 100 * std::pow(left.back(), 1 / steps));
}

void compute_runs(Reader& reader, Computed& pieces) {
  const Matrix inputs = matrix_of(reader.given("inputs"));
  const int n = inputs.rows;
  const Run plain = run(cell_of(reader, CellKind::rnn, ""), inputs);
  const Run gru = run(cell_of(reader, CellKind::gru, "gru_"), inputs);
  const Run lstm = run(cell_of(reader, CellKind::lstm, "lstm_"), inputs);
  const int d = plain.states.columns;
  put(pieces, "state", 1, n, plain.states.data);
  put(pieces, "gru_state", 1, n, gru.states.data);
  put(pieces, "lstm_state", 1, n, columns_of(lstm.states, 0, d));
  put(pieces, "lstm_cell", 1, n, columns_of(lstm.states, d, d));
  put(pieces, "gru_update", 1, n, gru.kept.data);
  put(pieces, "lstm_forget", 1, n, lstm.kept.data);
  put_matrices(pieces, "jacobian", plain.jacobians);
  put_matrices(pieces, "since_first", since_first(plain));
  put_fading(pieces, plain, "");
  put_fading(pieces, gru, "_gru");
  put_fading(pieces, lstm, "_lstm");
}

void compute_waiting(int n, const std::string& prefix, const Wiring& wiring, Computed& pieces) {
  std::vector<double> hops;
  for (int word = 0; word < n; ++word) hops.push_back(path_length(wiring, word, n - 1));
  put(pieces, prefix + "ready", as_numbers(ready_at(wiring)));
  put(pieces, prefix + "steps", sequential_steps(wiring));
  put(pieces, prefix + "hops", hops);
  put(pieces, prefix + "path", hops.front());
}

void compute_costs(Reader& reader, int n, int d, Computed& pieces) {
  const auto width = static_cast<double>(reader.given("width").data.front());
  std::vector<double> chain, attention, ratio;
  for (const float length : reader.given("lengths").data) {
    chain.push_back(chain_multiplications(static_cast<double>(length), width));
    attention.push_back(attention_multiplications(static_cast<double>(length), width));
  }
  for (const float wide : reader.given("widths").data)
    for (const float length : reader.given("lengths").data)
      ratio.push_back(
          chain_multiplications(static_cast<double>(length), static_cast<double>(wide)) /
          attention_multiplications(static_cast<double>(length), static_cast<double>(wide)));
  put(pieces, "chain_cost", chain);
  put(pieces, "attention_cost", attention);
  std::vector<double> equal;
  for (const float wide : reader.given("widths").data)
    equal.push_back(equal_cost_length(static_cast<double>(wide)));
  put(pieces, "equal_lengths", equal);
  put(pieces, "equal_length", equal_cost_length(width));
  put(pieces, "cost_ratio", 1, reader.given("widths").columns, ratio);
  put(pieces, "width", width);
  put(pieces, "words", n);
  put(pieces, "numbers", d);
  put(pieces, "chain_multiplications", chain_multiplications(n, d));
  put(pieces, "attention_multiplications", attention_multiplications(n, d));
  put(pieces, "chain_memory", chain_memory(n, d));
  put(pieces, "attention_memory", attention_memory(n));
}

}  // namespace

void read_rnn(const QkvReader& in, const toml::table& own, Document& document) {
  Reader reader{in, own, document};
  check_parts(in, own, document);
  read_given(reader);
  Computed& pieces = document.pieces->computed;
  const int n = document.n(), d = reader.given("w").rows;
  compute_runs(reader, pieces);
  compute_waiting(n, "chain_", chain_wiring(n), pieces);
  compute_waiting(n, "attention_", attention_wiring(n), pieces);
  compute_costs(reader, n, d, pieces);
}

}  // namespace qkv
