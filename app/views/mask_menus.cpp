#include "app/views/mask_menus.h"

#include <algorithm>
#include <functional>
#include <string>

#include <imgui.h>

#include "app/views/paragraph.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string label(std::string_view key) { return std::string(text(key)); }

const MaskRule* rule_named(const Session& session, std::string_view name) {
  for (const MaskRule& rule : session.options.mask.rules)
    if (rule.name == name) return &rule;
  return nullptr;
}

// The session's mask with `name` replaced by the rule that `arguments` spell, or without it.
Action with_rule(const Session& session, std::string_view name, const std::string& arguments,
                 bool on) {
  Mask mask = session.options.mask;
  std::erase_if(mask.rules, [&](const MaskRule& rule) { return rule.name == name; });
  if (on)
    for (MaskRule& rule : parse_mask_rules(std::string(name) + arguments))
      mask.rules.push_back(std::move(rule));
  return action::SetMask{std::move(mask)};
}

/// A number of a rule: which, where it stands, and what the rule reads with another.
struct Count {
  std::string_view rule, id;
  int now, low, high;
  std::function<std::string(int)> arguments;
};

// One drag of the slider is one edit. Its number stands beside it.
void reach_slider(const Session& session, const Count& count, float unit, Intents& intents) {
  int wanted = count.now;
  ImGui::SetNextItemWidth(170 * unit);
  const std::string id = "##" + std::string(count.id);
  const bool moved = ImGui::SliderInt(id.c_str(), &wanted, count.low, count.high, "",
                                      ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemActivated()) intents.actions.push_back(action::Grab{});
  if (moved && wanted != count.now)
    intents.actions.push_back(with_rule(session, count.rule, count.arguments(wanted), true));
  if (ImGui::IsItemDeactivated()) intents.actions.push_back(action::Release{});
  ImGui::SameLine();
}

// − number +; the new number, or `now`.
int stepper(const char* id, int now, int low, int high, float unit) {
  ImGui::PushID(id);
  const ImVec2 square(34 * unit, 30 * unit);
  int wanted = now;
  if (ImGui::Button("−", square)) wanted = now - 1;
  ImGui::SameLine();
  const std::string number = std::to_string(now);
  const float room = 40 * unit, width = ImGui::CalcTextSize(number.c_str()).x;
  const float x = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(x + (room - width) / 2);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(number.c_str());
  ImGui::SameLine();
  ImGui::SetCursorPosX(x + room + 8 * unit);
  if (ImGui::Button("+", square)) wanted = now + 1;
  ImGui::PopID();
  return std::clamp(wanted, low, high);
}

void wrapped_note(std::string_view said, float unit) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  paragraph(said, 300 * unit);
  ImGui::PopStyleColor();
}

void counted(const Session& session, const Count& count, float unit, Intents& intents) {
  reach_slider(session, count, unit, intents);
  const int wanted = stepper(std::string(count.id).c_str(), count.now, count.low, count.high, unit);
  if (wanted != count.now)
    intents.actions.push_back(with_rule(session, count.rule, count.arguments(wanted), true));
}

// A tick for the rule, and its number.
void counted_rule(const Session& session, const Count& count, std::string_view title, float unit,
                  bool of_its_own, Intents& intents) {
  bool on = rule_named(session, count.rule) != nullptr;
  const std::string now = count.arguments(count.now);
  // The click that opened a rule's own popup meant the rule.
  if (!on && of_its_own && ImGui::IsWindowAppearing())
    intents.actions.push_back(with_rule(session, count.rule, now, true));
  if (ImGui::Checkbox(label(title).c_str(), &on))
    intents.actions.push_back(with_rule(session, count.rule, now, on));
  counted(session, count, unit, intents);
}

void rule_note(std::string_view rule, float unit) {
  wrapped_note(text("toolbar." + std::string(rule) + "_tip"), unit);
}

/// Of a window that sees so many keys before the word, and after it.
std::string window_arguments(int before, int after) {
  if (after == 0) return ":" + std::to_string(before + 1);
  return ":" + std::to_string(before) + "," + std::to_string(after);
}

}  // namespace

namespace {

void window_rule(const Session& session, float unit, bool of_its_own, Intents& intents) {
  const int m = session.document->m();
  const MaskRule* rule = rule_named(session, "window");
  const int now = rule != nullptr ? rule->left + 1 : std::min(2, m);
  const int after = rule != nullptr ? rule->right : 0;
  counted_rule(session,
               {"window", "window", now, 1, std::max(1, m),
                [&](int wanted) { return window_arguments(wanted - 1, after); }},
               "window.mask.window", unit, of_its_own, intents);
  ImGui::TextUnformatted(label("window.mask.after").c_str());
  counted(session,
          {"window", "after", after, 0, std::max(0, m - 1),
           [&](int wanted) { return window_arguments(now - 1, wanted); }},
          unit, intents);
  rule_note("window", unit);
}

void padding_rule(const Session& session, float unit, bool of_its_own, Intents& intents) {
  const int m = session.document->m();
  const MaskRule* rule = rule_named(session, "padding");
  const int now = rule != nullptr ? rule->left : 1;
  counted_rule(session,
               {"padding", "padding", now, 1, std::max(1, m),
                [](int wanted) { return ":" + std::to_string(wanted); }},
               "window.mask.padding", unit, of_its_own, intents);
  rule_note("padding", unit);
}

}  // namespace

void window_mask_menu(const Session& session, float unit, Intents& intents) {
  window_rule(session, unit, true, intents);
}

void padding_mask_menu(const Session& session, float unit, Intents& intents) {
  padding_rule(session, unit, true, intents);
}

void custom_mask_menu(const Session& session, float unit, Intents& intents) {
  const Mask& mask = session.options.mask;
  ImGui::TextUnformatted(label("window.mask.now").c_str());
  ImGui::SameLine();
  ImGui::TextUnformatted(mask_rules_text(mask.rules).c_str());
  if (mask.cells || mask.bias) {
    wrapped_note(text("window.mask.cells"), unit);
  } else {
    wrapped_note(text("window.mask.no_cells"), unit);
  }
  if (!mask.rules.empty() && ImGui::Button(label("window.mask.clear").c_str())) {
    Mask bare = mask;
    bare.rules.clear();
    intents.actions.push_back(action::SetMask{std::move(bare)});
  }
}

void mask_menu(const Session& session, float unit, Intents& intents) {
  const bool full = session.options.mask.rules.empty();
  if (ImGui::MenuItem(label("window.mask.full").c_str(), nullptr, full) && !full) {
    Mask bare = session.options.mask;
    bare.rules.clear();
    intents.actions.push_back(action::SetMask{std::move(bare)});
  }
  if (ImGui::MenuItem(label("window.mask.causal").c_str(), "M",
                      rule_named(session, "causal") != nullptr))
    intents.actions.push_back(action::ToggleCausal{});
  ImGui::Separator();
  window_rule(session, unit, false, intents);
  ImGui::Separator();
  padding_rule(session, unit, false, intents);
  ImGui::Separator();
  custom_mask_menu(session, unit, intents);
}

}  // namespace qkv
