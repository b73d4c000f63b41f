// Arrows on the floor, and the stem that carries each key's score.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/picture/landscape/parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

constexpr int kSpeaking = 6;        // labels beyond the acting and the chosen
constexpr float kRulerEnd = 1.04f;  // a hair past the last tick
constexpr int kCrowd = 12;          // with more keys than this those without a label step back

float length(glm::vec2 v) { return std::hypot(v.x, v.y); }

bool is_zero(glm::vec2 v) { return v.x == 0 && v.y == 0; }

/// Same direction, either way round.
bool collinear(glm::vec2 a, glm::vec2 b) {
  const float cross = a.x * b.y - a.y * b.x;
  return !is_zero(a) && !is_zero(b) && std::abs(cross) <= 0.02f * length(a) * length(b) &&
         a.x * b.x + a.y * b.y > 0;
}

/// Where the embeddings can be carried along, a vector is there once x has landed on it (Project).
float landed(const Walk& walk, float amount) {
  return walk.space.embeddings.empty() ? amount : std::floor(amount);
}

/// Project shows x and what is made of it now; the other roles come back with the plane.
float beside_projection(const Walk& walk, bool is_key) {
  const Amounts& a = walk.amounts;
  if (walk.space.embeddings.empty() || a.train > 0) return 1;
  if (walk.moment.at.stage == Stage::project) {
    const float next = is_key ? a.project_v : a.project_k;
    return 1 - part(next, 0, 0.5f);
  }
  return walk.moment.at.stage == Stage::score ? part(a.plane, 0.2f, 0.7f) : 1.0f;
}

/// In Mix the floor belongs to the values.
bool can_be_dragged(const Walk& walk) { return walk.editable && walk.key_fade > 0.9f; }

std::string vector_text(const Walk& walk) {
  if (walk.space.d > 3) return {};
  return format_vector(walk.values.query.data(), static_cast<int>(walk.values.query.size()), 2);
}

FloorArrow query_arrow(const Walk& walk) {
  FloorArrow arrow;
  arrow.role = Role::query;
  arrow.emphasis = Emphasis::chosen;
  arrow.to =
      kept_on_floor(walk, false, shown_query(walk.range(), walk.query, arrow.cut), arrow.cut);
  arrow.draggable = can_be_dragged(walk);
  arrow.ring = is_zero(walk.query);
  for (const glm::vec2 key : walk.space.keys) arrow.outline |= collinear(walk.query, key);
  arrow.label = {"q", walk.query_word(walk.session.row), vector_text(walk), 1};
  if (arrow.cut)
    arrow.label.number +=
        (arrow.label.number.empty() ? "" : "  ") +
        filled(text("landscape.length"),
               {{"number", format_number(static_cast<double>(length(walk.query)), 3)}});
  // In softmax only heights speak.
  if (walk.amounts.exp > 0) arrow.label = {};
  arrow.shown =
      landed(walk, walk.amounts.project_q) * walk.key_fade * between(1, 0.35f, walk.amounts.exp);
  if (walk.moment.at.stage == Stage::project) arrow.shown *= beside_projection(walk, false);
  arrow.quantity = {Quantity::Kind::query, walk.session.slice.layer, walk.session.slice.head,
                    walk.session.row};
  return arrow;
}

FloorArrow other_query(const Walk& walk, int i) {
  FloorArrow arrow;
  arrow.role = Role::query;
  arrow.emphasis = Emphasis::faint;
  const glm::vec2 tip = walk.space.queries[static_cast<std::size_t>(i)];
  arrow.to = kept_on_floor(walk, false, shown_query(walk.range(), tip, arrow.cut), arrow.cut);
  arrow.draggable = can_be_dragged(walk);
  arrow.ring = is_zero(arrow.to);
  arrow.shown = landed(walk, walk.amounts.project_q) * (1 - walk.amounts.plane) * walk.key_fade *
                beside_projection(walk, false);
  if (walk.moment.at.stage == Stage::project) arrow.emphasis = Emphasis::normal;
  if (walk.amounts.train > 0 && walk.session.document->training->query != i)
    arrow.shown *= 1 - walk.amounts.train;
  if (i < 8) arrow.label = {"q", walk.query_word(i), "", 30 + i};
  arrow.quantity = {Quantity::Kind::query, walk.session.slice.layer, walk.session.slice.head, i};
  return arrow;
}

