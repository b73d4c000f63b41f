#pragma once
// Actions of every kind as tests compare and draw them.

#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "core/session/action.h"
#include "tests/support/player.h"

namespace qkv {

struct SameAction {
  template <class A, class B>
  bool operator()(const A&, const B&) const {
    return false;
  }
  template <class A>
  bool operator()(const A& a, const A& b) const {
    return same(a, b);
  }

  template <class A>
  static bool same([[maybe_unused]] const A& a, [[maybe_unused]] const A& b) {
    if constexpr (std::is_empty_v<A>)
      return true;
    else
      return a == b;
  }
  static bool same(const action::GoTo& a, const action::GoTo& b) { return a.stop == b.stop; }
  static bool same(const action::Speed& a, const action::Speed& b) { return a.factor == b.factor; }
  static bool same(const action::Select& a, const action::Select& b) { return a.row == b.row; }
  static bool same(const action::SelectBy& a, const action::SelectBy& b) {
    return a.step == b.step;
  }
  static bool same(const action::ShowTab& a, const action::ShowTab& b) { return a.tab == b.tab; }
  static bool same(const action::ShowScene& a, const action::ShowScene& b) {
    return a.scene == b.scene;
  }
  static bool same(const action::Orbit& a, const action::Orbit& b) {
    return a.azimuth == b.azimuth && a.elevation == b.elevation;
  }
  static bool same(const action::Zoom& a, const action::Zoom& b) { return a.factor == b.factor; }
  static bool same(const action::SetCamera& a, const action::SetCamera& b) {
    return a.camera == b.camera;
  }
  static bool same(const action::LayFloor& a, const action::LayFloor& b) {
    return a.kind == b.kind && a.row == b.row && a.numbers == b.numbers;
  }
  static bool same(const action::Reach& a, const action::Reach& b) {
    return a.row == b.row && a.stop == b.stop;
  }
  static bool same(const action::SetTheme& a, const action::SetTheme& b) {
    return a.theme == b.theme;
  }
  static bool same(const action::TextScale& a, const action::TextScale& b) {
    return a.scale == b.scale;
  }
  static bool same(const action::Fold& a, const action::Fold& b) { return a.panel == b.panel; }
  static bool same(const action::Steps& a, const action::Steps& b) { return a.size == b.size; }
  static bool same(const action::ReducedMotion& a, const action::ReducedMotion& b) {
    return a.on == b.on;
  }
  static bool same(const action::Colors& a, const action::Colors& b) { return a.map == b.map; }
  static bool same(const action::CoverWith& a, const action::CoverWith& b) {
    return a.cover == b.cover;
  }
  static bool same(const action::Fill& a, const action::Fill& b) { return a.panel == b.panel; }
  static bool same(const action::Draw& a, const action::Draw& b) {
    return a.begins == b.begins && a.points == b.points;
  }
  static bool same(const action::Strip& a, const action::Strip& b) { return a.on == b.on; }
  static bool same(const action::Count& a, const action::Count& b) {
    return a.seconds == b.seconds;
  }
  static bool same(const action::Look& a, const action::Look& b) { return a.slice == b.slice; }
  using Beside = action::LookBeside;
  static bool same(const Beside& a, const Beside& b) { return a.slice == b.slice; }
  static bool same(const action::Ask& a, const action::Ask& b) { return a.question == b.question; }
  static bool same(const action::Answer& a, const action::Answer& b) {
    return a.kind == b.kind && a.row == b.row && a.key == b.key && a.number == b.number;
  }
  static bool same(const action::Contents& a, const action::Contents& b) {
    return a.on == b.on && a.pictures == b.pictures;
  }
  static bool same(const action::OpenLesson& a, const action::OpenLesson& b) {
    return a.id == b.id;
  }
  static bool same(const action::TurnKnob& a, const action::TurnKnob& b) {
    return a.knob == b.knob && a.place == b.place;
  }
  static bool same(const action::Measured& a, const action::Measured& b) {
    return a.seconds == b.seconds;
  }
  static bool same(const action::SetMask& a, const action::SetMask& b) { return a.mask == b.mask; }
  static bool same(const action::Train& a, const action::Train& b) { return a.steps == b.steps; }
  static bool same(const action::SetScale& a, const action::SetScale& b) {
    return a.on == b.on && a.factor == b.factor;
  }
  using Heat = action::SetTemperature;
  static bool same(const Heat& a, const Heat& b) { return a.temperature == b.temperature; }
  using Cap = action::SetSoftcap;
  static bool same(const Cap& a, const Cap& b) { return a.cap == b.cap; }
  using Rules = action::SetVariant;
  static bool same(const Rules& a, const Rules& b) { return a.variant == b.variant; }
  static bool same(const action::Pin& a, const action::Pin& b) { return a.quantity == b.quantity; }
  static bool same(const action::Compare& a, const action::Compare& b) { return a.on == b.on; }
  static bool same(const action::Predict& a, const action::Predict& b) {
    const bool both_off = a.row < 0 && b.row < 0;
    return both_off || (a.of == b.of && a.row == b.row && a.key == b.key);
  }
  static bool same(const action::Guess& a, const action::Guess& b) {
    return a.key == b.key && a.value == b.value;
  }
  using Lines = action::QueriesAs;
  static bool same(const Lines& a, const Lines& b) { return a.columns == b.columns; }
  using Code = action::ShowCode;
  static bool same(const Code& a, const Code& b) { return a.panel == b.panel; }
};

inline void check_round_trip(Player& player, const Action& action) {
  const std::string text = text_of(action, player.session);
  CAPTURE(text);
  const Action back = parse_action(text, player.session, player.trace());
  CHECK(std::visit(SameAction{}, action, back));
}

/// Words that try to be mistaken for something else.
inline const std::vector<std::string> kHostile = {
    "the", "the",   "the#2", "2",     "[3]",    "plane", "rest", "z",    "a b",  "a;b",
    "\"",  "\\",    "",      "x:y",   "#1",     "the",   "-1",   "next", "q",    "\n",
    "é",   "[CLS]", "it's",  "\"q\"", "a\\\"b", "0",     "[0]",  "+",    "the#0"};

inline Mask random_mask(std::mt19937& random, int n, int heads) {
  const char* const rules[] = {"full",      "causal",           "window:3",       "window:2,1",
                               "padding:2", "causal+padding:1", "window:4+causal"};
  Mask mask;
  mask.rules = parse_mask_rules(rules[random() % 7]);
  mask.align = random() % 2 ? CausalAlign::end : CausalAlign::start;
  const int cell_heads = random() % 2 ? heads : 1;
  const auto count = static_cast<std::size_t>(cell_heads * n * n);
  if (random() % 3 == 0) {
    BoolCells cells{cell_heads, n, n, {}};
    for (std::size_t i = 0; i < count; ++i) cells.visible.push_back(random() % 4 != 0);
    mask.cells = std::make_shared<const BoolCells>(cells);
  }
  if (random() % 3 == 0) {
    FloatCells cells{cell_heads, n, n, {}};
    std::uniform_real_distribution<float> number(-2, 2);
    for (std::size_t i = 0; i < count; ++i) {
      cells.added.push_back(random() % 5 == 0 ? -std::numeric_limits<float>::infinity()
                                              : number(random));
    }
    mask.bias = std::make_shared<const FloatCells>(cells);
  }
  return mask;
}

/// Edits whose text can be read again: what they name is there.
inline Action random_valid_edit(std::mt19937& random, const Document& document) {
  const auto below = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  const int row = below(document.n()), key = below(document.m());
  const auto number = [&] { return static_cast<float>(below(2001) - 1000) / 128; };
  const auto vector = [&](int row_of_it, int columns) {
    action::VectorEdit edit{row_of_it, {}};
    for (int i = 0; i < columns; ++i) edit.numbers.push_back(number());
    return edit;
  };
  const std::string word =
      kHostile[static_cast<std::size_t>(below(static_cast<int>(kHostile.size())))];
  switch (below(13)) {
    case 0:
      return action::SetQuery{vector(row, document.queries.columns)};
    case 1:
      return action::SetKey{vector(key, document.keys.columns)};
    case 2:
      return action::SetValue{vector(key, document.values.columns)};
    case 3:
      return action::SetEmbedding{vector(row, 2)};
    case 4:
      return action::SetScore{row, key, number(), below(2) == 0};
    case 5:
      return action::HideCell{row, key};
    case 6:
      return action::ShowCell{row, key};
    case 7:
      return document.n() < 40 ? Action{action::InsertWord{below(document.n() + 1), word}}
                               : Action{action::RemoveWord{row}};
    case 8:
      return action::RenameWord{row, word};
    case 9:
      return action::RemoveWord{row};
    case 10:
      return action::MoveWord{row, below(document.n())};
    case 11:
      return action::SetSentence{word + " " + word + "; its"};
    default:
      return action::SetDimensions{1 + below(8)};
  }
}

}  // namespace qkv
