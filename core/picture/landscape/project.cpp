// Project: W carries the floor's grid along, and each x lands on its q, k or v.

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/picture/landscape/parts.h"

namespace qkv::landscape {
namespace {

struct Carry {
  float amount = 0;
  Role role = Role::query;
  const Tensor* matrix = nullptr;
  const std::vector<glm::vec2>* landed = nullptr;
  Quantity::Kind kind = Quantity::Kind::query;
  const char* letter = "q";
};

/// The matrix that is at work now, or none.
Carry carry_of(const Walk& walk) {
  const Projection& p = *walk.session.document->projection;
  const Amounts& a = walk.amounts;
  switch (walk.moment.at.beat) {
    case Beat::project_q:
      return {a.project_q, Role::query, &p.w_q, &walk.space.queries, Quantity::Kind::query, "q"};
    case Beat::project_k:
      return {a.project_k, Role::key, &p.w_k, &walk.space.keys, Quantity::Kind::key, "k"};
    case Beat::project_v:
      return {a.project_v, Role::value, &p.w_v, &walk.space.values, Quantity::Kind::value, "v"};
    default:
      return {};
  }
}

/// x·W with W 2×2, on the way from the identity.
glm::vec2 carried(glm::vec2 x, const Tensor& w, float amount) {
  const auto at = [&](std::size_t i) { return w.data[i]; };
  const glm::vec2 there{x.x * at(0) + x.y * at(2), x.x * at(1) + x.y * at(3)};
  return between(x, there, amount);
}

/// Half the side of the grid that is carried: it reaches as far as the words.
float half_grid(const Walk& walk) {
  float most = 0;
  for (const glm::vec2 x : walk.space.embeddings)
    most = std::max({most, std::abs(x.x), std::abs(x.y)});
  return most > 0 ? most : 1;
}

LandscapePicture::CarriedGrid grid_of(float half, const Tensor& matrix, Role role, float amount) {
  LandscapePicture::CarriedGrid grid;
  grid.role = role;
  const auto line = [&](glm::vec2 a, glm::vec2 b) {
    grid.lines.push_back(carried(a, matrix, amount));
    grid.lines.push_back(carried(b, matrix, amount));
  };
  for (int i = -2; i <= 2; ++i) {
    const float s = static_cast<float>(i) * half / 2;
    line({s, -half}, {s, half});
    line({-half, s}, {half, s});
  }
  return grid;
}

/// Train: both grids at once, each named at the corner that the matrix makes of its first one.
void paint_trained(const Walk& walk, LandscapePicture& picture) {
  const Projection& p = *walk.session.document->projection;
  const float half = half_grid(walk);
  for (const auto& [matrix, role, name, corner] :
       {std::tuple{&p.w_q, Role::query, "W_Q", glm::vec2(1, 1)},
        std::tuple{&p.w_k, Role::key, "W_K", glm::vec2(-1, -1)}}) {
    LandscapePicture::CarriedGrid grid = grid_of(half, *matrix, role, 1);
    grid.corner = carried(corner * half, *matrix, 1);
    grid.label = {"", name, "", 12};
    picture.carried_grids.push_back(std::move(grid));
  }
  picture.carried = walk.amounts.train;
}

}  // namespace

void paint_project(const Walk& walk, LandscapePicture& picture) {
  if (!walk.session.document->projection || walk.space.embeddings.empty()) return;
  const Stage stage = walk.moment.at.stage;
  if (stage == Stage::train && walk.amounts.turn < 0.5f) return paint_trained(walk, picture);
  if (stage != Stage::start && stage != Stage::project) return;
  const Carry carry = carry_of(walk);
  const int words = static_cast<int>(walk.space.embeddings.size());
  for (int i = 0; i < words; ++i) {
    const glm::vec2 x = walk.space.embeddings[static_cast<std::size_t>(i)];
    FloorArrow arrow;
    arrow.role = Role::plain;
    arrow.to = x;
    arrow.ring = x == glm::vec2(0);
    arrow.emphasis = Emphasis::faint;
    arrow.label = {"x", walk.query_word(i), "", 20 + i};
    picture.arrows.push_back(arrow);
    // Queries and keys that have landed are arrows of the floor; values come back in Mix.
    const bool stays = carry.role == Role::value;
    if (!carry.matrix || carry.amount <= 0 || (carry.amount >= 1 && !stays)) continue;
    FloorArrow moving = arrow;
    moving.role = carry.role;
    moving.to = carried(x, *carry.matrix, ease(carry.amount));
    moving.emphasis = i == walk.session.row ? Emphasis::acting : Emphasis::normal;
    moving.label = {carry.letter, walk.query_word(i), "", i == walk.session.row ? 0 : 2 + i};
    moving.quantity = {carry.kind, walk.session.slice.layer, walk.session.slice.head,
                       carry.role == Role::query ? i : -1, carry.role == Role::query ? -1 : i};
    picture.arrows.push_back(std::move(moving));
  }
  if (!carry.matrix) return;
  picture.carried_grids.push_back(
      grid_of(half_grid(walk), *carry.matrix, carry.role, ease(carry.amount)));
  picture.carried = 1;
}

}  // namespace qkv::landscape