FloorArrow key_arrow(const Walk& walk, int j, int rank) {
  FloorArrow arrow;
  arrow.to = kept_on_floor(walk, false, walk.space.keys[static_cast<std::size_t>(j)], arrow.cut);
  arrow.draggable = can_be_dragged(walk);
  arrow.ring = is_zero(arrow.to);
  const bool trains = walk.amounts.train > 0;
  const bool scored = walk.key_amount(Stage::score, j) > 0.5f && !trains;
  const bool others_act = walk.moment.at.stage == Stage::score && walk.moment.at.key >= 0;
  const bool wanted = trains && walk.session.document->training->key == j;
  arrow.emphasis = walk.acting(j) || wanted                            ? Emphasis::acting
                   : others_act                                        ? Emphasis::faint
                   : walk.amounts.exp > 0                              ? Emphasis::faint
                   : walk.keys() > kCrowd && !may_speak(walk, j, rank) ? Emphasis::faint
                                                                       : Emphasis::normal;
  // From its score on, the word stands at the stem's head.
  if (!scored && may_speak(walk, j, rank))
    arrow.label = {"k", walk.key_word(j), "", label_priority(walk, j, rank)};
  arrow.shown = landed(walk, walk.amounts.project_k) * walk.key_fade *
                between(1, 0.45f, walk.amounts.exp) * beside_projection(walk, true);
  arrow.announced = walk.hidden(j) > 0.5f && walk.amounts.mask <= 0 && walk.amounts.exp <= 0;
  arrow.quantity = walk.quantity(Quantity::Kind::key, j);
  arrow.quantity.row = -1;
  return arrow;
}

std::string stem_number(const Walk& walk, int j, double score, double scaled) {
  const Amounts& a = walk.amounts;
  if (a.mask * walk.hidden(j) > 0.5f) return "−∞";
  if (a.maximum > 0.5f) return format_number(scaled - static_cast<double>(walk.values.row_max), 2);
  return format_number(a.scale > 0.5f ? scaled : score, 2);
}

Stem stem_of(const Walk& walk, int j, int rank) {
  const Amounts& a = walk.amounts;
  Stem stem;
  stem.key = j;
  stem.foot = kept_on_floor(walk, false, walk.space.keys[static_cast<std::size_t>(j)], stem.beyond);
  const float risen = ease(walk.key_amount(Stage::score, j));
  const double score = static_cast<double>(walk.at(walk.values.scores, j));
  const double scaled = static_cast<double>(walk.at(walk.values.scaled, j));
  // An added mask belongs to the Mask stage.
  const float hidden = a.mask * walk.hidden(j);
  double masked = scaled;
  const float bias = walk.at(walk.values.bias, j);
  if (std::isfinite(bias) && hidden < 1) masked += static_cast<double>(bias * a.mask);
  const double limit = static_cast<double>(walk.limit);
  const double stage = score + (masked - score) * static_cast<double>(a.scale);
  stem.value = static_cast<float>(stage);
  stem.exact = static_cast<float>(stage / limit) * risen;
  stem.height = stem.exact;
  const glm::vec2 key = walk.space.keys[static_cast<std::size_t>(j)];
  if (walk.space.d > 2)
    stem.height =
        height_of_score(walk, static_cast<double>(walk.query.x * key.x + walk.query.y * key.y)) *
        risen;
  if (walk.before) {
    stem.beyond = stem.beyond || std::abs(stem.exact) > kRulerEnd;
    stem.exact = std::clamp(stem.exact, -kRulerEnd, kRulerEnd);
    stem.height = std::clamp(stem.height, -kRulerEnd, kRulerEnd);
  }
  stem.base = zero_height(walk);
  stem.ghost = static_cast<float>(score / limit);
  stem.hidden = hidden;
  stem.shown = risen > 0 ? walk.key_fade * (1 - part(a.exp, 0, 0.5f)) : 0;
  stem.emphasis = walk.acting(j) ? Emphasis::acting
                  : walk.moment.at.stage == Stage::score && walk.moment.at.key >= 0
                      ? Emphasis::faint
                  : walk.keys() > kCrowd && !may_speak(walk, j, rank) ? Emphasis::faint
                                                                      : Emphasis::normal;
  if (risen > 0.5f && stem.shown > 0 && may_speak(walk, j, rank))
    stem.label = {"", walk.key_word(j), stem_number(walk, j, score, masked),
                  label_priority(walk, j, rank)};
  const float q2 = walk.query.x * walk.query.x + walk.query.y * walk.query.y;
  if (q2 > 0 && walk.acting(j)) {
    const float along = (walk.query.x * stem.foot.x + walk.query.y * stem.foot.y) / q2;
    stem.perpendicular = walk.query * along;
    stem.projected = risen;
  }
  stem.quantity = walk.quantity(a.mask > 0.5f    ? Quantity::Kind::masked
                                : a.scale > 0.5f ? Quantity::Kind::scaled
                                                 : Quantity::Kind::score,
                                j);
  return stem;
}

}  // namespace

