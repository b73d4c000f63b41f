#include "app/views/rule_menu.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include <imgui.h>

#include "app/views/paragraph.h"
#include "core/document/shapes.h"
#include "core/page/style.h"
#include "core/picture/line_names.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kWidth = 330;  // design pixels of a note

std::string label(std::string_view key) { return std::string(text(key)); }

void note(std::string_view said, float unit, const Color* color) {
  ImGui::Indent(28 * unit);
  const ImVec4 ink = color != nullptr ? ImVec4(static_cast<float>(color->r) / 255.0f,
                                               static_cast<float>(color->g) / 255.0f,
                                               static_cast<float>(color->b) / 255.0f, 1.0f)
                                      : ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled);
  ImGui::PushStyleColor(ImGuiCol_Text, ink);
  paragraph(said, kWidth * unit);
  ImGui::PopStyleColor();
  ImGui::Unindent(28 * unit);
}

// A tick with its name; the note says what it does, and once it is on what it breaks.
bool rule(const Session& session, const std::string& key, bool on, float unit) {
  bool wanted = on;
  const bool clicked = ImGui::Checkbox(text_by_lines(session, key + ".name").c_str(), &wanted);
  note(text_by_lines(session, key + (on ? ".breaks" : ".help")), unit,
       on ? &palette(session.theme).alarm : nullptr);
  return clicked;
}

void variants(const Session& session, float unit, Intents& intents) {
  for (const VariantKind& kind : variant_kinds()) {
    const bool on = session.options.variant.*kind.field;
    if (!rule(session, "variant." + std::string(kind.name), on, unit)) continue;
    Variant variant = session.options.variant;
    variant.*kind.field = !on;
    intents.actions.push_back(action::SetVariant{variant});
  }
}

void scales(const Session& session, float unit, Intents& intents) {
  const bool off = !scale_on(session.options);
  if (rule(session, "variant.no_scale", off, unit))
    intents.actions.push_back(action::SetScale{off, {}});
  const Document& document = *session.document;
  const int width = model_width(document);
  if (width == document.queries.columns) return;
  const float factor = 1.0f / std::sqrt(static_cast<float>(width));
  const bool on = session.options.scale == factor;
  if (!rule(session, "variant.model_scale", on, unit)) return;
  if (on && !off) {
    intents.actions.push_back(action::SetScale{false, {}});  // then on again is the document's own
    intents.actions.push_back(action::SetScale{true, {}});
  } else {
    intents.actions.push_back(action::SetScale{true, factor});
  }
}

// − number + along `steps`; the new number, or `now`.
float stepper(const std::string& key, float now, const float* begin, const float* end, float unit) {
  ImGui::PushID(key.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label(key + ".name").c_str());
  const ImVec2 square(34 * unit, 30 * unit);
  float wanted = now;
  ImGui::SameLine(170 * unit);
  const float* const above = std::upper_bound(begin, end, now);
  const float* const here = std::lower_bound(begin, end, now);
  ImGui::BeginDisabled(here == begin);
  if (ImGui::Button("−", square)) wanted = *(here - 1);
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const std::string number = now == 0 ? label("variant.none") : format_number(now, 2);
  ImGui::TextUnformatted(number.c_str());
  ImGui::SameLine(270 * unit);
  ImGui::BeginDisabled(above == end);
  if (ImGui::Button("+", square)) wanted = *above;
  ImGui::EndDisabled();
  note(text(key + ".help"), unit, nullptr);
  ImGui::PopID();
  return wanted;
}

void numbers(const Session& session, float unit, Intents& intents) {
  constexpr float kTemperatures[] = {0.1f, 0.25f, 0.5f, 0.75f, 1, 1.5f, 2, 4, 8, 16};
  constexpr float kCaps[] = {0, 1, 2, 5, 10, 20, 30, 50};
  const AttentionOptions& o = session.options;
  const float temperature = stepper("variant.temperature", o.temperature, std::begin(kTemperatures),
                                    std::end(kTemperatures), unit);
  if (temperature != o.temperature) intents.actions.push_back(action::SetTemperature{temperature});
  const float cap = stepper("variant.softcap", o.softcap, std::begin(kCaps), std::end(kCaps), unit);
  if (cap != o.softcap) intents.actions.push_back(action::SetSoftcap{cap});
}

}  // namespace

void rule_menu(const Session& session, float unit, Intents& intents) {
  note(text("variant.intro"), unit, nullptr);
  variants(session, unit, intents);
  ImGui::Separator();
  scales(session, unit, intents);
  ImGui::Separator();
  numbers(session, unit, intents);
  ImGui::Separator();
  ImGui::BeginDisabled(!is_broken(session.options.variant));
  if (ImGui::Button(label("variant.mend").c_str())) intents.actions.push_back(action::SetVariant{});
  ImGui::EndDisabled();
}

}  // namespace qkv
