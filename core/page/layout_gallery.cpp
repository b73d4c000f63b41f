// The course as pictures: every lesson at the moment that stands for it, drawn small.

#include <algorithm>
#include <cmath>

#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/page/panels/pen.h"
#include "core/page/shrunk.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// The lesson's scene alone, at the stop that its [state] names, else two thirds down its walk.
Page scene_of_lesson(const std::string& id, Theme theme) {
  Session session = open_session(load_lesson(id));
  session.theme = theme;
  TraceCache traces;
  const Document& document = *session.document;
  const WalkShape shape = walk_shape(session, traces.now(session), session.row);
  std::vector<Stop> stops = stops_of(shape);
  Stop stop = stops[stops.size() * 2 / 3];
  if (!document.state.picture.empty()) stop = parse_stop(document.state.picture, shape, document);
  apply(session, traces.now(session), action::GoTo{stop});
  settle(session, traces.now(session));
  Page page;
  page.size = {720, 450};
  page.unit = 1;
  page.background = palette(theme).ground;
  const Picture picture = paint(session, traces.now(session), nullptr);
  layout_scene(page, session, picture, {-8, -8, page.size.x + 16, page.size.y + 16});
  // Buttons do nothing in a picture.
  std::erase_if(page.items, [&](const Item& item) {
    const auto* const box = std::get_if<Box>(&item.shape);
    const auto* const text = std::get_if<Text>(&item.shape);
    const glm::vec2 at =
        box    ? glm::vec2(box->rect.x + box->rect.w / 2, box->rect.y + box->rect.h / 2)
        : text ? text->baseline - glm::vec2(0, 2)
               : glm::vec2(-100);
    return std::any_of(page.hits.begin(), page.hits.end(), [&](const Hit& hit) {
      const bool chooses =
          !hit.actions.empty() && std::holds_alternative<action::ShowScene>(hit.actions.front());
      return chooses && hit.rect.inset(-3).contains(at);
    });
  });
  return page;
}

void draw_lesson(Pen& pen, const Session& session, const ContentsPicture::Entry& entry,
                 const Rect& rect) {
  const float name = 2.0f * pen.m.small;
  const Rect frame = snapped(rect);
  pen.box(frame, pen.m.radius, entry.here ? pen.colors.selected : pen.colors.panel,
          entry.here ? pen.colors.accent : pen.colors.line, pen.px(entry.here ? 2 : 1));
  const Rect picture{frame.x + pen.px(4), frame.y + pen.px(4), frame.w - pen.px(8),
                     frame.h - name - pen.px(4)};
  try {
    add_shrunk(pen.page, scene_of_lesson(entry.id, session.theme), picture);
  } catch (const InputError&) {
    // A lesson that cannot be opened says why when it is chosen.
  }
  float size = pen.m.small;
  const std::string title = entry.number + "  " + entry.title;
  const float room = frame.w - pen.px(16);
  while (size > 0.72f * pen.m.small && text_width(Font::semibold, size, title) > room)
    size -= 0.25f;
  pen.text(
      {frame.x + pen.px(8), middle_baseline(Font::semibold, size, frame.bottom() - name, name)},
      fitted(Font::semibold, size, title, room), Font::semibold, size, pen.colors.text);
  pen.hit(frame, title, entry.state, action::OpenLesson{entry.id});
}

}  // namespace

void layout_gallery(Page& page, const Session& session, const ContentsPicture& picture,
                    const Rect& rect) {
  Pen pen(page, session);
  pen.box(rect, 0, pen.colors.ground);
  const float gap = pen.px(12), title = 2.0f * pen.m.title;
  const Rect room{rect.x + 2 * gap, rect.y + title, rect.w - 4 * gap, rect.h - title - gap};
  const std::size_t count = std::max<std::size_t>(1, picture.entries.size());
  // As many columns as make the pictures largest.
  std::size_t columns = 1;
  float width = 0;
  const float name = 2.0f * pen.m.small;
  for (std::size_t c = 1; c <= count; ++c) {
    const std::size_t rows = (count + c - 1) / c;
    const float w = (room.w + gap) / static_cast<float>(c) - gap;
    const float h = (room.h + gap) / static_cast<float>(rows) - gap;
    const float own = std::min(w, (h - name) * 1.6f);
    if (own > width) {
      width = own;
      columns = c;
    }
  }
  const float height = width / 1.6f + name;
  const float across = static_cast<float>(columns) * (width + gap) - gap;
  const float left = std::round(room.x + (room.w - across) / 2);
  pen.text({left, middle_baseline(Font::bold, pen.m.title, rect.y, title)}, picture.title,
           Font::bold, pen.m.title, pen.colors.text);
  const float side = std::round(pen.em(26));
  const Rect close = snapped({left + across - side, rect.y + (title - side) / 2, side, side});
  button(pen, close, Look::quiet);
  icon(pen, Icon::close, {close.x + close.w / 2, close.y + close.h / 2}, pen.em(11),
       pen.colors.text);
  pen.hit(close, text("contents.close"), {}, action::Contents{false});
  for (std::size_t i = 0; i < picture.entries.size(); ++i)
    draw_lesson(pen, session, picture.entries[i],
                {left + static_cast<float>(i % columns) * (width + gap),
                 room.y + static_cast<float>(i / columns) * (height + gap), width, height});
}

}  // namespace qkv
