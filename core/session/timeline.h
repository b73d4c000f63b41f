#pragma once
// Time: where a walk can stop, and what moment it is between two stops.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/document/document.h"

namespace qkv {

/// `after`: parts of the lesson that follow its attention.
enum class Stage { start, part, project, score, scale, mask, softmax, mix, all, after, train };
std::string_view stage_id(Stage stage);  // "score", as the command line says it
bool parse_stage(std::string_view, Stage&);

/// What happens at a stop. `key` is the acting key for score_key and mix_key, the number of a part,
/// else -1.
enum class Beat {
  start,
  part,  // a lesson's own; `key` counts them
  project_q,
  project_k,
  project_v,
  score_plane,
  score_key,
  score_rest,  // score_rest: above 8 keys, the third and later at once
  scale,
  mask,
  softmax_max,
  softmax_exp,
  softmax_stack,
  softmax_divide,
  mix_key,
  mix_rest,
  mix_z,
  all_scores,
  all_masked,
  all_weights,
  all_output,
  after,  // a part that follows the attention; `key` counts all parts
  train   // where a lesson's W_Q and W_K are learned
};

/// "softmax_max": the name under which the tables of texts speak of it.
std::string_view beat_id(Beat beat);

/// A place where the walk rests. The beat before it leads here from the previous stop.
struct Stop {
  Stage stage = Stage::start;
  Beat beat = Beat::start;
  int key = -1;
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// What the walk of one row can show, with everything that decides its stops.
struct WalkShape {
  int keys = 0;              ///< m
  std::vector<int> visible;  ///< keys this row may look at, in sentence order
  bool hides = false;        ///< does the mask hide anything anywhere (else Next passes Mask)
  bool scaled = true;        ///< is the scale on (else Next passes Scale)
  int parts = 0;             ///< of the lesson's own, between Start and the attention
  int parts_after = 0;       ///< so many of them, the last ones, follow the attention
  bool only_parts = false;   ///< the walk ends with them
  std::vector<float> part_seconds;  ///< of their beats, as the lesson wants; 0: as any other
  bool has_projection = false;
  bool trains = false;      ///< the walk ends where W_Q and W_K are learned
  bool by_row_once = true;  ///< weights are e^(s - max) over its sum; else Softmax is one stop
  bool has_scores = true, has_scaled = true, has_weights = true, has_output = true;
};

/// From this many keys on, Score and Mix take the third and later keys together.
inline constexpr int kMostKeyStops = 8;

/// Time order of two stops of one walk: stage, beat, then key.
bool earlier(const Stop& a, const Stop& b);

/// Are both in one stage of the walk? Each part of a lesson is one of its own.
bool same_stage(const Stop& a, const Stop& b);
/// Is it one of the lesson's own?
bool is_part(const Stop& stop);
/// The stop of part `i`, before the attention or after it.
Stop part_stop(int i, int parts, int parts_after);
Stop part_stop(int i, const Document& document);

/// Every stop of the walk in order, also those that Next passes.
std::vector<Stop> stops_of(const WalkShape& shape);
/// Is there anything to show at this stop (a recording may lack the numbers)?
bool has_data(const WalkShape& shape, const Stop& stop);
/// Does Next pass this stop (Mask with nothing hidden, Scale switched off, a stage without data)?
bool passed(const WalkShape& shape, const Stop& stop);
/// The last stop of each stage this walk rests at, in order: step k of n counts these.
std::vector<Stop> stages_of(const WalkShape& shape);
/// `stop` itself where this walk has it, else the nearest earlier stop.
Stop nearest_stop(const WalkShape& shape, const Stop& stop);
/// The neighbours at which Next and Back rest; `stop` itself at either end of the walk.
Stop next_stop(const WalkShape& shape, const Stop& stop);
Stop previous_stop(const WalkShape& shape, const Stop& stop);
/// The last resting stop of the next or previous stage; the walk's own end where there is none.
Stop next_stage_stop(const WalkShape& shape, const Stop& stop);
Stop previous_stage_stop(const WalkShape& shape, const Stop& stop);
Stop last_stop(const WalkShape& shape);

/// "score:cat" -> a stop; sub-steps are plane, the key's word (or index), rest; q k v; max exp
/// stack divide; z; scores masked weights z. Bare stage: its last stop. A key may be quoted
/// ("the, end") or be an index in brackets ([3]). Throws InputError; stop_text is the inverse.
Stop parse_stop(std::string_view text, const WalkShape& shape,
                const std::vector<std::string>& key_words,
                const std::vector<std::string>& parts = {});
std::string stop_text(const Stop& stop, const std::vector<std::string>& key_words,
                      const std::vector<std::string>& parts = {});
/// The same with the document's words and parts.
Stop parse_stop(std::string_view text, const WalkShape& shape, const Document& document);
std::string stop_text(const Stop& stop, const Document& document);
/// What stop_text wrote, whether a walk comes there now or not. Throws InputError.
Stop parse_any_stop(std::string_view text, const Document& document);

/// Where time stands. At rest: progress 1 and target == at. While moving, `progress` is how much
/// of the beat of `at` has happened, running to 1 (forward) or back to 0 (target earlier than at).
struct Playhead {
  Stop at;
  float progress = 1.0f;
  Stop target;
  Stop from;  ///< where this movement began; at rest the same as `at`
  friend bool operator==(const Playhead&, const Playhead&) = default;
};
Playhead rest_at(const Stop& stop);
bool at_rest(const Playhead& playhead);

/// What a picture shows of one row: everything before `at` is done, `at` by eased progress 0..1.
struct Moment {
  Stop at;
  float progress = 1.0f;
  /// A row that is not the chosen one, during All words: how far its own walk had got. What lies
  /// beyond fills all at once, stage by stage, because it is one matrix product.
  std::optional<Stop> own;
  friend bool operator==(const Moment&, const Moment&) = default;
};
/// Smooth 0..1 from linear 0..1.
float ease(float t);

/// Has `stop` fully happened at `moment`? (index order in stops_of of that row)
bool done(const WalkShape& shape, const Moment& moment, const Stop& stop);
/// 0 not yet, 1 done, between while it happens: how far `stop` has happened at `moment`. A key that
/// has no stop of its own (above 8 keys) reads as the stop that takes it along; a hidden key is
/// never mixed.
float amount(const WalkShape& shape, const Moment& moment, const Stop& stop);

}  // namespace qkv
