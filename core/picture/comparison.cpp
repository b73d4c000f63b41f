#include "core/picture/comparison.h"

#include <algorithm>
#include <cmath>

#include "core/text/format_number.h"

namespace qkv {
namespace {

int place(const OldPlaces& from, int i) {
  return i >= 0 && static_cast<std::size_t>(i) < from.size() ? from[static_cast<std::size_t>(i)]
                                                             : -1;
}

}  // namespace

Comparison::Comparison(const Session& session) {
  if (!session.frozen) return;
  frozen_ = &*session.frozen;
  const Document &a = *frozen_->document, &b = *session.document;
  rows_ = old_places(a.query_words, b.query_words);
  keys_ = a.query_words == a.key_words && b.query_words == b.key_words
              ? rows_
              : old_places(a.key_words, b.key_words);
}

int Comparison::row_in_a(int row) const { return place(rows_, row); }
int Comparison::key_in_a(int key) const { return place(keys_, key); }

std::optional<float> Comparison::in_a(Tab tab, int row, int key) const {
  if (!frozen_) return {};
  const int r = row_in_a(row), k = key_in_a(key), head = frozen_->slice.head;
  const Trace& t = *frozen_->trace;
  if (r < 0 || k < 0 || r >= t.n || k >= t.m || head >= t.heads) return {};
  switch (tab) {
    case Tab::scores:
      return t.has_scores ? std::optional(t.score(head, r, k)) : std::nullopt;
    case Tab::scaled:
      return t.has_scaled ? std::optional(t.scaled(head, r, k)) : std::nullopt;
    case Tab::masked:
      return t.has_scaled ? std::optional(t.masked(head, r, k)) : std::nullopt;
    case Tab::weights:
      return t.has_weights ? std::optional(t.weight(head, r, k)) : std::nullopt;
  }
  return {};
}

Quantity Comparison::in_a(const Quantity& quantity) const {
  if (!frozen_) return {};
  Quantity then = quantity;
  then.layer = frozen_->slice.layer;
  then.head = frozen_->slice.head;
  // A key's vector may be told with the row for which it is shown.
  if (quantity.row >= 0 && (then.row = row_in_a(quantity.row)) < 0) return {};
  if (quantity.column >= 0 && (then.column = key_in_a(quantity.column)) < 0) return {};
  const Trace& t = *frozen_->trace;
  if (then.row >= t.n || then.column >= t.m || then.head >= t.heads) return {};
  return then;
}

float difference_limit(float largest) {
  if (!(largest > 0.01f)) return 0.01f;
  const float power = std::pow(10.0f, std::floor(std::log10(largest)));
  for (const float step : {1.0f, 2.0f, 5.0f})
    if (step * power >= largest * 0.9999f) return step * power;
  return 10 * power;
}

std::string signed_number(double value, int decimals, bool fixed) {
  const std::string text = fixed ? format_fixed(value, decimals) : format_number(value, decimals);
  const bool zero = text.find_first_not_of("0.") == text.npos;
  return value > 0 && !zero ? "+" + text : text;
}

}  // namespace qkv
