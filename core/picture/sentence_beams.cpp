#include "core/picture/sentence_beams.h"

#include <algorithm>
#include <cmath>

#include "core/picture/chain.h"
#include "core/picture/comparison.h"
#include "core/picture/number_of.h"
#include "core/picture/panels.h"
#include "core/text/format_number.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

float lerp(float a, float b, float t) { return t <= 0 ? a : t >= 1 ? b : a + (b - a) * t; }

float finite(float x) { return std::isfinite(x) ? x : 0.0f; }

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// The stop at which a key's beam comes into being: the first stage the file has numbers for.
Stop first_stop(const WalkShape& shape) {
  if (shape.has_scaled) return {Stage::scale, Beat::scale, -1};
  return {Stage::softmax, Beat::softmax_divide, -1};
}

// The numbers of one cell that a beam passes through on its way from score to weight.
struct BeamValues {
  float score = 0, scaled = 0, masked = 0, exp = 0, weight = 0;
  bool has_score = false, has_scaled = false, has_exp = false, has_weight = false;
  float row_max = 0;
};

struct BeamFace {
  float value = 0;  // of the number that is told
  float width = 0;
  Kind kind = Kind::score;
  bool on_the_way = false;  // the number is score − maximum, no quantity of its own
};

BeamFace face_of(const BeamValues& v, const BeamTime& t, float limit) {
  BeamFace face;
  const auto height = [&](float x) { return std::min(1.0f, std::abs(finite(x)) / limit); };
  if (v.has_score) face = {v.score, height(v.score), Kind::score};
  if (v.has_scaled) {
    if (!v.has_score) face = {v.scaled, height(v.scaled), Kind::scaled};
    if (t.scale > 0) {
      face.value = v.has_score ? lerp(v.score, v.scaled, t.scale) : v.scaled;
      face.width = lerp(face.width, height(v.scaled), t.scale);
      face.kind = Kind::scaled;
    }
    if (t.mask > 0) {
      face = {lerp(v.scaled, v.masked, t.mask), lerp(face.width, height(v.masked), t.mask),
              Kind::masked};
    }
    if (t.maximum > 0) {
      face.value = v.masked - v.row_max * t.maximum;
      face.on_the_way = true;
    }
  }
  if (v.has_exp && t.exp > 0) {
    face.width = lerp(face.width, v.exp, t.exp);
    if (t.exp >= 0.5f) face = {v.exp, face.width, Kind::exp};
  }
  if (v.has_weight && t.divide > 0) {
    face.width = lerp(face.width, finite(v.weight), t.divide);
    if (t.divide >= 0.5f) face = {v.weight, face.width, Kind::weight};
  }
  if (v.has_score && t.all_scores > 0) {
    face.width = lerp(face.width, height(v.score), t.all_scores);
    if (t.all_scores >= 0.5f) face = {v.score, face.width, Kind::score};
  }
  if (v.has_scaled && t.all_masked > 0) {
    face.width = lerp(face.width, height(v.masked), t.all_masked);
    if (t.all_masked >= 0.5f) face = {v.masked, face.width, Kind::masked};
  }
  if (v.has_weight && t.all_weights > 0) {
    face.width = lerp(face.width, finite(v.weight), t.all_weights);
    if (t.all_weights >= 0.5f) face = {v.weight, face.width, Kind::weight};
  }
  return face;
}

bool may_be_negative(Kind kind) { return kind != Kind::exp && kind != Kind::weight; }

// −∞ only stands where a mask has been applied: before it the score is a number, after it e^−∞ = 0.
bool tells_infinity(Kind kind, float hidden, bool on_the_way) {
  return hidden >= 0.5f && (kind == Kind::masked || on_the_way);
}

}  // namespace

BeamTime beam_time(const WalkShape& shape, const Moment& moment, const ShownWalk& walk) {
  const auto at = [&](Stage stage, Beat beat) { return walk.amount({stage, beat, -1}); };
  BeamTime t;
  t.moment = moment;
  const float all_at_once = walk.amount(first_stop(shape));
  for (int key = 0; key < shape.keys; ++key) {
    t.appeared.push_back(shape.has_scores ? walk.amount({Stage::score, Beat::score_key, key})
                                          : all_at_once);
  }
  t.handed.assign(index(shape.keys), -1.0f);
  for (const int key : shape.visible) {
    t.handed[index(key)] = walk.amount({Stage::mix, Beat::mix_key, key});
  }
  t.scale = at(Stage::scale, Beat::scale);
  t.mask = at(Stage::mask, Beat::mask);
  t.maximum = at(Stage::softmax, Beat::softmax_max);
  t.exp = at(Stage::softmax, Beat::softmax_exp);
  t.divide = at(Stage::softmax, Beat::softmax_divide);
  t.all_scores = at(Stage::all, Beat::all_scores);
  t.all_masked = at(Stage::all, Beat::all_masked);
  t.all_weights = at(Stage::all, Beat::all_weights);
  if (shape.has_output) {
    t.output = at(Stage::mix, Beat::mix_z);
    t.mix = moment.at.stage == Stage::mix ? 1.0f : at(Stage::all, Beat::all_output);
  }
  // Where the matrices are learned, the beams are weights again and nothing is handed over.
  const float back = 1 - at(Stage::train, Beat::train);
  t.output *= back;
  t.mix *= back;
  return t;
}

