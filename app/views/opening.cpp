#include "app/views/opening.h"

#include "core/picture/chain.h"
#include "core/session/pin.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

bool is_vector(Kind kind) {
  return kind == Kind::query || kind == Kind::key || kind == Kind::value;
}

// In the scene a vector is an arrow that is dragged, in the table it stands in a word's header.
bool is_text(const Page& page, glm::vec2 at) {
  for (const PanelId id : {PanelId::scene, PanelId::table}) {
    const PanelPlace* panel = find_panel(page, id);
    if (panel != nullptr && panel->rect.contains(at)) return false;
  }
  return true;
}

void toggle(const Session& session, const Quantity& number, Intents& intents) {
  intents.actions.push_back(
      action::Pin{number == session.pinned && shows_chain(session) ? Quantity{} : number});
}

}  // namespace

void open_clicked(const Session& session, const Page& page, const Quantity& under, glm::vec2 at,
                  Intents& intents) {
  if (is_open(session) || session.contents) return;
  const Quantity number = pinnable(session, under);
  if (!number || (is_vector(number.kind) && !is_text(page, at))) return;
  toggle(session, number, intents);
}

void open_or_close(const Session& session, const Quantity& under, Intents& intents) {
  if (is_open(session) || session.contents) return;
  if (const Quantity number = pinnable(session, under))
    toggle(session, number, intents);
  else if (session.pinned)  // below the code it comes back first
    intents.actions.push_back(action::Pin{shows_chain(session) ? Quantity{} : session.pinned});
  else
    intents.actions.push_back(action::Pin{acting_quantity(session)});
}

action::ShowCode next_of_code(const Session& session) {
  const CodePanel code = session.layout.code;
  if (shows_code(session)) return {CodePanel::off};
  return {code == CodePanel::off ? CodePanel::numpy : code};
}

}  // namespace qkv
