#include "core/sequence/cells.h"

#include <cassert>
#include <cmath>

namespace qkv {
namespace {

using Vector = std::vector<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vector times(const Matrix& m, const Vector& v) {
  Vector result(at(m.rows), 0.0);
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c) result[at(r)] += m.at(r, c) * v[at(c)];
  return result;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// W h' + U x + b.
Vector before_squashing(const Gate& gate, const Vector& h, const Vector& x) {
  Vector sum = times(gate.w, h);
  const Vector word = times(gate.u, x);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += word[i] + gate.b[i];
  return sum;
}

Vector squashed(Vector v, double (*how)(double)) {
  for (double& x : v) x = how(x);
  return v;
}
double squash(double x) { return std::tanh(x); }

struct Step {
  Vector state;     // carried
  Vector kept;      // d or empty
  Matrix jacobian;  // carried × carried
};

Step rnn_step(const Cell& cell, const Vector& h, const Vector& x) {
  const Gate& gate = cell.gates[0];
  Step result;
  result.state = squashed(before_squashing(gate, h, x), squash);
  result.jacobian = gate.w;
  for (int r = 0; r < cell.d(); ++r)
    for (int c = 0; c < cell.d(); ++c)
      result.jacobian.at(r, c) *= 1 - result.state[at(r)] * result.state[at(r)];
  return result;
}

Step gru_step(const Cell& cell, const Vector& h, const Vector& x) {
  const Gate &reset = cell.gates[0], &update = cell.gates[1], &fresh = cell.gates[2];
  const int d = cell.d();
  const Vector r = squashed(before_squashing(reset, h, x), sigmoid);
  const Vector z = squashed(before_squashing(update, h, x), sigmoid);
  const Vector from_memory = times(fresh.w, h), from_word = times(fresh.u, x);
  Vector m(at(d));
  for (std::size_t i = 0; i < m.size(); ++i)
    m[i] = std::tanh(r[i] * from_memory[i] + from_word[i] + fresh.b[i]);
  Step result;
  result.state.resize(at(d));
  result.kept = z;
  result.jacobian = Matrix(d, d);
  for (int i = 0; i < d; ++i) {
    const double zi = z[at(i)], ri = r[at(i)], mi = m[at(i)];
    result.state[at(i)] = (1 - zi) * mi + zi * h[at(i)];
    const double by_update = (h[at(i)] - mi) * zi * (1 - zi);
    const double by_new = (1 - zi) * (1 - mi * mi);
    const double by_reset = by_new * from_memory[at(i)] * ri * (1 - ri);
    for (int j = 0; j < d; ++j)
      result.jacobian.at(i, j) = by_update * update.w.at(i, j) + by_new * ri * fresh.w.at(i, j) +
                                 by_reset * reset.w.at(i, j) + (i == j ? zi : 0.0);
  }
  return result;
}

Step lstm_step(const Cell& cell, const Vector& s, const Vector& x) {
  const int d = cell.d();
  const Vector h(s.begin(), s.begin() + d), before(s.begin() + d, s.end());
  const Vector in = squashed(before_squashing(cell.gates[0], h, x), sigmoid);
  const Vector forget = squashed(before_squashing(cell.gates[1], h, x), sigmoid);
  const Vector fresh = squashed(before_squashing(cell.gates[2], h, x), squash);
  const Vector out = squashed(before_squashing(cell.gates[3], h, x), sigmoid);
  Step result;
  result.state.resize(at(2 * d));
  result.kept = forget;
  result.jacobian = Matrix(2 * d, 2 * d);
  for (int i = 0; i < d; ++i) {
    const double f = forget[at(i)], a = in[at(i)], g = fresh[at(i)], o = out[at(i)];
    const double c = f * before[at(i)] + a * g, t = std::tanh(c);
    result.state[at(i)] = o * t;
    result.state[at(d + i)] = c;
    const double through = o * (1 - t * t);  // ∂h/∂c
    for (int j = 0; j < d; ++j) {
      const double of_h = before[at(i)] * f * (1 - f) * cell.gates[1].w.at(i, j) +
                          g * a * (1 - a) * cell.gates[0].w.at(i, j) +
                          a * (1 - g * g) * cell.gates[2].w.at(i, j);
      result.jacobian.at(d + i, j) = of_h;
      result.jacobian.at(i, j) = t * o * (1 - o) * cell.gates[3].w.at(i, j) + through * of_h;
    }
    result.jacobian.at(d + i, d + i) = f;
    result.jacobian.at(i, d + i) = through * f;
  }
  return result;
}

Step step_of(const Cell& cell, const Vector& before, const Vector& x) {
  switch (cell.kind) {
    case CellKind::rnn:
      return rnn_step(cell, before, x);
    case CellKind::gru:
      return gru_step(cell, before, x);
    case CellKind::lstm:
      return lstm_step(cell, before, x);
  }
  return {};
}

}  // namespace

int gates_of(CellKind kind) { return kind == CellKind::rnn ? 1 : kind == CellKind::gru ? 3 : 4; }

std::vector<double> step(const Cell& cell, const Vector& before, const Vector& x) {
  return step_of(cell, before, x).state;
}

Run run(const Cell& cell, const Matrix& inputs) {
  assert(static_cast<int>(cell.gates.size()) == gates_of(cell.kind) && inputs.columns == cell.e());
  Run result;
  result.states = Matrix(inputs.rows, cell.carried());
  if (cell.kind != CellKind::rnn) result.kept = Matrix(inputs.rows, cell.d());
  Vector state(at(cell.carried()), 0.0);
  for (int t = 0; t < inputs.rows; ++t) {
    const auto row = inputs.data.begin() + static_cast<std::ptrdiff_t>(t) * inputs.columns;
    Step now = step_of(cell, state, {row, row + inputs.columns});
    state = now.state;
    for (int i = 0; i < cell.carried(); ++i) result.states.at(t, i) = state[at(i)];
    for (std::size_t i = 0; i < now.kept.size(); ++i)
      result.kept.at(t, static_cast<int>(i)) = now.kept[i];
    result.jacobians.push_back(std::move(now.jacobian));
  }
  return result;
}

std::vector<Matrix> since_first(const Run& run) {
  std::vector<Matrix> products;
  for (std::size_t t = 0; t < run.jacobians.size(); ++t)
    products.push_back(t == 0 ? identity(run.states.columns)
                              : product(run.jacobians[t], products.back()));
  return products;
}

std::vector<double> fading(const Run& run) {
  std::vector<double> left;
  for (const Matrix& matrix : since_first(run)) left.push_back(largest_stretch(matrix));
  return left;
}

}  // namespace qkv
