#pragma once
// What the pictures of lesson "Many heads" share: words keep their rows' colours, heads their
// columns'.

#include "core/page/lessons/scene_parts.h"

namespace qkv::heads {

inline constexpr int kHeads = 4;
inline constexpr Tint kTints[kHeads] = {Tint::blue, Tint::orange, Tint::green, Tint::pink};

std::string head_name(int head);
/// Columns [from, from + count) of a piece; below 0: all.
MatrixDrawing drawing(const SceneView& v, const std::string& piece, double limit, int from = 0,
                      int count = -1);
/// Its rows are the words: each with its tab, and its name where there is room.
void rows_are_words(const SceneView& v, MatrixDrawing& m, bool named = true);
MatrixDrawing weights_of_head(const SceneView& v, int head);
/// The largest |number|, for the colours.
double reach(const Tensor& t);
/// Coloured frames around the columns of each head; `heads` share the columns evenly.
void mark_heads(Pen& pen, const MatrixPlace& place, int columns, int heads, float alpha);
/// The chosen word's row.
void mark_row(SceneView& v, const MatrixPlace& place);

/// z of every head above, all side by side below.
void draw_concat(SceneView& v, const Rect& rect);
/// All heads times W_O.
void draw_joined(SceneView& v, const Rect& rect);
void draw_average(SceneView& v, const Rect& rect);

}  // namespace qkv::heads
