#include "core/page/lessons/beside.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/document/in_language.h"
#include "core/page/lessons/scene_parts.h"
#include "core/page/panels/flow.h"
#include "core/session/beside.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

constexpr int kNamedWords = 40;  // more names than that would stand on each other
constexpr std::size_t kBest = 3;

std::string say(const char* key) { return std::string(text(key)); }

/// One of the two heads: whose it is, its trace, and the row that is looked at; -1: none.
struct Shown {
  const Document& document;
  const Trace& trace;
  int head = 0, row = -1;
};

std::string word_of(const Document& document, int i, bool key) {
  const auto& words = key ? document.key_words : document.query_words;
  return token_text(words.at(static_cast<std::size_t>(i)));
}

/// The chosen word where the recording has it too.
int same_word(const Session& session, const Document& recording) {
  const std::string chosen = word_of(*session.document, session.row, false);
  for (int i = 0; i < recording.n(); ++i)
    if (word_of(recording, i, false) == chosen) return i;
  return -1;
}

/// Returns where it ends.
float draw_map(Pen& pen, const Session& session, const Shown& shown, const Rect& rect) {
  MatrixDrawing m;
  m.rows = shown.trace.n;
  m.columns = shown.trace.m;
  m.map = MatrixDrawing::Map::share;
  m.colors = session.color_map;
  m.numbers = m.rows <= 8 && m.columns <= 8;
  m.most_cell = 40;
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c)
      m.values.push_back(static_cast<double>(shown.trace.weight(shown.head, r, c)));
  const auto names = [&](int count, bool key) {
    std::vector<std::string> words;
    for (int i = 0; i < count && count <= kNamedWords; ++i)
      words.push_back(fitted(Font::text, pen.m.tiny, word_of(shown.document, i, key), pen.em(64)));
    return words;
  };
  m.row_names = names(m.rows, false);
  m.column_names = names(m.columns, true);
  const MatrixPlace place = draw_matrix(pen, m, rect);
  if (shown.row < 0 || place.cell_h <= 0) return place.cells.bottom();
  const Rect row = place.cell(shown.row, 0);
  pen.box({row.x - pen.px(2), row.y, place.cells.w + pen.px(4), row.h}, pen.px(3), {0, 0, 0, 0},
          pen.colors.accent, pen.px(1.8f));
  return place.cells.bottom();
}

/// "it → trophy 0.91, suitcase 0.02, big 0.01"
std::string best_of(const Shown& shown) {
  std::vector<int> keys(static_cast<std::size_t>(shown.trace.m));
  std::iota(keys.begin(), keys.end(), 0);
  const auto weight = [&](int key) { return shown.trace.weight(shown.head, shown.row, key); };
  std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) { return weight(a) > weight(b); });
  keys.resize(std::min(keys.size(), kBest));
  std::string all = word_of(shown.document, shown.row, false) + " \u2192 ";
  for (std::size_t i = 0; i < keys.size(); ++i)
    all += (i > 0 ? ", " : "") + word_of(shown.document, keys[i], true) + " " +
           format_fixed(static_cast<double>(weight(keys[i])), 2);
  return all;
}

/// What can be said of any head, whatever its sentence; three lines.
void draw_reading(Pen& pen, const Session& session, const Shown& shown, glm::vec2 at, float width) {
  const float line = std::round(1.5f * pen.m.small);
  const std::string word = word_of(*session.document, session.row, false);
  scene_note(pen,
             shown.row >= 0 ? best_of(shown) : filled(text("beside.no_word"), {{"word", word}}), at,
             width);
  if (pen.present) return;
  const PlaceHabits habits = place_habits(shown.trace, shown.head);
  const auto number = [](double value) { return format_fixed(value, 2); };
  const auto say_at = [&](const char* key, float y) {
    scene_note(pen,
               filled(text(key), {{"before", number(habits.before)},
                                  {"itself", number(habits.itself)},
                                  {"next", number(habits.next)},
                                  {"first", number(habits.first)}}),
               {at.x, y}, width);
  };
  say_at("beside.back", at.y + line + pen.em(4));
  say_at("beside.ahead", at.y + 2 * line + pen.em(4));
}

/// "‹ Layer 5 of 12 ›": returns its width.
float draw_stepper(Pen& pen, const char* name, int at, int of, glm::vec2 top_left,
                   const std::function<Slice(int)>& slice) {
  const float size = pen.m.small, high = std::round(1.9f * size), side = std::round(1.7f * size);
  const std::string words = filled(text(name), {{"number", std::to_string(at)}});
  // As wide as the widest number, so that the arrows stay under the mouse.
  const float wide =
      text_width(Font::semibold, size, filled(text(name), {{"number", std::to_string(of - 1)}}));
  const auto arrow = [&](float x, Icon which, int to, const char* tip) {
    const bool there = to >= 0 && to < of;
    const Rect place = snapped({x, top_left.y, side, high});
    const Color ink = button(pen, place, there ? Look::quiet : Look::greyed);
    icon(pen, which, {place.x + side / 2, place.y + high / 2}, size * 0.6f, ink);
    pen.hit(place, say(tip), {}, action::LookBeside{slice(std::clamp(to, 0, of - 1))}, there);
  };
  const bool layer = std::string_view(name) == "beside.layer";
  arrow(top_left.x, Icon::left, at - 1, layer ? "beside.layer_back" : "beside.head_back");
  pen.text({top_left.x + side + pen.em(6), middle_baseline(Font::semibold, size, top_left.y, high)},
           words, Font::semibold, size, pen.colors.text);
  const float next = top_left.x + side + 2 * pen.em(6) + wide;
  arrow(next, Icon::right, at + 1, layer ? "beside.layer_on" : "beside.head_on");
  return next + side - top_left.x;
}

