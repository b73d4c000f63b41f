#include "app/views/share_menu.h"

#include <string>

#include <imgui.h>

#include "core/share/exporter.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

void row(const Exporter& exporter, const std::string& name, const std::string& what,
         Intents& intents) {
  const std::string label = std::string(text("share." + name)) + "…";
  if (ImGui::MenuItem(label.c_str(), std::string(exporter.suffix).c_str(), false,
                      exporter.missing.empty()))
    intents.ask_file = what;
}

}  // namespace

void share_menu(Intents& intents) {
  if (ImGui::MenuItem(std::string(text("window.menu.copy_picture")).c_str(),
                      key_names("Ctrl+Shift+C").c_str()))
    intents.copy_picture = true;
  ImGui::Separator();
  for (const Exporter& exporter : exporters()) {
    const std::string id(exporter.id), suffix(exporter.suffix);
    row(exporter, id, suffix, intents);
    if (exporter.extent == Extent::stops) row(exporter, id + "_all", suffix + "*", intents);
  }
}

}  // namespace qkv
