#pragma once
// The cells of the table while mask, scale, layer or head change: each travels from what is seen to
// what will be.

#include <vector>

#include "core/session/session.h"

namespace qkv {

class BlendedCells {
 public:
  /// `before`: one trace a running options or slice blend, oldest first; null without one.
  BlendedCells(const Session& session, const Trace& now, const Trace* before);

  float score(int row, int column) const;
  float scaled(int row, int column) const;
  float biased(int row, int column) const;  ///< scaled and the added mask; where hidden: scaled
  float weight(int row, int column) const;
  float hidden(int row, int column) const;  ///< 0 visible .. 1 hidden
  float struck(int row, int column) const;  ///< 0 allowed by the mask .. 1 not

 private:
  struct Step {
    const Trace* trace;
    int head;
    float progress;  ///< eased, of the way to the next step
  };
  template <typename Read>
  float along(Read read) const;

  std::vector<Step> steps_;
  const Trace& now_;
  int head_;
};

}  // namespace qkv
