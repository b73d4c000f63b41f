// Actions in words, as they are read back (action_text.cpp).

#include "core/session/action_names.h"
#include "core/session/mask_text.h"
#include "core/session/words.h"
#include "core/text/format_number.h"

namespace qkv {
namespace {

std::string slice_text(const Slice& slice) {
  return std::to_string(slice.layer) + " " + std::to_string(slice.batch) + " " +
         std::to_string(slice.head);
}

struct Writer {
  const Session& session;

  template <class T>
  std::string operator()(const T& action) const {
    if constexpr (requires { edit_arguments(action, session); }) {
      return edit_arguments(action, session);
    } else {
      return {};
    }
  }

  std::string operator()(const action::GoTo& a) const {
    return stop_text(a.stop, *session.document);
  }
  std::string operator()(const action::Speed& a) const { return shortest(a.factor); }
  std::string operator()(const action::Select& a) const {
    return word_text(session.document->query_words, a.row);
  }
  std::string operator()(const action::SelectBy& a) const { return std::to_string(a.step); }
  std::string operator()(const action::Reach& a) const {
    return word_text(session.document->query_words, a.row) + " " +
           stop_text(a.stop, *session.document);
  }
  std::string operator()(const action::ShowTab& a) const { return name(kTabs, a.tab); }
  std::string operator()(const action::ShowScene& a) const { return name(kScenes, a.scene); }
  std::string operator()(const action::Orbit& a) const {
    return shortest(a.azimuth) + " " + shortest(a.elevation);
  }
  std::string operator()(const action::Zoom& a) const { return shortest(a.factor); }
  std::string operator()(const action::SetCamera& a) const {
    return shortest(a.camera.azimuth) + " " + shortest(a.camera.elevation) + " " +
           shortest(a.camera.zoom) + (a.camera.by_hand ? " free" : " own");
  }
  std::string operator()(const action::SetTheme& a) const { return name(kThemes, a.theme); }
  std::string operator()(const action::TextScale& a) const { return shortest(a.scale); }
  std::string operator()(const action::Fold& a) const { return a.panel; }
  std::string operator()(const action::Steps& a) const { return name(kStepSizes, a.size); }
  std::string operator()(const action::ReducedMotion& a) const { return name(kOnOff, a.on); }
  std::string operator()(const action::Colors& a) const { return name(kColorMaps, a.map); }
  std::string operator()(const action::Look& a) const { return slice_text(a.slice); }
  std::string operator()(const action::LookBeside& a) const { return slice_text(a.slice); }
  std::string operator()(const action::Ask& a) const { return std::to_string(a.question + 1); }
  std::string operator()(const action::Answer& a) const {
    const Document& d = *session.document;
    const std::string kind = name(kAnswers, a.kind) + " ";
    switch (a.kind) {
      case Question::Kind::word:
        return kind + word_text(d.key_words, a.key);
      case Question::Kind::cell:
        return kind + word_text(d.query_words, a.row) + " " + word_text(d.key_words, a.key);
      case Question::Kind::choose:
        return kind + std::to_string(a.key + 1);
      case Question::Kind::number:
        return kind + shortest(a.number);
    }
    return {};
  }
  std::string operator()(const action::Contents& a) const {
    return name(kContents, !a.on ? 0 : a.pictures ? 2 : 1);
  }
  std::string operator()(const action::OpenLesson& a) const { return a.id; }
  std::string operator()(const action::TurnKnob& a) const {
    return settings_text({{a.knob, a.place}}, session.document->knobs);
  }
  std::string operator()(const action::Measured& a) const {
    std::string text;
    for (const float seconds : a.seconds) text += (text.empty() ? "" : " ") + shortest(seconds);
    return text;
  }
  std::string operator()(const action::SetMask& a) const {
    return mask_text(a.mask, session.options.mask);
  }
  std::string operator()(const action::Train& a) const {
    return a.steps < 0 ? "" : std::to_string(a.steps);
  }
  std::string operator()(const action::SetScale& a) const {
    return a.factor ? shortest(*a.factor) : name(kOnOff, a.on);
  }
  std::string operator()(const action::SetTemperature& a) const { return shortest(a.temperature); }
  std::string operator()(const action::SetSoftcap& a) const { return shortest(a.cap); }
  std::string operator()(const action::SetVariant& a) const { return variant_text(a.variant); }
  std::string operator()(const action::ShowCode& a) const { return name(kCodePanels, a.panel); }

  std::string operator()(const action::Compare& a) const { return name(kOnOff, a.on); }
  std::string operator()(const action::Predict& a) const { return predict_arguments(a, session); }
  std::string operator()(const action::Guess& a) const {
    return word_text(session.document->key_words, a.key) + " " + shortest(a.value);
  }
  std::string operator()(const action::QueriesAs& a) const { return name(kLines, a.columns); }
  std::string operator()(const action::Pin& a) const { return pin_arguments(a.quantity, session); }

  template <class E>
  static std::string name(const Names& names, E value) {
    return std::string(names[static_cast<std::size_t>(value)]);
  }
};

}  // namespace

std::string text_of(const Action& action, const Session& session) {
  const std::string name(name_of(action));
  const std::string arguments = std::visit(Writer{session}, action);
  return arguments.empty() ? name : name + " " + arguments;
}

}  // namespace qkv
