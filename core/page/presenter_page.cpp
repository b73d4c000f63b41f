#include "core/page/presenter_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/page/panels/flow.h"
#include "core/page/shrunk.h"
#include "core/picture/picture.h"
#include "core/picture/presenter.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

Page page_of(const Session& session, const PageSize& size) {
  TraceCache traces;
  const Trace& now = traces.now(session);
  return layout(session, paint(session, now, traces.before(session)), size);
}

/// A small picture under its name; returns the picture's place.
Rect framed(Pen& pen, const Page& small, const std::string& name, const Rect& place) {
  const float row = 1.7f * pen.m.small;
  pen.text({place.x, middle_baseline(Font::semibold, pen.m.small, place.y, row)},
           fitted(Font::semibold, pen.m.small, name, place.w), Font::semibold, pen.m.small,
           pen.colors.dim);
  const Rect room{place.x, place.y + row, place.w, place.h - row};
  Rect there = add_shrunk(pen.page, small, room);
  pen.box(there, 0, {0, 0, 0, 0}, pen.colors.dim, pen.m.line);
  return there;
}

void draw_notes(Pen& pen, const PresenterPicture& picture, const Rect& rect) {
  FlowStyle style;
  style.ground = pen.colors.ground;
  const auto height = [&] {
    float sum = 0;
    for (const Line& line : picture.notes)
      sum += flow_height(pen, line, rect.w, style) + style.size;
    return sum;
  };
  for (style.size = 1.9f * pen.m.text; style.size > pen.m.small; style.size *= 0.95f) {
    style.leading = 1.4f * style.size;
    if (height() <= rect.h) break;
  }
  float y = rect.y;
  pen.add(ClipBegin{rect});
  for (const Line& line : picture.notes)
    y += flow(pen, line, {rect.x, y}, rect.w, style) + 0.6f * style.size;
  pen.add(ClipEnd{});
}

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(std::max(0.0, std::floor(seconds)));
  char text[32];
  if (whole >= 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  return text;
}

Page layout_presenter(const Session& session, const Page& hall, const PresenterClock& clock,
                      const PageSize& size) {
  Session own = session;  // dark: a lit screen in a dark room shines on its reader
  own.theme = Theme::dark;
  own.layout.present = false;
  own.layout.text_scale = 1;
  Page page;
  page.size = {static_cast<float>(size.width), static_cast<float>(size.height)};
  page.unit = panel_rects(own, size).unit;
  page.background = palette(own.theme).ground;
  Pen pen(page, own);
  TraceCache traces;
  const PresenterPicture picture = paint_presenter(session, traces.now(session));

  const float pad = pen.px(22), bar = 2.6f * pen.m.title;
  const Rect inside{pad, 0, page.size.x - 2 * pad, page.size.y - pad};
  const float big = 1.5f * pen.m.title, middle = middle_baseline(Font::bold, big, 0, bar);
  pen.text_right({inside.right(), middle}, clock.time, Font::bold, big, pen.colors.text);
  float right = inside.right() - text_width(Font::bold, big, clock.time) - 2 * pad;
  pen.text_right({right, middle}, clock.elapsed, Font::bold, big, pen.colors.accent);
  right -= text_width(Font::bold, big, clock.elapsed) + pad;
  std::string where = filled(text("presenter.where"), {{"lesson", picture.lesson},
                                                       {"step", std::to_string(picture.step)},
                                                       {"of", std::to_string(picture.of)}});
  if (session.hall.cover != Cover::none)
    where = std::string(text("presenter.covered"));
  else if (clock.frozen)
    where = std::string(text("presenter.frozen"));
  const bool alarm = clock.frozen || session.hall.cover != Cover::none;
  pen.text({inside.x, middle}, fitted(Font::semibold, pen.m.title, where, right - inside.x),
           Font::semibold, pen.m.title, alarm ? pen.colors.alarm : pen.colors.text);

  const float top = bar + 0.2f * pad;
  // The picture that comes is the larger one: the other stands on the wall.
  const float left = std::round(0.44f * inside.w);
  const float now_height = std::min(0.4f * page.size.y, left * hall.size.y / hall.size.x + 30);
  const Rect now = framed(pen, hall, picture.now, {inside.x, top, left, now_height});
  const PageSize next_size{static_cast<int>(hall.size.x), static_cast<int>(hall.size.y), hall.unit};
  const Rect next_place{inside.x + left + pad, top, inside.w - left - pad, now.bottom() - top};
  framed(pen, page_of(after_next(session), next_size),
         filled(text("presenter.next_is"), {{"title", picture.next}}), next_place);
  const float under = now.bottom() + pad;
  pen.line({inside.x, under - pad / 2}, {inside.right(), under - pad / 2}, pen.colors.line,
           pen.m.line);
  draw_notes(pen, picture, {inside.x, under, inside.w, inside.bottom() - under});
  return page;
}

}  // namespace qkv
