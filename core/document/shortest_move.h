#pragma once
// Which change of a vector brings what is computed from it where it should be.

#include <span>
#include <vector>

namespace qkv {

/// The shortest x (rows numbers) with x·A nearest to `wanted` (columns numbers); A rows × columns,
/// row-major. Singular matrices have an answer too: the part of `wanted` that A reaches.
std::vector<double> shortest_move(std::span<const double> a, int rows, int columns,
                                  std::span<const double> wanted);

/// t nearest to 0 with score + t·slope + t²·bend = wanted; NaN where there is none.
double step_to(double score, double slope, double bend, double wanted);

}  // namespace qkv
