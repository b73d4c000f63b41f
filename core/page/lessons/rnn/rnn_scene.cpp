#include "core/page/lessons/rnn/rnn_scene.h"

#include <algorithm>
#include <cmath>

#include "core/document/reference_parts.h"
#include "core/page/lessons/rnn/rnn_parts.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace rnn {

const Tensor& Now::piece(const std::string& name) const {
  return document().pieces->computed.at(name);
}
const Tensor& Now::given(const std::string& name) const {
  return document().pieces->given.at(name);
}
double Now::number(const std::string& name, int i) const {
  return static_cast<double>(piece(name).data[static_cast<std::size_t>(i)]);
}
std::string Now::word(int i) const {
  return token_text(document().query_words[static_cast<std::size_t>(i)]);
}
int Now::words_read() const {
  return static_cast<int>(std::floor(time * static_cast<float>(n()) + 1e-4f));
}

Now now_of(const Session& session) {
  Now now{session, "start", 1, 1};
  const Stop& at = session.playhead.at;
  const auto& parts = session.document->parts;
  const auto i = static_cast<std::size_t>(std::max(0, at.key));
  if (at.stage == Stage::part && i < parts.size()) {
    now.part = parts[i];
    now.time = part_time(session, at.key);
    now.eased = part_amount(session, at.key);
  }
  return now;
}

std::string say(const Now& now, std::string_view key) {
  const int last = now.n() - 1;
  return filled(text(key), {{"n", std::to_string(now.n())},
                            {"first", now.word(0)},
                            {"last", now.word(last)},
                            {"between", std::to_string(std::max(0, last - 1))},
                            {"width", with_figures(now.number("width"))},
                            {"equal", with_figures(now.number("equal_length"))}});
}

WordRow word_row(const Pen& pen, const Now& now, const Rect& area, float top) {
  WordRow row;
  row.step = area.w / static_cast<float>(now.n());
  row.size = std::max(pen.present ? pen.m.tiny : 0.84f * pen.m.tiny,
                      std::min(pen.m.text, 0.62f * row.step));
  float longest = 0;
  for (int i = 0; i < now.n(); ++i)
    longest = std::max(longest, text_width(Font::semibold, row.size, now.word(i)));
  row.rect = {area.x, top, area.w, std::ceil(longest)};
  return row;
}

void draw_words(Pen& pen, const Now& now, const WordRow& row, const std::vector<int>& lit) {
  // Where the words stand too close, only some are named; the lit ones always.
  const int every = std::max(1, static_cast<int>(std::ceil(1.1f * row.size / row.step)));
  const auto is_lit = [&](int i) { return std::find(lit.begin(), lit.end(), i) != lit.end(); };
  for (int i = 0; i < now.n(); ++i) {
    const bool strong = is_lit(i);
    const bool beside = every > 1 && (is_lit(i - 1) || is_lit(i + 1));
    if (!strong && (i % every != 0 || beside)) continue;
    const Font font = strong ? Font::semibold : Font::text;
    const Color color = strong || lit.empty()
                            ? pen.colors.text
                            : readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
    pen.add(Text{{std::round(row.x(i) + cap_height(font, row.size) / 2), row.rect.bottom()},
                 now.word(i),
                 font,
                 row.size,
                 color,
                 true});
  }
}

void arrow(Pen& pen, glm::vec2 from, glm::vec2 to, Color color, float width) {
  const glm::vec2 way = to - from;
  const float length = std::hypot(way.x, way.y);
  if (!(length > 0)) return;
  const glm::vec2 along = way / length, across{-along.y, along.x};
  const float head = std::min(length, 3.2f * width);
  const glm::vec2 neck = to - along * head;
  if (length > head) pen.line(from, neck, color, width);
  pen.add(Polygon{{to, neck + across * (0.62f * head), neck - across * (0.62f * head)},
                  color,
                  {0, 0, 0, 0},
                  0,
                  false});
}

namespace {

std::string title(const Session& session) {
  const Now now = now_of(session);
  return say(now, "rnn." + now.part + ".title");
}

std::string subtitle(const Session& session) {
  const Now now = now_of(session);
  return say(now, "rnn." + now.part + ".sub");
}

void lay_out(Page& page, const Session& session, const Rect& rect) {
  Pen pen(page, session);
  const Now now = now_of(session);
  const Rect inside{rect.x + pen.em(8), rect.y + pen.em(10), rect.w - pen.em(16),
                    rect.h - pen.em(16)};
  struct Row {
    std::string_view part;
    void (*draw)(Pen&, const Now&, const Rect&);
  };
  static constexpr Row kRows[] = {
      {"chain", draw_chain}, {"fading", draw_fading}, {"gates", draw_fading}, {"path", draw_path},
      {"clock", draw_clock}, {"table", draw_table},   {"cost", draw_cost},    {"map", draw_map}};
  for (const Row& row : kRows)
    if (row.part == now.part) return row.draw(pen, now, inside);
  draw_start(pen, now, inside);
}

}  // namespace
}  // namespace rnn

LessonScene rnn_scene() {
  return {"rnn", "rnn.name", rnn::title, rnn::subtitle, rnn::lay_out, rnn::side_table};
}

}  // namespace qkv
