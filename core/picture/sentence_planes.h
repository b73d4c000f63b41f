#pragma once
// The small planes of the Sentence scene: each word's query, and its key or value, as an arrow.

#include <vector>

#include "core/picture/sentence.h"

namespace qkv {

/// For the queries, then for the keys, or the values once they are what is shown. Above two
/// dimensions on the Landscape's floor. None without vectors or with too many words to draw them.
std::vector<WordPlane> word_planes(const Session& session, const SentencePicture& picture);

}  // namespace qkv
