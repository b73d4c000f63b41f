#include "core/picture/picture.h"

#include <utility>

#include "core/picture/presenter.h"
#include "core/session/change.h"

namespace qkv {

namespace {

Picture paint_eased(const Session& session, const Trace& now, const Trace* before) {
  const Session seen = eased(session);
  Trace trace;
  trace_of(*seen.document, seen.options, seen.slice, trace);
  Picture picture = paint(seen, trace, nullptr);
  // Numbers on their way are long: the table's headers would come and go, and its cells with them.
  TablePicture there = paint_table(session, now, before);
  picture.table.query_vectors = std::move(there.query_vectors);
  picture.table.key_vectors = std::move(there.key_vectors);
  return picture;
}

}  // namespace

Picture paint(const Session& session, const Trace& now, const Trace* before) {
  if (session.easing) return paint_eased(session, now, before);
  Picture picture;
  picture.toolbar = paint_toolbar(session, now);
  picture.story = paint_story(session, now, before);
  picture.table = paint_table(session, now, before);
  picture.bars = paint_bars(session, now, before);
  picture.ribbon = paint_ribbon(session, now);
  if (session.hall.strip) picture.presenter = paint_presenter(session, now);
  if (session.contents) picture.contents = paint_contents(session);
  if (shows_chain(session)) picture.chain = paint_chain(session, now);
  if (shows_code(session)) picture.code = paint_code(session, now);
  picture.scene = shown_scene(session);
  if (picture.scene == Scene::landscape) {
    picture.landscape = paint_landscape(session, now, before);
  } else if (picture.scene == Scene::sentence) {
    picture.sentence = paint_sentence(session, now, before);
  }
  return picture;
}

}  // namespace qkv
