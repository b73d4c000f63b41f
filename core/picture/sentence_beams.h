#pragma once
// What the beams of the Sentence scene show at a moment; used by paint_sentence only.

#include <string>
#include <vector>

#include "core/picture/row_values.h"
#include "core/picture/sentence.h"

namespace qkv {

/// How far each thing that changes a beam has happened, 0..1; read once a picture.
struct BeamTime {
  Moment moment;
  std::vector<float> appeared;  ///< m, by key: its beam is drawn
  std::vector<float> handed;    ///< m, by key: its value has travelled; -1 for a key without a turn
  float scale = 0, mask = 0, maximum = 0, exp = 0, divide = 0;
  float mix = 0, output = 0;  ///< Mix has begun; z is there
  float all_scores = 0, all_masked = 0, all_weights = 0;
};
BeamTime beam_time(const WalkShape& shape, const Moment& moment, const ShownWalk& walk);

/// The chosen row's beams in sentence order, every key one.
std::vector<Beam> row_beams(const Session&, const Trace& now, const RowValues&, const BeamTime&);

/// The other rows at All words, without labels; at most `most`, the widest, weakest first.
/// `of` counts all that could be seen.
std::vector<Beam> other_beams(const Session&, const Trace& now, const BeamTime&, int most, int& of);

/// How wide the beams of the chosen row were in A, where one is compared with.
void compare_beams(const Session& session, const Trace& now, const BeamTime& time,
                   std::vector<Beam>& beams);

}  // namespace qkv
