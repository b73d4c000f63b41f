#include "core/document/document.h"

namespace qkv {

std::string_view provenance_text(Provenance p) {
  switch (p) {
    case Provenance::hand_made:
      return "hand-made";
    case Provenance::computed:
      return "computed";
    case Provenance::trained:
      return "trained";
    case Provenance::recorded:
      return "recorded";
  }
  return "";
}

int Document::heads() const {
  if (recording && !recording->weights.empty()) return recording->weights.front().heads;
  if (recording && !recording->scaled.empty()) return recording->scaled.front().heads;
  return queries.heads;
}

}  // namespace qkv
