#include "app/views/file_menus.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/platform/imgui_compat.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kWidth = 620, kListHeight = 300;  // design pixels

std::string label(std::string_view key) { return std::string(text(key)); }

bool item(std::string_view key, const char* shortcut, bool enabled = true) {
  const std::string keys = key_names(shortcut);
  return ImGui::MenuItem(label(key).c_str(), keys.c_str(), false, enabled);
}

/// Its name, and the folder dimly beside it.
bool recent_item(const std::string& path, int place) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == path.npos ? 0 : slash + 1);
  std::string folder = path.substr(0, slash == path.npos ? 0 : slash);
  constexpr std::size_t kMost = 40;
  if (folder.size() > kMost) folder = "…" + folder.substr(folder.size() - kMost);
  return ImGui::MenuItem((name + "##" + std::to_string(place)).c_str(), folder.c_str());
}

void recent_menu(const ViewState& view, Intents& intents) {
  for (const KeptLine& kept : view.kept) {
    const std::string name = filled(text("window.menu.kept"), {{"title", kept.title}});
    if (ImGui::MenuItem((name + "##" + kept.id).c_str(), kept.when.c_str()))
      intents.recover = kept.id;
  }
  if (!view.kept.empty() && !view.recent.empty()) ImGui::Separator();
  for (std::size_t i = 0; i < view.recent.size(); ++i)
    if (recent_item(view.recent[i], static_cast<int>(i))) intents.open = view.recent[i];
}

/// ↑ and ↓ walk the list while the field has the keyboard; Tab completes.
int on_field(ImGuiInputTextCallbackData* data) {
  auto& browser = *static_cast<FileBrowser*>(data->UserData);
  browser.typed.assign(data->Buf, static_cast<std::size_t>(data->BufTextLen));
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory)
    select_by(browser, data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
  else
    complete(browser);
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, browser.typed.c_str());
  return 0;
}

/// True when an entry was clicked twice: what Enter would do.
bool list_of_files(FileBrowser& browser, float unit) {
  bool entered = false;
  ImGui::BeginChild("files", {kWidth * unit, kListHeight * unit}, true);
  for (std::size_t i = 0; i < browser.entries.size(); ++i) {
    const FolderEntry& entry = browser.entries[i];
    const bool here = static_cast<int>(i) == browser.selected;
    const std::string name = entry.name + (entry.folder ? "/" : "") + "##" + std::to_string(i);
    if (ImGui::Selectable(name.c_str(), here,
                          ImGuiSelectableFlags_AllowDoubleClick | gui_stays_open())) {
      browser.selected = static_cast<int>(i);
      browser.typed = entry.name;
      entered = ImGui::IsMouseDoubleClicked(0);
    }
    if (here && std::exchange(browser.scroll, false)) ImGui::SetScrollHereY();
  }
  if (browser.entries.empty()) ImGui::TextDisabled("%s", label("files.empty").c_str());
  ImGui::EndChild();
  return entered;
}

}  // namespace

void file_menu(const ViewState& view, Intents& intents) {
  if (item("window.menu.new", "Ctrl+N")) intents.fresh = true;
  if (item("window.menu.open", "Ctrl+O")) intents.ask_file = "open";
  if (ImGui::BeginMenu(label("window.menu.recent").c_str(),
                       !view.recent.empty() || !view.kept.empty())) {
    recent_menu(view, intents);
    ImGui::EndMenu();
  }
  if (item("window.menu.save", "Ctrl+S")) intents.save = true;
  if (item("window.menu.save_as", "Ctrl+Shift+S")) intents.ask_file = "save";
  if (item("window.menu.picture", "Ctrl+E")) intents.ask_file = "picture";
}

void browse_files(FileBrowser& browser, float unit, Intents& intents) {
  // One Escape leaves, though the field has the keyboard.
  if (gui_escape_pressed()) return ImGui::CloseCurrentPopup();
  ImGui::TextUnformatted(label(browser.saving ? "files.save" : "files.open").c_str());
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + kWidth * unit);
  ImGui::TextDisabled("%s", browser.folder.c_str());
  ImGui::PopTextWrapPos();
  bool entered = list_of_files(browser, unit);

  if (std::exchange(browser.focus, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth((kWidth - 70) * unit);
  const std::string before = browser.typed;
  entered = ImGui::InputTextWithHint(
                "##path", label(browser.saving ? "files.save_hint" : "files.open_hint").c_str(),
                &browser.typed,
                ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
                    ImGuiInputTextFlags_CallbackCompletion,
                on_field, &browser) ||
            entered;
  if (browser.typed != before) {
    browser.error.clear();
    is_short_enough(browser);
  }
  ImGui::SameLine();
  entered = ImGui::Button(label("window.ok").c_str(), {62 * unit, 0}) || entered;
  if (!browser.saving && ImGui::Checkbox(label("files.all").c_str(), &browser.all))
    look_into(browser, browser.folder);
  if (!browser.error.empty()) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + kWidth * unit);
    ImGui::TextUnformatted(browser.error.c_str());
    ImGui::PopTextWrapPos();
  }
  if (!entered) return;
  if (const std::optional<std::string> chosen = enter(browser)) {
    (browser.saving ? intents.save_as : intents.open) = *chosen;
    ImGui::CloseCurrentPopup();
  } else {
    browser.focus = true;
  }
}

}  // namespace qkv
