#pragma once
// Random numbers that are the same on every machine.

#include <array>
#include <cstdint>
#include <optional>

#include "core/transformer/matrix.h"

namespace qkv {

/// Standard normal numbers from a seed, for a lesson that needs many quickly: splitmix64 (Steele et
/// al. 2014) and Marsaglia's polar method.
class SeededNormal {
 public:
  explicit SeededNormal(std::uint64_t seed) : state_(seed) {}
  double next();
  Tensor matrix(int rows, int columns, double spread = 1);

 private:
  double uniform();  ///< in [-1, 1)
  std::uint64_t state_;
  std::optional<double> kept_;
};

/// MT19937 (Matsumoto and Nishimura 1998), 32 bits a draw.
class MersenneTwister {
 public:
  explicit MersenneTwister(std::uint32_t seed);  ///< init_genrand, as np.random.seed(seed)
  std::uint32_t next();
  double next_double();  ///< 53 bits of two draws, in [0, 1)

 private:
  void refill();
  std::array<std::uint32_t, 624> state_{};
  std::size_t used_ = 624;
};

/// What np.random.seed(s) followed by np.random.randn gives, number by number: the polar method of
/// Marsaglia, of whose pair the second number is given first and the first kept for the next call.
/// NumPy promises that this legacy stream never changes (NEP 19).
class NumpyNormal {
 public:
  explicit NumpyNormal(std::uint32_t seed) : bits_(seed) {}
  double next();
  Tensor matrix(int rows, int columns);  ///< np.random.randn(rows, columns), rounded to float

 private:
  MersenneTwister bits_;
  std::optional<double> kept_;
};

}  // namespace qkv