// Of large recordings every head would have to be read for each picture.
constexpr int kMostCompared = 64;

/// "it" finds "trophy", or what takes its place in another sentence.
std::string telling_words(const Session& session) {
  const Sought sought = sought_in(*session.beside, session);
  if (!sought.both()) return say("beside.telling");
  return filled(text("beside.telling_pair"), {{"word", sought.word}, {"wanted", sought.wanted}});
}

/// Layer and head, and the ways to heads that are found by a rule: the one that says most about
/// words, and the one that looks one word back.
void draw_choice(Pen& pen, const Session& session, const Rect& rect) {
  const Slice& now = session.beside_slice;
  const Document& recording = *session.beside;
  const float gap = pen.em(10), high = std::round(1.9f * pen.m.small);
  float x = rect.x, y = rect.y;
  const float used =
      draw_stepper(pen, "beside.layer", now.layer, recording.layers(), {x, y}, [&](int layer) {
        return Slice{layer, now.batch, now.head};
      });
  x += used + gap;
  draw_stepper(pen, "beside.head", now.head, recording.heads(), {x, y}, [&](int head) {
    return Slice{now.layer, now.batch, head};
  });
  // In a hall type is large, and the maps need the room.
  if (pen.present || recording.n() > kMostCompared || recording.n() < 3) return;
  const float most = rect.w - 2 * pen.em(9);
  const auto offer = [&](const std::string& words, const char* tip, Slice to) {
    y += high + pen.em(5);
    const float wide = std::min(most, text_width(Font::text, pen.m.small, words));
    const Rect place = snapped({rect.x, y, wide + 2 * pen.em(9), high});
    const bool there = to.layer == now.layer && to.head == now.head;
    pen.label(place, fitted(Font::text, pen.m.small, words, most), Font::text, pen.m.small,
              button(pen, place, there ? Look::lit : Look::quiet));
    pen.hit(place, words, say(tip), action::LookBeside{to});
  };
  offer(telling_words(session), "beside.telling_tip", telling_head(recording, session));
  offer(say("beside.one_back"), "beside.one_back_tip", looks_one_back(recording));
}

float choice_height(const Pen& pen) {
  const float rows = pen.present ? 1 : 3;
  return rows * (std::round(1.9f * pen.m.small) + pen.em(5));
}

/// Where the recording will lie: how to bring one.
void invite(Pen& pen, const Rect& rect) {
  const Rect box = rect.inset(pen.em(4));
  Polyline edge;
  edge.points = {
      {box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}};
  edge.closed = true;
  edge.color = pen.colors.line;
  edge.width = pen.px(1.5f);
  edge.dash = pen.px(6);
  edge.gap = pen.px(5);
  pen.add(std::move(edge));
  FlowStyle style;
  style.size = pen.m.text;
  style.leading = 1.45f * pen.m.text;
  style.ground = pen.colors.ground;
  const float pad = pen.em(16), wide = box.w - 2 * pad;
  const Line title = {{say("beside.none_title"), Role::plain, true, false, 0, {}}};
  const Line words = {{say("beside.none"), Role::dim, false, false, 0, {}}};
  const float first = flow_height(pen, title, wide, style), gap = pen.em(8);
  const float all = first + gap + flow_height(pen, words, wide, style);
  const float y = box.y + std::max(pad, (box.h - all) / 2);
  flow(pen, title, {box.x + pad, y}, wide, style);
  flow(pen, words, {box.x + pad, y + first + gap}, wide, style);
}

void draw_column(Pen& pen, const Session& session, const Shown& shown, const std::string& heading,
                 const std::string& whose, const Rect& rect) {
  const float line = std::round(1.5f * pen.m.small);
  float y = rect.y + scene_heading(pen, heading, {rect.x, rect.y}, rect.w);
  scene_note(pen, whose, {rect.x, y}, rect.w);
  y += line + choice_height(pen);
  const float reading = (pen.present ? 1.0f : 3.0f) * line + pen.em(14);
  const Rect map{rect.x, y, rect.w, std::max(1.0f, rect.bottom() - reading - y)};
  const float bottom = draw_map(pen, session, shown, map);
  draw_reading(pen, session, shown, {rect.x, bottom + pen.em(10)}, rect.w);
}

}  // namespace

std::string beside_title(const Session&) { return say("beside.title"); }

std::string beside_subtitle(const Session& session) {
  return session.beside ? note_of(*session.beside) : say("beside.subtitle");
}

void layout_beside(Page& page, const Session& session, const Rect& rect) {
  Pen pen(page, session);
  const auto [left, right] = beside(rect.inset(pen.em(6)), 0.5f, pen.em(24));
  const Document& made = *session.document;
  Trace own;
  trace_of(made, session.options, session.slice, own);
  const auto head = static_cast<std::size_t>(session.slice.head);
  const std::vector<std::string>& names = head_names_of(made);
  draw_column(pen, session, {made, own, session.slice.head, session.row}, say("beside.made"),
              head < names.size() ? names[head] : std::to_string(head), left);
  if (!session.beside) return invite(pen, right);
  const Document& recording = *session.beside;
  Trace real;
  trace_of(recording, recording.options, session.beside_slice, real);
  draw_column(pen, session,
              {recording, real, session.beside_slice.head, same_word(session, recording)},
              say("beside.real"), title_of(recording), right);
  const float line = std::round(1.7f * pen.m.heading) + std::round(1.5f * pen.m.small);
  draw_choice(pen, session, {right.x, right.y + line + pen.em(2), right.w, choice_height(pen)});
}

}  // namespace qkv
