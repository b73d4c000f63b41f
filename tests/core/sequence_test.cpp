// Chains with a memory: each cell and its derivative against formulas written a second time, with
// numbers that carry their own derivative (forward mode), and against finite differences.

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/sequence/cells.h"
#include "core/sequence/wiring.h"

using namespace qkv;

namespace {

/// A number and its derivatives by what the run began with.
struct Dual {
  double value = 0;
  std::vector<double> by;
};
Dual constant(double value, std::size_t n) { return {value, std::vector<double>(n, 0.0)}; }
Dual operator+(const Dual& a, const Dual& b) {
  Dual r{a.value + b.value, a.by};
  for (std::size_t i = 0; i < r.by.size(); ++i) r.by[i] += b.by[i];
  return r;
}
Dual operator*(const Dual& a, const Dual& b) {
  Dual r{a.value * b.value, a.by};
  for (std::size_t i = 0; i < r.by.size(); ++i) r.by[i] = a.by[i] * b.value + a.value * b.by[i];
  return r;
}
Dual scaled(Dual a, double by) {
  a.value *= by;
  for (double& x : a.by) x *= by;
  return a;
}
Dual through(const Dual& a, double value, double slope) {
  Dual r{value, a.by};
  for (double& x : r.by) x *= slope;
  return r;
}
Dual tanh_of(const Dual& a) {
  const double c = std::cosh(a.value);
  return through(a, std::tanh(a.value), 1 / (c * c));
}
// 1/(1 + e^−x) = (1 + tanh(x/2))/2.
Dual sigmoid_of(const Dual& a) {
  const double c = std::cosh(a.value / 2);
  return through(a, (1 + std::tanh(a.value / 2)) / 2, 1 / (4 * c * c));
}

using Duals = std::vector<Dual>;

Dual sum_of(const Matrix& w, int row, const Duals& h) {
  Dual sum = constant(0, h.front().by.size());
  for (int c = 0; c < w.columns; ++c)
    sum = sum + scaled(h[static_cast<std::size_t>(c)], w.at(row, c));
  return sum;
}
double word_of(const Gate& gate, int row, const std::vector<double>& x) {
  double sum = gate.b[static_cast<std::size_t>(row)];
  for (int c = 0; c < gate.u.columns; ++c)
    sum += gate.u.at(row, c) * x[static_cast<std::size_t>(c)];
  return sum;
}

Duals reference_step(const Cell& cell, const Duals& s, const std::vector<double>& x) {
  const int d = cell.d();
  const std::size_t n = s.front().by.size();
  const Duals h(s.begin(), s.begin() + d);
  const auto gate = [&](int g, int i) {
    return sum_of(cell.gates[static_cast<std::size_t>(g)].w, i, h) +
           constant(word_of(cell.gates[static_cast<std::size_t>(g)], i, x), n);
  };
  const Dual one = constant(1, n);
  Duals next(s.size());
  for (int i = 0; i < d; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (cell.kind == CellKind::rnn) {
      next[at] = tanh_of(gate(0, i));
    } else if (cell.kind == CellKind::gru) {
      const Dual r = sigmoid_of(gate(0, i)), z = sigmoid_of(gate(1, i));
      const Dual m =
          tanh_of(r * sum_of(cell.gates[2].w, i, h) + constant(word_of(cell.gates[2], i, x), n));
      next[at] = (one + scaled(z, -1)) * m + z * h[at];
    } else {
      const Dual& before = s[static_cast<std::size_t>(d + i)];
      const Dual c = sigmoid_of(gate(1, i)) * before + sigmoid_of(gate(0, i)) * tanh_of(gate(2, i));
      next[static_cast<std::size_t>(d + i)] = c;
      next[at] = sigmoid_of(gate(3, i)) * tanh_of(c);
    }
  }
  return next;
}

Cell random_cell(CellKind kind, int d, int e, std::mt19937& random) {
  std::normal_distribution<double> normal(0, 0.8);
  Cell cell;
  cell.kind = kind;
  for (int g = 0; g < gates_of(kind); ++g) {
    Gate gate{Matrix(d, d), Matrix(d, e), std::vector<double>(static_cast<std::size_t>(d))};
    for (auto* numbers : {&gate.w.data, &gate.u.data, &gate.b})
      for (double& x : *numbers) x = normal(random);
    cell.gates.push_back(std::move(gate));
  }
  return cell;
}

Matrix random_inputs(int n, int e, std::mt19937& random) {
  std::normal_distribution<double> normal(0, 1);
  Matrix inputs(n, e);
  for (double& x : inputs.data) x = normal(random);
  return inputs;
}

std::vector<double> row_of(const Matrix& m, int row) {
  const auto begin = m.data.begin() + static_cast<std::ptrdiff_t>(row) * m.columns;
  return {begin, begin + m.columns};
}

constexpr CellKind kKinds[] = {CellKind::rnn, CellKind::gru, CellKind::lstm};

}  // namespace

