#include "tests/support/random_action.h"

#include <cstddef>
#include <iterator>

namespace qkv {

int whole(Random& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}
float real(Random& random, float low, float high) {
  return low + (high - low) * static_cast<float>(random() % 10001) / 10000.0f;
}

namespace {

Mask random_mask(Random& random) {
  Mask mask;
  constexpr const char* kRules[] = {
      "full",      "causal",    "window:1",        "window:3",         "window:0,2",
      "padding:1", "padding:5", "causal+window:2", "causal+padding:2", "padding:4+window:1"};
  mask.rules = parse_mask_rules(kRules[random() % std::size(kRules)]);
  if (random() % 4 == 0) mask.align = CausalAlign::end;
  return mask;
}

}  // namespace

Action random_action(Random& random, const Session& session) {
  switch (random() % 48) {
    case 0:
      return action::NextStage{};
    case 1:
      return action::BackStage{};
    case 2:
      return action::Rewind{};
    case 3:
      return action::End{};
    case 4: {
      const auto stage = static_cast<Stage>(random() % 10);
      return action::GoTo{{stage, static_cast<Beat>(random() % 22), whole(random, -2, 12)}};
    }
    case 5:
      return action::Play{};
    case 6:
      return action::Speed{real(random, -1, 5)};
    case 7:
    case 8:
    case 9:
      return action::Select{whole(random, -2, session.document->n() + 2)};
    case 10:
      return action::SelectBy{whole(random, -3, 3)};
    case 11:
      return action::ShowTab{static_cast<Tab>(random() % 4)};
    case 12:
      return action::ShowScene{static_cast<Scene>(random() % 2)};
    case 13:
      return action::Orbit{real(random, -400, 400), real(random, -200, 200)};
    case 14:
      return action::Zoom{real(random, 0, 3)};
    case 15:
      return action::Home{};
    case 16:
      return action::SetTheme{static_cast<Theme>(random() % 2)};
    case 17:
      return action::TextScale{real(random, 0, 4)};
    case 18:
      return action::Fold{random() % 2 == 0 ? "story" : "table"};
    case 19:
      return action::Present{};
    case 20:
      return action::Steps{static_cast<StepSize>(random() % 2)};
    case 21:
      return action::ReducedMotion{random() % 3 == 0};
    case 22:
      return action::Colors{static_cast<ColorMap>(random() % 3)};
    case 23:
      return action::Look{{whole(random, -1, 3), whole(random, -1, 2), whole(random, -1, 4)}};
    case 24:
    case 25:
      return action::SetMask{random_mask(random)};
    case 26:
      return action::ToggleCausal{};
    case 27:
      return action::SetScale{random() % 2 == 0};
    case 28:
      return action::ToggleScale{};
    case 34: {
      Variant variant;
      for (const VariantKind& kind : variant_kinds()) variant.*kind.field = random() % 4 == 0;
      if (random() % 2 == 0) variant = {};
      return action::SetVariant{variant};
    }
    case 35: {
      if (random() % 2 == 0) return action::SetTemperature{real(random, -1, 4)};
      return action::SetSoftcap{real(random, -2, 9)};
    }
    case 36:
      return action::ShowCode{static_cast<CodePanel>(random() % 3)};
    case 29:
      return action::Undo{};
    case 30:
      return action::Redo{};
    case 31:
      if (!session.document->training) return action::Back{};
      return random() % 3 == 0 ? Action{action::Untrain{}} : action::Train{whole(random, -1, 12)};
    case 32:
    case 33:
      return action::Back{};
    default:
      return action::Next{};
  }
}

}  // namespace qkv
