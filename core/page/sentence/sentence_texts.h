#pragma once
// The texts of the Sentence scene: words, vectors, numbers on beams, z; used by layout_sentence.

#include "core/page/sentence/sentence_places.h"

namespace qkv {

/// The sentence in large type between the two rows, all but the chosen word covered.
void place_opening(Page& page, const SentencePicture& picture, const SentencePlaces& places,
                   const Palette& colors, const Rect& inside);

void place_row_names(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);
void place_query_words(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);
void place_key_words(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);
/// The numbers of the chosen row on its beams: all while they fit, else the acting and the largest.
void place_numbers(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);
void place_packet_text(Page&, const SentencePicture&, const SentencePlaces&, const Palette&,
                       glm::vec2 center, float radius, const Quantity&);
void place_output(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);
void place_notes(Page&, const SentencePicture&, const SentencePlaces&, const Palette&);

}  // namespace qkv
