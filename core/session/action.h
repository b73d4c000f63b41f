#pragma once
// The only way to change a session. Undo, replay, --do, buttons and random tests are one mechanism.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/session/session.h"

namespace qkv {

namespace action {
// Moves: replayed, not undone.
struct Next {};  // finishes a running beat, else goes to the next stop (or stage, by StepSize)
struct Back {};
struct NextStage {};
struct BackStage {};
struct Rewind {};  // to Start
struct End {};
struct GoTo {
  Stop stop;
};               // a click on the ribbon
struct Play {};  // toggles
struct Speed {
  float factor = 1.0f;
};
struct Select {
  int row = 0;
};
struct SelectBy {
  int step = 1;
};  // up and down
struct ShowTab {
  Tab tab = Tab::scores;
};
struct ShowScene {
  Scene scene = Scene::landscape;
};
struct Orbit {
  float azimuth = 0, elevation = 0;
};  // degrees, relative
struct Zoom {
  float factor = 1;
};
struct Home {};
struct SetTheme {
  Theme theme = Theme::dark;
};
struct TextScale {
  float scale = 1;
};
struct Fold {
  std::string panel;
};                  // "story" or "table", toggles
struct Present {};  // toggles
struct Steps {
  StepSize size = StepSize::keys;
};
struct ReducedMotion {
  bool on = false;
};
struct Colors {
  ColorMap map = ColorMap::viridis;
};
struct Look {
  Slice slice;
};  // layer, batch, head
// Edits: undoable, the document is dirty.
struct SetMask {
  Mask mask;
};
struct ToggleCausal {};  // M: causal on or off, other rules stay
struct SetScale {
  bool on = true;
};  // on: the document's own or 1/sqrt(d)
struct ToggleScale {};
// Take edits back and do them again; never a move.
struct Undo {};
struct Redo {};
}  // namespace action

using Action =
    std::variant<action::Next, action::Back, action::NextStage, action::BackStage, action::Rewind,
                 action::End, action::GoTo, action::Play, action::Speed, action::Select,
                 action::SelectBy, action::ShowTab, action::ShowScene, action::Orbit, action::Zoom,
                 action::Home, action::SetTheme, action::TextScale, action::Fold, action::Present,
                 action::Steps, action::ReducedMotion, action::Colors, action::Look,
                 action::SetMask, action::ToggleCausal, action::SetScale, action::ToggleScale,
                 action::Undo, action::Redo>;

/// Is it recorded in the history, so that undo takes it back?
bool is_edit(const Action& action);

/// Never throws, never leaves a session out of range: a row that is not there is clamped.
/// `trace` is that of the session before the action.
void apply(Session& session, const Trace& trace, const Action& action);

/// One action in words, as --do takes it: "next", "select its", "mask causal+padding:2",
/// "scale off", "goto score:cat", "orbit 15 0", "theme light", "look 3 0 7". InputError names the
/// action and lists what there is. text_of is the inverse.
Action parse_action(std::string_view text, const Session& session, const Trace& trace);
std::string text_of(const Action& action, const Session& session);

/// "select its; next; mask causal" applied one after the other, settled after each.
void run_script(Session& session, TraceCache& traces, std::string_view script);

/// One row of the table of actions, for help and completion.
struct ActionKind {
  std::string_view name, arguments, help;
};
const std::vector<ActionKind>& action_kinds();

/// The word as --word reads it: exact text, "the#2" for the second "the" (bare: the first), or an
/// index from 0.
int find_word(const std::vector<std::string>& words, std::string_view text);  // InputError

}  // namespace qkv
