#include "tests/support/random_action.h"

#include <algorithm>
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

namespace {

std::vector<float> random_numbers(Random& random, const Tensor& like) {
  std::vector<float> numbers;
  const int extra = random() % 20 == 0 ? 1 : 0;
  for (int i = 0; i < std::max(1, like.columns) + extra; ++i)
    numbers.push_back(random() % 50 == 0 ? 2e6f : real(random, -4, 4));
  return numbers;
}

std::string random_word(Random& random, const Session& session) {
  constexpr const char* kWords[] = {"the",     "cat",          "dog", "The",   "w1", "New York",
                                    "\"a;b\"", "\xE6\x88\x91", "",    "x\x01", "3",  "its",
                                    "\\"};
  const auto& known = session.opened->query_words;
  if (random() % 2 == 0) return known[random() % known.size()];
  return kWords[random() % std::size(kWords)];
}

}  // namespace

Action random_edit(Random& random, const Session& session) {
  const Document& document = *session.document;
  const int n = document.n(), m = document.m();
  const int row = whole(random, random() % 20 == 0 ? -1 : 0, n - 1), key = whole(random, 0, m - 1);
  switch (random() % 20) {
    case 0:
    case 1:
      return action::SetQuery{{row, random_numbers(random, document.queries)}};
    case 2:
    case 3:
      return action::SetKey{{key, random_numbers(random, document.keys)}};
    case 4:
    case 5:
      return action::SetValue{{key, random_numbers(random, document.values)}};
    case 6:
      return action::SetEmbedding{{row, random_numbers(random, document.queries)}};
    case 7:
    case 8:
      return action::SetScore{row, key, real(random, -8, 8), random() % 2 == 0};
    case 9:
      return action::HideCell{row, key};
    case 10:
      return action::ShowCell{row, key};
    case 11:
      return action::InsertWord{whole(random, 0, n), random_word(random, session)};
    case 12:
      return action::RenameWord{row, random_word(random, session)};
    case 13:
    case 14:
      return action::RemoveWord{row};
    case 15:
      return action::MoveWord{row, key};
    case 16: {
      std::string text;
      for (int i = whole(random, 0, 7); i >= 0; --i) text += random_word(random, session) + " ";
      return action::SetSentence{text};
    }
    case 17:
      return action::SetDimensions{whole(random, 0, 9)};
    case 18:
      return action::SetMask{random_mask(random)};
    default:
      return action::ToggleScale{};
  }
}

Action random_action(Random& random, const Session& session) {
  switch (random() % 78) {
    case 0:
      return action::NextStage{};
    case 1:
      return action::BackStage{};
    case 2:
      return action::Rewind{};
    case 3:
      return action::End{};
    case 4: {
      const auto stage = static_cast<Stage>(random() % 11);
      return action::GoTo{{stage, static_cast<Beat>(random() % 23), whole(random, -2, 12)}};
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
      return action::Fold{random() % 3 == 0 ? "keys" : random() % 2 == 0 ? "story" : "table"};
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
    case 44: {
      Variant variant;
      for (const VariantKind& kind : variant_kinds()) variant.*kind.field = random() % 4 == 0;
      if (random() % 2 == 0) variant = {};
      return action::SetVariant{variant};
    }
    case 45: {
      if (random() % 2 == 0) return action::SetTemperature{real(random, -1, 4)};
      return action::SetSoftcap{real(random, -2, 9)};
    }
    case 46:
      return action::ShowCode{static_cast<CodePanel>(random() % 3)};
    case 61:
    case 62:
      return action::Pin{{static_cast<Quantity::Kind>(random() % 15), 0, 0,
                          whole(random, -1, session.document->n()),
                          whole(random, -1, session.document->m()), whole(random, -1, 3)}};
    case 63:
      return action::Compare{random() % 3 != 0};
    case 64:
      return action::Predict{static_cast<Prediction::Of>(random() % 2),
                             whole(random, -1, session.document->n()),
                             whole(random, -1, session.document->m())};
    case 65:
      return action::Guess{whole(random, -1, session.document->m()), real(random, -3, 3)};
    case 66:
      return random() % 2 == 0 ? Action{action::Reveal{}}
                               : Action{action::QueriesAs{random() % 2 == 0}};
    case 67:
      return action::LookBeside{{whole(random, -1, 3), whole(random, -1, 2), whole(random, -1, 4)}};
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
    case 34:
    case 35:
      return action::Grab{};
    case 36:
      return action::Release{};
    case 37:
      return action::Cancel{};
    case 38:
    case 39:
    case 40:
    case 41:
    case 42:
    case 43:
      return random_edit(random, session);
    case 47:
      if (random() % 2 == 0)
        return action::LayFloor{static_cast<VectorKind>(random() % 4),
                                whole(random, -1, session.document->n()),
                                {real(random, -3, 3), real(random, -3, 3)}};
      return action::SetCamera{
          {real(random, -10, 400), real(random, 0, 100), real(random, 0, 9), random() % 2 == 0}};
    case 48: {
      const auto stage = static_cast<Stage>(random() % 9);
      return action::Reach{whole(random, -1, session.document->n()),
                           {stage, static_cast<Beat>(random() % 21), whole(random, -2, 12)}};
    }
    case 49:
      return action::Ask{whole(random, -1, 4)};
    case 50: {
      action::Answer answer;
      const auto i = static_cast<std::size_t>(session.question);
      if (session.question >= 0 && i < session.document->questions.size())
        answer.kind = session.document->questions[i].kind;
      if (answer.kind == Question::Kind::cell)
        answer.row = whole(random, 0, std::max(0, session.document->n() - 1));
      if (answer.kind != Question::Kind::number)
        answer.key = whole(random, 0, std::max(0, session.document->m() - 1));
      else
        answer.number = real(random, -2, 2);
      return answer;
    }
    case 51:
      return action::Contents{random() % 2 == 0, random() % 4 == 0};
    case 52: {
      const auto& knobs = session.document->knobs;
      if (!knobs.empty() && random() % 4 != 0) {
        const int knob = whole(random, 0, static_cast<int>(knobs.size()) - 1);
        return action::TurnKnob{
            knob, whole(random, 0, knobs[static_cast<std::size_t>(knob)].places() - 1)};
      }
      action::Measured measured;
      for (int i = whole(random, 0, 5); i > 0; --i) measured.seconds.push_back(real(random, 0, 2));
      return measured;
    }
    case 72:
      return action::CoverWith{static_cast<Cover>(random() % 3)};
    case 73:
      return action::Fill{static_cast<Filled>(random() % 4)};
    case 74:
      return action::Draw{random() % 3 == 0,
                          {{real(random, -0.2f, 1.2f), real(random, 0, 1)},
                           {real(random, 0, 1), real(random, 0, 1)}}};
    case 75:
      return random() % 3 == 0 ? Action{action::Wipe{}} : Action{action::Strip{random() % 2 == 0}};
    case 76:
      return action::Count{real(random, -5, 60)};
    default:
      return action::Next{};
  }
}

}  // namespace qkv