std::vector<int> ranks(const Walk& walk, const std::vector<float>& numbers) {
  std::vector<int> order(static_cast<std::size_t>(walk.keys()));
  std::iota(order.begin(), order.end(), 0);
  const auto size = [&](int j) { return std::abs(walk.at(numbers, j)) - 1e30f * walk.hidden(j); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size(a) > size(b); });
  std::vector<int> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    rank[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return rank;
}

int label_priority(const Walk& walk, int key, int rank) { return walk.acting(key) ? 0 : 2 + rank; }

bool may_speak(const Walk& walk, int key, int rank) {
  return rank < kSpeaking || walk.acting(key) ||
         (walk.now.n == walk.now.m && key == walk.session.row);
}

float zero_height(const Walk& walk) {
  if (walk.values.fully_masked) return 0;
  const float zero = walk.amounts.maximum * walk.values.row_max / walk.limit;
  return walk.before ? std::clamp(zero, -kRulerEnd, kRulerEnd) : zero;
}

void add_ghost(const Walk& walk, const FloorArrow& arrow, bool values, int index,
               LandscapePicture& picture) {
  const std::optional<Space>& past = walk.frozen ? walk.frozen : walk.before;
  if (!past || arrow.shown <= 0) return;
  const auto of = [&](const Space& space) -> const std::vector<glm::vec2>& {
    return values ? space.values : arrow.role == Role::query ? space.queries : space.keys;
  };
  const std::vector<glm::vec2>&now = of(walk.space), &then = of(*past);
  const auto i = static_cast<std::size_t>(index);
  if (i >= now.size() || i >= then.size() || now[i] == then[i]) return;
  FloorArrow ghost;
  ghost.role = arrow.role;
  bool cut = false;
  ghost.to = arrow.role == Role::query ? shown_query(walk.range(), then[i], cut) : then[i];
  ghost.ghost = true;
  ghost.emphasis = Emphasis::normal;
  ghost.shown = arrow.shown;
  picture.arrows.push_back(std::move(ghost));
}

void paint_arrows(const Walk& walk, LandscapePicture& picture) {
  if (walk.key_fade <= 0) return;
  const FloorArrow query = query_arrow(walk);
  add_ghost(walk, query, false, walk.session.row, picture);
  if (query.outline || query.ring) picture.arrows.push_back(query);
  const std::vector<int> rank = ranks(walk, walk.values.scores);
  for (int j = 0; j < walk.keys(); ++j) {
    if (walk.acting(j)) continue;
    FloorArrow key = key_arrow(walk, j, rank[static_cast<std::size_t>(j)]);
    add_ghost(walk, key, false, j, picture);
    picture.arrows.push_back(std::move(key));
  }
  for (int j = 0; j < walk.keys(); ++j) {
    if (!walk.acting(j)) continue;
    FloorArrow key = key_arrow(walk, j, rank[static_cast<std::size_t>(j)]);
    add_ghost(walk, key, false, j, picture);
    picture.arrows.push_back(std::move(key));
  }
  for (int i = 0; i < static_cast<int>(walk.space.queries.size()); ++i)
    if (i != walk.session.row && walk.amounts.plane < 1)
      picture.arrows.push_back(other_query(walk, i));
  if (!query.outline && !query.ring) picture.arrows.push_back(query);
}

void paint_stems(const Walk& walk, LandscapePicture& picture) {
  if (walk.amounts.train > 0) return;
  const std::vector<int> rank = ranks(walk, walk.values.scores);
  for (int j = 0; j < walk.keys(); ++j) {
    Stem stem = stem_of(walk, j, rank[static_cast<std::size_t>(j)]);
    stem.ghost_shown = picture.plane.ghost_shown;
    if (stem.shown > 0) picture.stems.push_back(std::move(stem));
  }
}

}  // namespace qkv::landscape
