#include "core/page/lesson_scene.h"

#include "core/page/lessons/beside.h"
#include "core/page/lessons/mistakes.h"
#include "core/page/lessons/rnn/rnn_scene.h"
#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"

namespace qkv {

const std::vector<LessonScene>& lesson_scenes() {
  static const std::vector<LessonScene> kScenes = {
      rnn_scene(),
      {"scale", "scale.name", scene_title, scene_subtitle, layout_scale},
      {"heads", "heads.name", scene_title, scene_subtitle, layout_heads},
      {"order", "order.name", scene_title, scene_subtitle, layout_order},
      {"block", "block.name", scene_title, scene_subtitle, layout_block},
      {"cost", "cost.name", scene_title, scene_subtitle, layout_cost},
      {"masks", "masks.name", scene_title, scene_subtitle, layout_masks, masks_side},
      {"scratch", "scratch.name", scene_title, scene_subtitle, layout_scratch},
      {"twin", "twin.name", twin_title, scene_subtitle, layout_twin, twin_side},
      {"mistakes", "mistakes.scene", mistakes_title, mistakes_subtitle, layout_mistakes},
  };
  return kScenes;
}

const LessonScene* lesson_scene(const Session& session) {
  static const LessonScene kBeside{"", "beside.name", beside_title, beside_subtitle, layout_beside};
  if (session.document->takes_beside) return &kBeside;
  if (!session.document->pieces) return nullptr;
  for (const LessonScene& scene : lesson_scenes())
    if (scene.kind == session.document->pieces->kind) return &scene;
  return nullptr;
}

const LessonScene* side_scene(const Session& session) {
  const LessonScene* const own = lesson_scene(session);
  if (own == nullptr || own->side == nullptr) return nullptr;
  const bool parts_shown = !session.document->takes_beside && shown_scene(session) == Scene::lesson;
  return session.document->only_parts || parts_shown ? own : nullptr;
}

bool no_right_side(const Session& session) {
  return session.document->only_parts && side_scene(session) == nullptr;
}

float part_amount(const Session& session, int i) { return ease(part_time(session, i)); }

float part_time(const Session& session, int i) {
  const Stop part = part_stop(i, *session.document);
  if (session.playhead.at == part) return session.playhead.progress;
  return earlier(part, session.playhead.at) ? 1.0f : 0.0f;
}

}  // namespace qkv
