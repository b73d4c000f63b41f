#pragma once
// What a part of a lesson shows of its own, whatever mask is switched on and which word is chosen.

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

struct PartShows {
  std::vector<std::string> masks;  ///< side by side, as rules: "causal+window:2"; empty: no own
  int row = -1;                    ///< the word that it is about; -1: the chosen one
  std::vector<std::string> words;  ///< a sentence of its own; empty: the document's
  int listener = -1;               ///< which of these words asks
};

/// `part`: a name of document.parts; "start" before the first.
PartShows part_shows(const Document& document, const KnobPlaces& places, std::string_view part);

}  // namespace qkv
