// Lesson "The causal mask": who may look at whom, as arcs over the sentence, as ones and zeros, as
// weights.

#include "core/document/kinds/masks.h"

#include <algorithm>
#include <cmath>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/session/part_view.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

std::string word_of(const Session& session, int row) {
  return token_text(session.document->query_words.at(static_cast<std::size_t>(row)));
}

/// The scene with the row that it is about.
struct MaskView : SceneView {
  int row;
  MaskView(Page& page, const Session& on) : SceneView(page, on), row(shown_row(on)) {}
};

bool compares(std::string_view part) { return part == "start" || part == "two"; }

MatrixDrawing matrix_of(const MaskView& v, const std::string& piece, const std::string& of) {
  const Tensor& t = v.piece(piece);
  const Tensor& ones = v.piece("ones_" + of);
  MatrixDrawing m;
  m.rows = t.rows;
  m.columns = t.columns;
  m.values.assign(t.data.begin(), t.data.end());
  m.map = MatrixDrawing::Map::share;
  m.colors = v.session.color_map;
  for (const std::string& word : v.session.document->query_words)
    m.row_names.push_back(token_text(word));
  for (const std::string& word : v.session.document->key_words)
    m.column_names.push_back(token_text(word));
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c) m.hatched.push_back(cell(ones, r, c) == 0);
  return m;
}

/// Ones and zeros, or what is added to the scores for them: 0 and −∞.
MatrixDrawing ones_of(const MaskView& v, const std::string& of, bool added) {
  MatrixDrawing m = matrix_of(v, "ones_" + of, of);
  m.map = MatrixDrawing::Map::plain;
  for (const double one : m.values)
    m.texts.push_back(added ? (one > 0 ? "0" : "\u2212\u221e") : (one > 0 ? "1" : "0"));
  return m;
}

void frame_row(MaskView& v, const MatrixPlace& place) {
  if (place.cell_h <= 0) return;
  const Rect row = place.cell(v.row, 0);
  v.pen.box({row.x - v.pen.px(2), row.y, place.cells.w + v.pen.px(4), row.h}, v.pen.px(3),
            {0, 0, 0, 0}, v.pen.colors.accent, v.pen.px(1.8f));
}

struct Chip {
  Rect rect;
  bool visible = true;
};

/// The sentence as boxes of one height, as wide as their words while there is room.
std::vector<Chip> chips_in(const MaskView& v, const std::string& of, const Rect& rect, float size) {
  const auto& words = v.session.document->key_words;
  const float gap = 0.5f * size, count = static_cast<float>(words.size());
  const float high = std::round(2.1f * size), gaps = gap * (count - 1);
  std::vector<float> width;
  float all = 0;
  for (const std::string& word : words) {
    width.push_back(text_width(Font::bold, size, token_text(word)) + 1.4f * size);
    all += width.back();
  }
  const float shrink = std::min(1.0f, std::max(1.0f, rect.w - gaps) / all);
  float x = rect.x + std::max(0.0f, (rect.w - all - gaps) / 2);
  std::vector<Chip> chips;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool visible = cell(v.piece("ones_" + of), v.row, static_cast<int>(i)) > 0;
    const float own = std::max(1.0f, width[i] * shrink);
    chips.push_back({snapped({x, rect.bottom() - high, own, high}), visible});
    x += own + gap;
  }
  return chips;
}

void draw_arc(Pen& pen, glm::vec2 from, glm::vec2 to, float rise, Color color) {
  constexpr int kPieces = 24;
  Polyline arc;
  arc.color = color;
  arc.width = pen.px(2);
  for (int i = 0; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces;
    arc.points.push_back({from.x + (to.x - from.x) * t, from.y - rise * 4 * t * (1 - t)});
  }
  pen.add(std::move(arc));
  const float head = pen.px(5);
  pen.add(Polygon{
      {to, {to.x - head * 0.7f, to.y - head * 1.7f}, {to.x + head * 0.7f, to.y - head * 1.7f}},
      color,
      {0, 0, 0, 0},
      0,
      false});
}

