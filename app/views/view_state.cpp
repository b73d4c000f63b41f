#include "app/views/view_state.h"

namespace qkv {

const Hit* find_hit(const Page& page, const std::string& name) {
  if (name.empty()) return nullptr;
  for (const Hit& hit : page.hits)
    if (hit.name == name) return &hit;
  return nullptr;
}

const Hit* focused_hit(const Page& page, const ViewState& view) {
  if (view.focused.empty()) return nullptr;
  if (view.focus_index < page.hits.size() && page.hits[view.focus_index].name == view.focused)
    return &page.hits[view.focus_index];
  return find_hit(page, view.focused);
}

const PanelPlace* find_panel(const Page& page, PanelId id) {
  for (const PanelPlace& panel : page.panels)
    if (panel.id == id) return &panel;
  return nullptr;
}

void activate(const Hit& hit, ViewState& view, Intents& intents) {
  if (!hit.enabled) return;
  if (!hit.menu.empty()) {
    view.popup = {hit.menu, hit.rect, true, {}, hit.quantity, {}};
    return;
  }
  intents.actions.insert(intents.actions.end(), hit.actions.begin(), hit.actions.end());
}

}  // namespace qkv
