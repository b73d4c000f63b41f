#include "core/document/attention_faults.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/softmax.h"
#include "core/text/format_number.h"

namespace qkv {
namespace {

std::string place(std::size_t slice, int batches, int head, int row) {
  const auto layer = static_cast<int>(slice) / batches, batch = static_cast<int>(slice) % batches;
  return "layer " + std::to_string(layer) +
         (batches > 1 ? ", batch " + std::to_string(batch) : std::string()) + ", head " +
         std::to_string(head) + ", row " + std::to_string(row);
}

/// Do the sums over one axis come out as 1 for every cell of the others?
bool sums_to_one(const Tensor& t, int axis) {
  const int sides[] = {t.heads, t.rows, t.columns};
  const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
  for (int i = 0; i < sides[a]; ++i)
    for (int j = 0; j < sides[b]; ++j) {
      double sum = 0;
      for (int k = 0; k < sides[axis]; ++k) {
        int at[3];
        at[a] = i, at[b] = j, at[axis] = k;
        sum += static_cast<double>(t.view().row(at[0], at[1])[static_cast<std::size_t>(at[2])]);
      }
      if (!(std::abs(sum - 1) <= kRowSumTolerance)) return false;
    }
  return true;
}

std::string why_not(const Tensor& t) {
  if (t.heads > 1 && sums_to_one(t, 0))
    return "the heads do at every cell: it was normalised over heads, take the softmax over keys";
  if (sums_to_one(t, 1)) return "the columns do: swap the last two axes, queries are the rows";
  return "save the weights after the softmax over keys, all keys of them";
}

std::string row_fault(std::span<const float> row, double& sum) {
  sum = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string at = ", column " + std::to_string(c) + " is ";
    if (std::isnan(row[c])) return at + "NaN; find where the model made it";
    if (row[c] < -1e-6f)
      return at + format_number(static_cast<double>(row[c])) +
             ", and no weight is negative; save the weights, not the scores";
    sum += static_cast<double>(row[c]);
  }
  return "";
}

}  // namespace

std::string attention_fault(const std::vector<Tensor>& weights, int batches) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Tensor& t = weights[i];
    for (int h = 0; h < t.heads; ++h)
      for (int r = 0; r < t.rows; ++r) {
        double sum = 0;
        const std::string fault = row_fault(t.view().row(h, r), sum);
        if (!fault.empty()) return place(i, batches, h, r) + fault;
        const bool nothing_to_see = sum == 0;
        if (nothing_to_see || std::abs(sum - 1) <= kRowSumTolerance) continue;
        return "rows do not sum to 1: " + place(i, batches, h, r) + " sums to " +
               format_number(sum) + "; " + why_not(t);
      }
  }
  return "";
}

std::vector<Tensor> softmax_of(const std::vector<Tensor>& scaled) {
  std::vector<Tensor> result = scaled;
  for (Tensor& t : result) {
    const auto width = static_cast<std::size_t>(t.columns);
    for (float& s : t.data)
      if (s <= kHiddenBias) s = -std::numeric_limits<float>::infinity();
    for (std::size_t begin = 0; begin < t.data.size(); begin += width)
      softmax(t.data.data() + begin, width, 1, 1.0f, nullptr);
  }
  return result;
}

TextValues disagreement(const Recording& recording) {
  constexpr double kTolerance = 1e-2;  // 16-bit recordings
  // A weight of exactly 0 was hidden by a mask that the scores need not show.
  std::vector<Tensor> scaled = recording.scaled;
  for (std::size_t i = 0; i < scaled.size(); ++i)
    for (std::size_t j = 0; j < scaled[i].data.size(); ++j)
      if (recording.weights[i].data[j] == 0.0f) scaled[i].data[j] = kHiddenBias;
  const std::vector<Tensor> computed = softmax_of(scaled);
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < computed.size(); ++i)
    for (std::size_t j = 0; j < computed[i].data.size(); ++j) {
      const double off = std::abs(static_cast<double>(computed[i].data[j]) -
                                  static_cast<double>(recording.weights[i].data[j]));
      if (off > worst) worst = off, where = i;
    }
  if (worst <= kTolerance) return {};
  return {{"off", format_number(worst)},
          {"layer", std::to_string(static_cast<int>(where) / recording.batches)}};
}

}  // namespace qkv
