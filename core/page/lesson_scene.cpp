#include "core/page/lesson_scene.h"

namespace qkv {

const std::vector<LessonScene>& lesson_scenes() {
  static const std::vector<LessonScene> kScenes = {};
  return kScenes;
}

const LessonScene* lesson_scene(const Session& session) {
  if (!session.document->pieces) return nullptr;
  for (const LessonScene& scene : lesson_scenes())
    if (scene.kind == session.document->pieces->kind) return &scene;
  return nullptr;
}

float part_amount(const Session& session, int i) {
  const Stop part{Stage::part, Beat::part, i};
  if (session.playhead.at == part) return ease(session.playhead.progress);
  return earlier(part, session.playhead.at) ? 1.0f : 0.0f;
}

}  // namespace qkv