TEST_CASE("sequence: states and derivatives are those of the formulas, to 1e-12") {
  std::mt19937 random(7);
  for (const CellKind kind : kKinds)
    for (const int d : {1, 3, 5}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(d);
      const Cell cell = random_cell(kind, d, 2, random);
      const Matrix inputs = random_inputs(12, 2, random);
      const Run result = run(cell, inputs);
      const int size = cell.carried();
      REQUIRE(result.states.rows == 12);
      REQUIRE(result.jacobians.size() == 12);
      Duals state(static_cast<std::size_t>(size), constant(0, static_cast<std::size_t>(size)));
      // ∂s_t/∂s_1 by carrying the derivative along; ours by multiplying the steps.
      const std::vector<Matrix> products = since_first(result);
      for (int t = 0; t < inputs.rows; ++t) {
        state = reference_step(cell, state, row_of(inputs, t));
        if (t == 0)
          for (int i = 0; i < size; ++i) {
            state[static_cast<std::size_t>(i)].by.assign(static_cast<std::size_t>(size), 0.0);
            state[static_cast<std::size_t>(i)].by[static_cast<std::size_t>(i)] = 1;
          }
        for (int i = 0; i < size; ++i) {
          const Dual& own = state[static_cast<std::size_t>(i)];
          CHECK(std::abs(result.states.at(t, i) - own.value) < 1e-12);
          for (int j = 0; j < size; ++j)
            CHECK(std::abs(products[static_cast<std::size_t>(t)].at(i, j) -
                           own.by[static_cast<std::size_t>(j)]) < 1e-12);
        }
      }
    }
}

TEST_CASE("sequence: each step's derivative agrees with finite differences") {
  std::mt19937 random(11);
  for (const CellKind kind : kKinds) {
    CAPTURE(static_cast<int>(kind));
    const Cell cell = random_cell(kind, 4, 3, random);
    const Matrix inputs = random_inputs(9, 3, random);
    const Run result = run(cell, inputs);
    for (int t = 1; t < inputs.rows; ++t)
      for (int j = 0; j < cell.carried(); ++j) {
        constexpr double kNudge = 1e-5;
        std::vector<double> more = row_of(result.states, t - 1), less = more;
        more[static_cast<std::size_t>(j)] += kNudge;
        less[static_cast<std::size_t>(j)] -= kNudge;
        const auto up = step(cell, more, row_of(inputs, t)),
                   down = step(cell, less, row_of(inputs, t));
        for (int i = 0; i < cell.carried(); ++i) {
          const auto at = static_cast<std::size_t>(i);
          CHECK(result.jacobians[static_cast<std::size_t>(t)].at(i, j) ==
                doctest::Approx((up[at] - down[at]) / (2 * kNudge)).epsilon(1e-6).scale(1));
        }
      }
  }
}

TEST_CASE("sequence: fading is what the farthest nudge leaves") {
  std::mt19937 random(3);
  for (const CellKind kind : kKinds) {
    const Cell cell = random_cell(kind, 3, 2, random);
    const Run result = run(cell, random_inputs(15, 2, random));
    const std::vector<double> left = fading(result);
    CHECK(left.front() == doctest::Approx(1));
    std::normal_distribution<double> normal;
    for (std::size_t t = 0; t < left.size(); ++t) {
      // No direction is stretched by more, and one of many by nearly as much.
      const Matrix m = since_first(result)[t];
      double most = 0;
      for (int trial = 0; trial < 4000; ++trial) {
        Matrix v(m.columns, 1);
        double length = 0;
        for (double& x : v.data) x = normal(random), length += x * x;
        const Matrix moved = product(m, v);
        double stretched = 0;
        for (const double x : moved.data) stretched += x * x;
        most = std::max(most, std::sqrt(stretched / length));
      }
      CHECK(most <= left[t] * (1 + 1e-9));
      CHECK(most >= left[t] * 0.8);
    }
  }
  Matrix known(2, 2);
  known.data = {3, 0, 4, 5};  // singular values √45 and √5
  CHECK(largest_stretch(known) == doctest::Approx(std::sqrt(45.0)).epsilon(1e-13));
  for (double& x : known.data) x *= 1e-200;
  CHECK(largest_stretch(known) == doctest::Approx(std::sqrt(45.0) * 1e-200).epsilon(1e-13));
  CHECK(largest_stretch(Matrix(3, 3)) == 0);
}

TEST_CASE("sequence: who waits for whom") {
  for (const int n : {1, 2, 5, 20}) {
    CAPTURE(n);
    CHECK(sequential_steps(chain_wiring(n)) == n);
    CHECK(sequential_steps(attention_wiring(n)) == 1);
    CHECK(path_length(chain_wiring(n), 0, n - 1) == n - 1);
    CHECK(path_length(attention_wiring(n), 0, n - 1) == (n > 1 ? 1 : 0));
    CHECK(path_length(attention_wiring(n), n - 1, n - 1) == 0);
  }
  CHECK(path_length(chain_wiring(5), 4, 0) == -1);  // the chain reads from left to right
  CHECK(path_length(attention_wiring(5), 4, 0) == 1);
  // A chain with one short cut: the shortest way takes it.
  Wiring wiring = chain_wiring(6);
  wiring.needs[6 + 4].push_back(6 + 1);
  CHECK(path_length(wiring, 0, 5) == 3);
  CHECK(sequential_steps(wiring) == 6);
}

TEST_CASE("sequence: costs are counted, and meet where n = d") {
  // Counted by hand, one multiplication at a time.
  const auto count = [](int n, int d) {
    std::pair<double, double> costs{0, 0};
    for (int word = 0; word < n; ++word)
      for (int row = 0; row < d; ++row)
        for (int column = 0; column < d; ++column) costs.first += 2;  // W h and U x
    for (int query = 0; query < n; ++query)
      for (int key = 0; key < n; ++key)
        for (int k = 0; k < d; ++k) costs.second += 2;  // q·k, and weight times value
    return costs;
  };
  for (const auto& [n, d] : {std::pair{1, 1}, {20, 3}, {7, 11}}) {
    CHECK(chain_multiplications(n, d) == count(n, d).first);
    CHECK(attention_multiplications(n, d) == count(n, d).second);
  }
  for (const double d : {3.0, 512.0, 12288.0})
    CHECK(equal_cost_length(d) == doctest::Approx(d).epsilon(1e-12));
}