void draw_chip(MaskView& v, const Chip& chip, int word, float size) {
  Pen& pen = v.pen;
  const bool asks = word == v.row;
  const Font font = asks ? Font::bold : Font::text;
  const Color ground = !chip.visible ? pen.colors.ground
                       : asks        ? pen.colors.selected
                                     : pen.colors.raised;
  if (!chip.visible)
    pen.add(Box{chip.rect, pen.m.radius, ground, mix(pen.colors.line, pen.colors.dim, 0.35f),
                pen.m.line, true});
  pen.box(chip.rect, pen.m.radius, chip.visible ? ground : Color{0, 0, 0, 0},
          asks ? pen.colors.accent : pen.colors.line, pen.px(asks ? 2 : 1));
  const std::string shown =
      fitted(font, size, word_of(v.session, word), std::max(1.0f, chip.rect.w - 0.3f * size));
  if (!chip.visible) {
    // Behind the hatching a word stays readable on a patch of the ground.
    const float wide = std::min(chip.rect.w, text_width(font, size, shown) + 0.4f * size);
    pen.box({chip.rect.x + (chip.rect.w - wide) / 2, chip.rect.y + chip.rect.h * 0.2f, wide,
             chip.rect.h * 0.6f},
            pen.px(3), pen.colors.ground);
  }
  pen.label(chip.rect, shown, font, size,
            chip.visible ? pen.colors.text : pen.ink(Role::dim, pen.colors.ground));
}

/// Whom the word hears: arcs to what it may look at, hatched what it may not.
void draw_sentence(MaskView& v, const std::string& of, const std::string& title, const Rect& rect) {
  Pen& pen = v.pen;
  const float line = std::round(1.8f * pen.m.heading);
  scene_heading(pen, title, {rect.x, rect.y}, rect.w);
  const auto sees = static_cast<int>(v.number("sees_" + of, v.row));
  const std::string word = word_of(v.session, v.row);
  const std::string words = std::to_string(v.session.document->m());
  const std::string count =
      sees == 0 ? filled(text("masks.sees_none"), {{"word", word}})
                : filled(text("masks.sees"),
                         {{"word", word}, {"sees", std::to_string(sees)}, {"of", words}});
  const float note = scene_note(pen, count, {rect.x, rect.y + line}, rect.w);
  const float top = rect.y + line + note;
  const float most = std::max(1.0f, rect.bottom() - top);
  const float size = std::min(1.45f * pen.m.text, 0.2f * most);
  const float rise = std::clamp(most - 3 * size, pen.em(4), pen.em(150));
  const std::vector<Chip> chips =
      chips_in(v, of, {rect.x, top, rect.w, std::min(most, rise + 3 * size)}, size);
  const auto own = static_cast<std::size_t>(v.row);
  if (own >= chips.size()) return;
  const auto middle = [&](std::size_t i) {
    return glm::vec2(chips[i].rect.x + chips[i].rect.w / 2, chips[i].rect.y - pen.px(2));
  };
  const float farthest = std::max(
      1.0f, std::max(middle(own).x - middle(0).x, middle(chips.size() - 1).x - middle(own).x));
  for (std::size_t i = 0; i < chips.size(); ++i) {
    if (!chips[i].visible || i == own) continue;
    const float far = std::abs(middle(i).x - middle(own).x) / farthest;
    draw_arc(pen, middle(own), middle(i), rise * (0.35f + 0.65f * far),
             pen.ink(Role::query, pen.colors.ground));
  }
  for (std::size_t i = 0; i < chips.size(); ++i) draw_chip(v, chips[i], static_cast<int>(i), size);
}

std::string say(const std::string& key) { return std::string(text("masks." + key)); }

/// Two matrices side by side, one on the way to the other; the chosen word's row framed in both.
void draw_pair(MaskView& v, MatrixDrawing left, MatrixDrawing right, float shown, const Rect& rect,
               bool leads) {
  const auto [a, b] = beside(rect, 0.5f, v.pen.em(34));
  left.shown.assign(left.values.size(), shown);
  right.shown.assign(right.values.size(), shown);
  left.most_cell = right.most_cell = 58;
  const MatrixPlace at_left = draw_matrix(v.pen, left, a);
  const MatrixPlace at_right = draw_matrix(v.pen, right, b);
  frame_row(v, at_left);
  frame_row(v, at_right);
  if (!leads) return;
  const float y = at_left.cells.y + at_left.cells.h / 2;
  const float from = at_left.cells.right() + v.pen.em(8), to = at_right.whole.x - v.pen.em(6);
  scene_arrow(v.pen, {from, y}, {std::max(from, to), y}, v.pen.colors.dim);
}

}  // namespace

