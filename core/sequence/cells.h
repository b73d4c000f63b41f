#pragma once
// Memories that are carried from word to word: the plain recurrent cell, GRU and LSTM, with the
// derivative of each step. s is all that a cell hands on to the next word: the memory h, for the
// LSTM followed by its cell c. Every run begins with s = 0.
//
//   rnn    h = tanh(W h' + U x + b)                                        (Elman 1990)
//   gru    r = σ(W_r h' + U_r x + b_r)          z = σ(W_z h' + U_z x + b_z)
//          m = tanh(r ⊙ (W_m h') + U_m x + b_m)  h = (1 − z) ⊙ m + z ⊙ h'   (Cho et al. 2014)
//   lstm   i, f, o = σ(W h' + U x + b) each      g = tanh(W_g h' + U_g x + b_g)
//          c = f ⊙ c' + i ⊙ g                    h = o ⊙ tanh(c)
//                                   (Hochreiter and Schmidhuber 1997, Gers et al. 2000)

#include <vector>

#include "core/sequence/matrix.h"

namespace qkv {

enum class CellKind { rnn, gru, lstm };
/// 1; reset, update, new; input, forget, new, output: the order of the gates everywhere.
int gates_of(CellKind kind);

struct Gate {
  Matrix w;               ///< d×d, from the memory before
  Matrix u;               ///< d×e, from the word
  std::vector<double> b;  ///< d
};

struct Cell {
  CellKind kind = CellKind::rnn;
  std::vector<Gate> gates;  ///< gates_of(kind)
  int d() const { return gates.front().w.rows; }
  int e() const { return gates.front().u.columns; }
  /// Numbers handed on: d, for the LSTM 2d.
  int carried() const { return kind == CellKind::lstm ? 2 * d() : d(); }
};

struct Run {
  Matrix states;                  ///< n × carried(), after each word
  Matrix kept;                    ///< n×d: z of the GRU, f of the LSTM; empty for the plain cell
  std::vector<Matrix> jacobians;  ///< n, ∂s_t/∂s_(t−1), carried() × carried()
};
/// inputs n×e, one row a word.
Run run(const Cell& cell, const Matrix& inputs);

/// One step alone: s' and x → s.
std::vector<double> step(const Cell& cell, const std::vector<double>& before,
                         const std::vector<double>& x);

/// ∂s_t/∂s_1 for each t, the product of the steps between: n matrices, the first is the identity.
std::vector<Matrix> since_first(const Run& run);
/// How far the state after word t moves at most when the state after word 1 is nudged by 1:
/// largest_stretch(∂s_t/∂s_1), n numbers, the first is 1.
std::vector<double> fading(const Run& run);

}  // namespace qkv
