#pragma once
// Time: where a walk can stop, and what moment it is between two stops.

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/document/document.h"

namespace qkv {

enum class Stage { start, project, score, scale, mask, softmax, mix, all };
std::string_view stage_id(Stage stage);     // "score", as the command line says it
bool parse_stage(std::string_view, Stage&);

/// What happens at a stop. `key` is the acting key for score_key and mix_key, else -1.
enum class Beat {
  start,
  project_q, project_k, project_v,
  score_plane, score_key, score_rest,   // score_rest: above 8 keys, the third and later at once
  scale,
  mask,
  softmax_max, softmax_exp, softmax_stack, softmax_divide,
  mix_key, mix_rest, mix_z,
  all_scores, all_masked, all_weights, all_output
};

/// A place where the walk rests. The beat before it leads here from the previous stop.
struct Stop {
  Stage stage = Stage::start;
  Beat beat = Beat::start;
  int key = -1;
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// What the walk of one row can show, with everything that decides its stops.
struct WalkShape {
  int keys = 0;                    ///< m
  std::vector<int> visible;        ///< keys this row may look at, in sentence order
  bool hides = false;              ///< does the mask hide anything anywhere (else Next passes Mask)
  bool scaled = true;              ///< is the scale on (else Next passes Scale)
  bool has_projection = false;
  bool has_scores = true, has_scaled = true, has_weights = true, has_output = true;
};

/// Every stop of the walk in order, also those that Next passes.
std::vector<Stop> stops_of(const WalkShape& shape);
/// Does Next pass this stop (Mask with nothing hidden, Scale switched off, a stage without data)?
bool passed(const WalkShape& shape, const Stop& stop);
/// The stages this walk rests at, in order: step k of n counts these.
std::vector<Stage> stages_of(const WalkShape& shape);

/// "score:cat" -> a stop; sub-steps are plane, the key's word (or index), rest; q k v; max exp
/// stack divide; z; scores masked weights z. Bare stage: its last stop. Throws InputError.
Stop parse_stop(std::string_view text, const WalkShape& shape,
                const std::vector<std::string>& key_words);
std::string stop_text(const Stop& stop, const std::vector<std::string>& key_words);

/// Where time stands. At rest: progress 1 and target == at. While moving, `progress` is how much
/// of the beat of `at` has happened, running to 1 (forward) or back to 0.
struct Playhead {
  Stop at;
  float progress = 1.0f;
  Stop target;
  friend bool operator==(const Playhead&, const Playhead&) = default;
};

/// What a picture shows of one row: everything before `at` is done, `at` by eased progress 0..1.
struct Moment {
  Stop at;
  float progress = 1.0f;
};
/// Smooth 0..1 from linear 0..1.
float ease(float t);

/// Has `stop` fully happened at `moment`? (index order in stops_of of that row)
bool done(const WalkShape& shape, const Moment& moment, const Stop& stop);
/// 0 not yet, 1 done, between while it happens: how far `stop` has happened at `moment`.
float amount(const WalkShape& shape, const Moment& moment, const Stop& stop);

}  // namespace qkv
