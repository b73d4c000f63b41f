#pragma once
// Small documents and settled pictures of the Landscape.

#include <string>

#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/page/layout.h"
#include "core/page/style.h"
#include "core/picture/landscape.h"
#include "core/session/action.h"

namespace qkv::test {

inline DocumentPtr scene_of(const std::string& words, const std::string& queries,
                            const std::string& keys, const std::string& values,
                            const std::string& more = "") {
  return parse_qkv("format = 1\ntitle = \"t\"\nwords = " + words + "\nqueries = " + queries +
                       "\nkeys = " + keys + "\nvalues = " + values + "\n" + more,
                   "test", "test");
}

/// A session with its traces; `script` as --do takes it.
struct Stand {
  Session session;
  TraceCache traces;

  explicit Stand(DocumentPtr document, const std::string& script = "")
      : session(open_session(std::move(document))) {
    run(script);
  }
  explicit Stand(const std::string& script) : Stand(load_lesson("cat"), script) {}
  void run(const std::string& script) {
    if (!script.empty()) run_script(session, traces, script);
  }
  const Trace& trace() { return traces.now(session); }
  LandscapePicture picture() { return paint_landscape(session, trace(), traces.before(session)); }
  Page page(float width, float height, float unit) {
    const LandscapePicture painted = picture();
    Page page;
    page.size = {width, height};
    page.unit = unit;
    page.background = palette(session.theme).panel;
    const Rect inside =
        layout_scene_frame(page, session, painted.title, painted.subtitle, {0, 0, width, height});
    layout_landscape(page, session, painted, inside);
    return page;
  }
};

inline const Stem* stem_of(const LandscapePicture& picture, int key) {
  for (const Stem& stem : picture.stems)
    if (stem.key == key) return &stem;
  return nullptr;
}
inline const Column* column_of(const LandscapePicture& picture, int key) {
  for (const Column& column : picture.columns)
    if (column.key == key) return &column;
  return nullptr;
}
inline const FloorArrow* arrow_of(const LandscapePicture& picture, Quantity::Kind kind, int index) {
  for (const FloorArrow& arrow : picture.arrows) {
    const int own = kind == Quantity::Kind::query || kind == Quantity::Kind::output
                        ? arrow.quantity.row
                        : arrow.quantity.column;
    if (arrow.quantity.kind == kind && own == index) return &arrow;
  }
  return nullptr;
}

}  // namespace qkv::test
