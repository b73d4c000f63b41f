#include "core/picture/panels/blended_cells.h"

#include <algorithm>
#include <cmath>

namespace qkv {

BlendedCells::BlendedCells(const Session& session, const Trace& now, const Trace* before)
    : now_(now), head_(session.slice.head) {
  if (before == nullptr) return;
  int head = session.slice.head;
  for (auto blend = session.blends.rbegin(); blend != session.blends.rend(); ++blend) {
    if (blend->property == Blend::Property::slice) head = blend->from_slice.head;
    if (blend->property == Blend::Property::slice || blend->property == Blend::Property::options) {
      steps_.push_back({nullptr, head, ease(blend->progress)});
    }
  }
  std::reverse(steps_.begin(), steps_.end());
  for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i].trace = before + i;
}

template <typename Read>
float BlendedCells::along(Read read) const {
  if (steps_.empty()) return read(now_, head_);
  float value = read(*steps_[0].trace, steps_[0].head);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const bool last = i + 1 == steps_.size();
    const float next = last ? read(now_, head_) : read(*steps_[i + 1].trace, steps_[i + 1].head);
    value = std::lerp(value, next, steps_[i].progress);
  }
  return value;
}

float BlendedCells::score(int row, int column) const {
  return along(
      [=](const Trace& t, int head) { return t.has_scores ? t.score(head, row, column) : 0.0f; });
}
float BlendedCells::scaled(int row, int column) const {
  return along([=](const Trace& t, int head) {
    return t.has_scores || t.has_scaled ? t.scaled(head, row, column) : 0.0f;
  });
}
float BlendedCells::biased(int row, int column) const {
  return along([=](const Trace& t, int head) {
    if (!t.has_scores && !t.has_scaled) return 0.0f;
    const float masked = t.masked(head, row, column);
    return std::isfinite(masked) ? masked : t.scaled(head, row, column);
  });
}
float BlendedCells::weight(int row, int column) const {
  return along(
      [=](const Trace& t, int head) { return t.has_weights ? t.weight(head, row, column) : 0.0f; });
}
float BlendedCells::hidden(int row, int column) const {
  return along(
      [=](const Trace& t, int head) { return t.visible(head, row, column) ? 0.0f : 1.0f; });
}
float BlendedCells::struck(int row, int column) const {
  return along(
      [=](const Trace& t, int head) { return t.allowed(head, row, column) ? 0.0f : 1.0f; });
}

}  // namespace qkv
