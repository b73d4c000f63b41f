#include "app/frame/hooks.h"

#include <cstdlib>
#include <sstream>

#include "core/session/knob_places.h"

namespace qkv {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

const char* name_of(Tab tab) {
  constexpr const char* kNames[] = {"scores", "scaled", "masked", "weights"};
  return kNames[static_cast<std::size_t>(tab)];
}

}  // namespace

Hooks hooks_from_environment() {
  return {variable("QKV_STATE_FILE"), variable("QKV_SCREENSHOT"), variable("QKV_TIMING"),
          std::strtof(variable("QKV_PLAY_SECONDS").c_str(), nullptr),
          variable("QKV_ONE_FRAME") == "1"};
}

std::string state_text(const Session& s) {
  const Document& document = *s.document;
  std::ostringstream out;
  const auto row = static_cast<std::size_t>(s.row);
  out << "document " << document.id << "\n";
  out << "word " << (row < document.query_words.size() ? document.query_words[row] : "") << "\n";
  out << "stop " << stop_text(s.playhead.at, document) << "\n";
  out << "moving " << (moving(s) ? "yes" : "no") << "\n";
  out << "mask " << mask_rules_text(s.options.mask.rules) << "\n";
  out << "scale ";
  if (s.options.scale)
    out << *s.options.scale << "\n";
  else
    out << "1/sqrt(d)\n";
  out << "variant " << variant_text(s.options.variant) << "\n";
  out << "code "
      << (s.layout.code == CodePanel::off     ? "off"
          : s.layout.code == CodePanel::numpy ? "numpy"
                                              : "pytorch")
      << "\n";
  out << "slice " << s.slice.layer << " " << s.slice.batch << " " << s.slice.head << "\n";
  out << "tab " << name_of(tab_of(s)) << "\n";
  out << "scene "
      << (s.scene == Scene::landscape  ? "landscape"
          : s.scene == Scene::sentence ? "sentence"
                                       : "lesson")
      << "\n";
  out << "camera " << s.camera.azimuth << " " << s.camera.elevation << " " << s.camera.zoom << "\n";
  const KnobPlaces places = knob_places(s);
  std::vector<KnobSetting> knobs;
  for (std::size_t i = 0; i < places.size(); ++i) knobs.push_back({static_cast<int>(i), places[i]});
  out << "knobs " << settings_text(knobs, document.knobs) << "\n";
  out << "measured " << s.measured.size() << "\n";
  out << "theme " << (s.theme == Theme::dark ? "dark" : "light") << "\n";
  out << "text " << s.layout.text_scale << "\n";
  out << "present " << (s.layout.present ? "yes" : "no") << "\n";
  for (std::size_t i = 0; i < s.reached.size(); ++i)
    out << "reached " << i << " " << stop_text(s.reached[i], document) << "\n";
  return out.str();
}

}  // namespace qkv