void layout_masks(Page& page, const Session& session, const Rect& rect) {
  MaskView v(page, session);
  const std::string part(v.at());
  const Rect inner = rect.inset(v.pen.em(6));
  if (part == "start") {
    const auto [top, bottom] = below(inner, 0.5f, v.pen.em(18));
    draw_sentence(v, "bert", say("bert"), top);
    draw_sentence(v, "gpt", say("gpt"), bottom);
    return;
  }
  const auto [top, bottom] = below(inner, 0.58f, v.pen.em(14));
  const float shown = v.part(part);
  const std::string own = std::string(mask_case_of(part));
  if (part == "two") {
    MatrixDrawing bert = matrix_of(v, "weights_bert", "bert");
    MatrixDrawing gpt = matrix_of(v, "weights_gpt", "gpt");
    bert.title = say("bert");
    gpt.title = say("gpt");
    draw_pair(v, std::move(bert), std::move(gpt), shown, top, false);
    draw_sentence(v, "gpt", say("gpt_sentence"), bottom);
    return;
  }
  MatrixDrawing ones = ones_of(v, own, false);
  ones.title = say("ones");
  MatrixDrawing right =
      part == "ones" ? ones_of(v, own, true) : matrix_of(v, "weights_" + own, own);
  right.title = say(part == "ones" ? "added" : "weights");
  draw_pair(v, std::move(ones), std::move(right), shown, top, true);
  std::string rules;
  for (const MaskCase& one : mask_cases(*session.document))
    if (one.name == own) rules = one.rules;
  draw_sentence(v, own, filled(text("masks.rules"), {{"rules", rules}}), bottom);
}

SideTable masks_side(const Session& session) {
  const auto pieces = shown_pieces(session);
  const Stop& at = session.playhead.at;
  const auto& parts = session.document->parts;
  const std::string part = is_part(at) ? parts[static_cast<std::size_t>(at.key)] : "start";
  const std::string own = std::string(mask_case_of(part));
  SideTable side;
  side.title = say("side");
  const int lit = shown_row(session);
  const bool counts = compares(part) || part == "ones";
  side.headers = counts ? std::vector<std::string>{say("word"), say("bert_sees"), say("gpt_sees")}
                        : std::vector<std::string>{say("word"), say("in_view"), "\u03a3", "z"};
  side.tints.assign(side.headers.size(), std::nullopt);
  for (int r = 0; r < session.document->n(); ++r) {
    const auto whole = [&](const std::string& name) {
      return format_fixed(static_cast<double>(cell(pieces->at(name), r, 0)), 0);
    };
    SideTable::Row row;
    row.lit = r == lit;
    row.cells.push_back(word_of(session, r));
    if (counts) {
      row.cells.push_back(whole("sees_bert"));
      row.cells.push_back(whole("sees_gpt"));
    } else {
      const auto weights = pieces->at("weights_" + own).view().row(0, r);
      double sum = 0;
      for (const float w : weights) sum += static_cast<double>(w);
      row.cells.push_back(whole("sees_" + own));
      row.cells.push_back(format_fixed(sum, 3));
      const auto z = pieces->at("z_" + own).view().row(0, r);
      std::string vector;
      for (const float x : z.subspan(0, std::min<std::size_t>(z.size(), 3)))
        vector += (vector.empty() ? "" : ", ") + format_number(static_cast<double>(x), 2);
      row.cells.push_back("[" + vector + (z.size() > 3 ? ", \u2026]" : "]"));
    }
    side.rows.push_back(std::move(row));
  }
  side.notes.push_back(say("side_" + part));
  return side;
}

}  // namespace qkv
