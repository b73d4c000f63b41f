#include "core/session/options_path.h"

#include "core/session/walk_state.h"

namespace qkv {

std::vector<Action> lead_mask_and_scale(const AttentionOptions& from, const AttentionOptions& to) {
  std::vector<Action> actions;
  if (from.mask != to.mask) actions.push_back(action::SetMask{to.mask});
  if (from.scale == to.scale) return actions;
  // "on" is the document's own scale or 1/sqrt(d), and says so only from "off".
  if (to.scale && *to.scale != 1.0f) {
    actions.push_back(action::SetScale{true, to.scale});
  } else {
    actions.push_back(action::SetScale{false, {}});
    if (!to.scale) actions.push_back(action::SetScale{true, {}});
  }
  return actions;
}

std::string mask_and_scale_script(const Session& session) {
  const AttentionOptions& own = session.document->options;
  const std::vector<Action> actions = lead_mask_and_scale(own, walk_state(session).options);
  if (actions.empty()) return {};
  Session fresh = session;  // a mask's text leaves out what is there already
  fresh.options = own;
  std::string script;
  for (const Action& action : actions)
    script += (script.empty() ? "" : "; ") + text_of(action, fresh);
  return script;
}

}  // namespace qkv
