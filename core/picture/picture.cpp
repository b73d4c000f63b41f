#include "core/picture/picture.h"

namespace qkv {

Picture paint(const Session& session, const Trace& now, const Trace* before) {
  Picture picture;
  picture.toolbar = paint_toolbar(session, now);
  picture.story = paint_story(session, now, before);
  picture.table = paint_table(session, now, before);
  picture.bars = paint_bars(session, now, before);
  picture.ribbon = paint_ribbon(session, now);
  if (session.contents) picture.contents = paint_contents(session);
  if (shows_code(session)) picture.code = paint_code(session, now);
  picture.scene = session.scene;
  if (session.scene == Scene::landscape) {
    picture.landscape = paint_landscape(session, now, before);
  } else if (session.scene == Scene::sentence) {
    picture.sentence = paint_sentence(session, now, before);
  }
  return picture;
}

}  // namespace qkv