std::vector<Beam> row_beams(const Session& session, const Trace& now, const RowValues& row,
                            const BeamTime& time) {
  const float limit = score_limit(session, now);
  const int head = session.slice.head;
  std::vector<Beam> beams;
  beams.reserve(index(now.m));
  for (int key = 0; key < now.m; ++key) {
    const std::size_t k = index(key);
    BeamValues v;
    v.has_score = now.has_scores && k < row.scores.size();
    v.has_scaled = now.has_scaled && k < row.scaled.size();
    v.has_exp = now.has_scaled && k < row.exps.size();
    v.has_weight = now.has_weights && k < row.weights.size();
    if (v.has_score) v.score = row.scores[k];
    if (v.has_scaled) v.scaled = v.masked = row.scaled[k];
    const float hidden = k < row.hidden.size() ? row.hidden[k] : 0.0f;
    if (v.has_scaled && k < row.masked.size() && std::isfinite(row.masked[k])) {
      v.masked = row.masked[k];
    }
    if (v.has_exp) v.exp = row.exps[k];
    if (v.has_weight) v.weight = row.weights[k];
    v.row_max = finite(row.row_max);

    const BeamFace face = face_of(v, time, limit);
    Beam beam;
    beam.row = row.row;
    beam.key = key;
    beam.width = face.width;
    const float masked_now =
        time.all_scores > 0 ? std::max(1 - time.all_scores, time.all_masked) : time.mask;
    beam.hidden = now.has_scaled ? hidden * masked_now : hidden;
    beam.negative = may_be_negative(face.kind) && face.value < 0 && !face.on_the_way;
    if (face.on_the_way) beam.negative = v.masked < 0;
    beam.shown = time.appeared[k];
    beam.emphasis = Emphasis::chosen;
    beam.quantity = {face.kind, session.slice.layer, head, row.row, key, -1};
    const Kind written = face.on_the_way ? Kind::masked : face.kind;
    beam.label = tells_infinity(face.kind, beam.hidden, face.on_the_way)
                     ? format_number(-INFINITY)
                     : number_of(written, static_cast<double>(face.value));
    beams.push_back(std::move(beam));
  }
  return beams;
}

void compare_beams(const Session& session, const Trace& now, const BeamTime& time,
                   std::vector<Beam>& beams) {
  const Comparison comparison(session);
  if (!comparison) return;
  const float limit = score_limit(session, now);
  for (Beam& beam : beams) {
    const auto then = [&](Tab tab) { return comparison.in_a(tab, beam.row, beam.key); };
    const std::optional<float> score = then(Tab::scores), scaled = then(Tab::scaled),
                               masked = then(Tab::masked), weight = then(Tab::weights);
    const Quantity exp = comparison.in_a({Kind::exp, 0, 0, beam.row, beam.key, -1});
    if (!score && !scaled && !weight) continue;
    BeamValues v;
    v.has_score = score.has_value();
    v.has_scaled = scaled.has_value();
    v.has_weight = weight.has_value();
    v.score = score.value_or(0);
    v.scaled = v.masked = scaled.value_or(0);
    if (masked && std::isfinite(*masked)) v.masked = *masked;
    v.weight = weight.value_or(0);
    const auto exps = exp ? values_of(*session.frozen->document, *session.frozen->trace, exp)
                          : std::vector<double>{};
    v.has_exp = !exps.empty();
    if (v.has_exp) v.exp = static_cast<float>(exps.front());
    beam.then = face_of(v, time, limit).width;
  }
}

std::vector<Beam> other_beams(const Session& session, const Trace& now, const BeamTime& time,
                              int most, int& of) {
  const float shown = std::max({time.all_scores, time.all_masked, time.all_weights});
  if (shown <= 0) return {};
  const float limit = score_limit(session, now);
  const int head = session.slice.head;
  struct Candidate {
    int row, key;
    BeamFace face;
    float hidden;
  };
  std::vector<Candidate> found;
  for (int row = 0; row < now.n; ++row) {
    if (row == session.row) continue;
    for (int key = 0; key < now.m; ++key) {
      const bool visible = now.visible(head, row, key);
      if (!visible && time.all_masked >= 1) continue;
      BeamValues v;
      v.has_score = now.has_scores;
      v.has_scaled = now.has_scaled;
      v.has_weight = now.has_weights;
      if (v.has_score) v.score = now.score(head, row, key);
      if (v.has_scaled) v.masked = visible ? now.masked(head, row, key) : 0.0f;
      if (v.has_weight) v.weight = now.weight(head, row, key);
      BeamTime only_all;  // these rows never walked: no stage before All words shapes them
      only_all.all_scores = time.all_scores;
      only_all.all_masked = time.all_masked;
      only_all.all_weights = time.all_weights;
      found.push_back({row, key, face_of(v, only_all, limit), visible ? 0.0f : time.all_masked});
    }
  }
  of += static_cast<int>(found.size());
  const auto wider = [](const Candidate& a, const Candidate& b) {
    if (a.face.width != b.face.width) return a.face.width > b.face.width;
    return a.row != b.row ? a.row < b.row : a.key < b.key;
  };
  const std::size_t keep = std::min(found.size(), index(std::max(0, most)));
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(keep), found.end(),
                    wider);
  found.resize(keep);
  std::vector<Beam> beams;
  beams.reserve(keep);
  for (auto it = found.rbegin(); it != found.rend(); ++it) {
    Beam beam;
    beam.row = it->row;
    beam.key = it->key;
    beam.width = it->face.width;
    beam.hidden = it->hidden;
    beam.negative = may_be_negative(it->face.kind) && it->face.value < 0;
    beam.shown = shown;
    beam.emphasis = Emphasis::faint;
    beam.quantity = {it->face.kind, session.slice.layer, head, it->row, it->key, -1};
    beams.push_back(std::move(beam));
  }
  return beams;
}

}  // namespace qkv
