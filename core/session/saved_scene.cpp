#include "core/session/saved_scene.h"

#include <filesystem>

#include "core/session/action.h"
#include "core/session/knob_places.h"

namespace qkv {
namespace {

/// The script that leads from what [state]'s own keys say to the session.
class Script {
 public:
  explicit Script(const Session& session) : session_(session) {}

  void add(const Action& action) {
    text_ += (text_.empty() ? "" : "; ") + text_of(action, session_);
  }
  std::string take() { return std::move(text_); }

 private:
  const Session& session_;
  std::string text_;
};

/// How far the other words had got; the chosen one comes last.
void add_walks(const Session& session, Script& script) {
  bool left = false;
  for (std::size_t row = 0; row < session.reached.size(); ++row) {
    if (static_cast<int>(row) == session.row || session.reached[row] == Stop{}) continue;
    script.add(action::Select{static_cast<int>(row)});
    script.add(action::GoTo{session.reached[row]});
    left = true;
  }
  if (left) script.add(action::Select{session.row});
  script.add(action::GoTo{session.playhead.target});
}

void add_view(const Session& session, const Session& fresh, Script& script) {
  if (session.layout.present) script.add(action::Present{});
  if (session.layout.present || session.theme != fresh.theme)
    script.add(action::SetTheme{session.theme});
  if (session.layout.present || session.steps != fresh.steps)
    script.add(action::Steps{session.steps});
  if (session.scene != fresh.scene) script.add(action::ShowScene{session.scene});
  if (session.color_map != fresh.color_map) script.add(action::Colors{session.color_map});
  if (session.reduced_motion) script.add(action::ReducedMotion{true});
  if (session.play_speed != 1.0f) script.add(action::Speed{session.play_speed});
  if (session.layout.text_scale != 1.0f) script.add(action::TextScale{session.layout.text_scale});
  if (session.layout.code != CodePanel::off) script.add(action::ShowCode{session.layout.code});
  if (session.layout.story_folded) script.add(action::Fold{"story"});
  if (session.layout.table_folded) script.add(action::Fold{"table"});
  const Camera own;
  if (session.camera.by_hand)
    script.add(action::Orbit{session.camera.azimuth - own.azimuth,
                             session.camera.elevation - own.elevation});
  if (session.camera.zoom != own.zoom) script.add(action::Zoom{session.camera.zoom});
  const KnobPlaces places = knob_places(session);
  for (std::size_t i = 0; i < session.turned.size(); ++i)
    if (session.turned[i].place == places[i])
      script.add(action::TurnKnob{static_cast<int>(i), places[i]});
  if (session.held_tab) script.add(action::ShowTab{*session.held_tab});
}

/// The tensors' path as the new scene must say it.
std::string path_from(const std::string& scene, const Document& document) {
  namespace fs = std::filesystem;
  fs::path tensors = document.tensors->path;
  const bool is_scene = document.origin != document.tensors->path;
  if (is_scene && tensors.is_relative())
    tensors = fs::path(document.origin).parent_path() / tensors;
  std::error_code error;
  const fs::path folder = fs::absolute(scene, error).parent_path();
  const fs::path relative = fs::absolute(tensors, error).lexically_relative(folder);
  return relative.empty() ? tensors.string() : relative.lexically_normal().string();
}

}  // namespace

Document saved_scene(const Session& session, const std::string& path) {
  Document scene = *session.document;
  const std::string stem = std::filesystem::path(path).stem().string();
  if (scene.tensors) scene.tensors->path = path_from(path, *session.document);
  scene.id = stem;
  scene.origin = path;
  scene.options = session.options;
  scene.state = {};
  scene.state.layer = session.slice.layer;
  scene.state.batch = session.slice.batch;
  scene.state.head = session.slice.head;

  Document bare = scene;
  const Session fresh = open_session(std::make_shared<const Document>(std::move(bare)));
  Script script(session);
  script.add(action::Select{session.row});
  add_walks(session, script);
  add_view(session, fresh, script);
  scene.state.actions = script.take();
  return scene;
}

}  // namespace qkv
