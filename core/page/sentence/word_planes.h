#pragma once
// Each word's query, and its key or value, as an arrow on a small plane of its own.

#include "core/page/sentence/sentence_places.h"

namespace qkv {

/// Draws them and appends a handle for each tip that can be dragged.
void draw_word_planes(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);

}  // namespace qkv
