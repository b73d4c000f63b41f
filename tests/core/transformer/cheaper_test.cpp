#include "core/transformer/cheaper.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/reference.h"

using namespace qkv;
using namespace qkv::reference;

TEST_CASE("cheaper: linear attention is the same as its n×n weights times the values") {
  const Tensor q = random_tensor(7, 3, 1), k = random_tensor(7, 3, 2), v = random_tensor(7, 4, 3);
  const auto elu = [](double x) { return x > 0 ? x + 1 : std::exp(x); };
  const Rows fq = each(rows_of(q), elu), fk = each(rows_of(k), elu);
  for (const bool causal : {false, true}) {
    Rows w(7, std::vector<double>(7, 0.0));
    for (std::size_t i = 0; i < 7; ++i) {
      double total = 0;
      for (std::size_t j = 0; j < (causal ? i + 1 : 7); ++j) {
        for (std::size_t c = 0; c < 3; ++c) w[i][j] += fq[i][c] * fk[j][c];
        total += w[i][j];
      }
      for (double& weight : w[i]) weight /= total;
    }
    CHECK(off(linear_attention_weights(q, k, causal), w) < 1e-6);
    CHECK(off(linear_attention(q, k, v, causal), times(w, rows_of(v))) < 1e-5);
  }
}

TEST_CASE("cheaper: block-sparse sees its own block and every block's last key") {
  const BoolCells cells = block_sparse(7, 3);
  const std::vector<std::uint8_t> wanted = {
      1, 0, 0, 0, 0, 0, 0,  //
      1, 1, 0, 0, 0, 0, 0,  //
      1, 1, 1, 0, 0, 0, 0,  //
      0, 0, 1, 1, 0, 0, 0,  //
      0, 0, 1, 1, 1, 0, 0,  //
      0, 0, 1, 1, 1, 1, 0,  //
      0, 0, 1, 0, 0, 1, 1,
  };
  CHECK(cells.visible == wanted);
}

TEST_CASE("cheaper: the counts of cells are those of the masks") {
  for (int n = 1; n < 40; ++n)
    for (int size = 1; size < 9; ++size) {
      const BoolCells cells = block_sparse(n, size);
      int seen = 0, window = 0;
      for (const std::uint8_t one : cells.visible) seen += one;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) window += i - j < size ? 1 : 0;
      CHECK(block_sparse_cells(n, size) == seen);
      CHECK(window_cells(n, size) == window);
    }
  CHECK(causal_cells(4) == 10);
  CHECK(causal_cells(1e6) == 500000500000.0);
}
