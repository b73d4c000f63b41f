#pragma once
// A document with other numbers in it. The old one stays as it is; what cannot be done is an
// InputError in the program's own words (assets/text), made for the eyes of who edits.

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "core/document/document.h"

namespace qkv {

enum class VectorKind { query, key, value, embedding };

/// No edit writes a number beyond this: scores of such vectors still fit into floats.
inline constexpr float kLargestNumber = 1e6f;
inline constexpr int kMostDimensions = 8;  ///< of set_dimensions

/// Throws where the numbers of this document are not ours to change: recorded, absent, or too many
/// to be carried in a scene.
void check_editable(const Document& document);
bool is_editable(const Document& document);
/// Has it no numbers of its own beside its vectors, or such as are computed anew with them?
bool pieces_follow_edits(const Document& document);

/// The vector of word `row` as query head `head` uses it; an embedding is the same for all heads.
std::span<const float> vector_of(const Document& document, int head, VectorKind kind, int row);

/// Writes `numbers` there. Where q, k and v are projected, the embedding moves instead, by the
/// shortest way that brings the vector nearest to them, and all three of the word follow.
DocumentPtr with_vector(const Document& document, int head, VectorKind kind, int row,
                        std::span<const float> numbers);

/// Key `column` (or query `row`) moves the shortest way for which their score is `score`.
DocumentPtr with_score(const Document& document, int head, int row, int column, float score,
                       bool move_query);

/// Every query, key and value has `d` numbers: new ones are 0, those beyond are dropped.
DocumentPtr with_dimensions(const Document& document, int d);

/// The numbers of that vector after its tip has moved by `by` on the Landscape's floor, whose axes
/// (one a number, see floor_axes.h) may be a view of more than two dimensions: then the shortest
/// way.
std::vector<float> moved_on_floor(std::span<const float> vector, std::span<const glm::vec2> axes,
                                  glm::vec2 by);

/// Throws where the numbers are too large for the arithmetic that follows.
void check_sizes(const Document& document);

}  // namespace qkv
