#pragma once
// The small planes of the Sentence scene: each word's query, and its key or value, as an arrow.

#include <vector>

#include "core/picture/sentence.h"

namespace qkv {

/// Half a plane, in lengths of the longest component of what it is measured by.
inline constexpr float kPlaneAir = 1.15f;

/// For the queries, then for the keys, or the values once they are what is shown. Above two
/// dimensions on the Landscape's floor. None without vectors or with too many words to draw them.
std::vector<WordPlane> word_planes(const Session& session, const SentencePicture& picture);

}  // namespace qkv
