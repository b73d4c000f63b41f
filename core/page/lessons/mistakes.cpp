#include "core/page/lessons/mistakes.h"

#include <algorithm>
#include <cmath>

#include "core/document/kinds/mistakes.h"
#include "core/page/lessons/scene_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

constexpr const char* kPromiseNames[] = {"mistakes.rows", "mistakes.hidden", "mistakes.sees",
                                         "mistakes.peak", "mistakes.output"};

std::string say(const std::string& key) { return std::string(text(key)); }

// The part that the walk stands at; at Start the first, of which only the right side is shown.
const Mistake& mistake_of(const Session& session) {
  const Document& d = *session.document;
  const int part = std::clamp(session.playhead.at.key, 0, static_cast<int>(d.parts.size()) - 1);
  const std::string& name = d.parts[static_cast<std::size_t>(part)];
  return *std::find_if(mistakes().begin(), mistakes().end(),
                       [&](const Mistake& m) { return m.part == name; });
}

bool at_start(const Session& session) { return session.playhead.at.stage != Stage::part; }

/// What both sides are drawn with.
struct View {
  Pen& pen;
  const Session& session;
  const Mistake& mistake;
  std::shared_ptr<const PieceMap> pieces;
  const KnobView& knobs;
  bool mended;  ///< the switch is thrown: both sides are right
  int head, row;

  const Document& document() const { return *session.document; }
  Tensor side(bool broken, bool output = false) const {
    return side_of(*pieces, mistake, broken && !mended, output, row);
  }
  Measured of(bool broken, Promise promise) const {
    return measured(document(), *pieces, mistake, broken && !mended, promise, head, row);
  }
  bool any_broken() const {
    return std::any_of(std::begin(kPromises), std::end(kPromises),
                       [&](Promise promise) { return !of(true, promise).same; });
  }
  /// What an experiment moves is no fault.
  Color lit() const { return mistake.reading ? pen.colors.accent : pen.colors.alarm; }
  Color ink(bool kept) const {
    const Color color = mistake.reading && kept ? pen.colors.text : kept ? pen.colors.good : lit();
    return readable(color, pen.colors.ground, pen.least_contrast());
  }
};

std::vector<std::string> shown_words(const std::vector<std::string>& words) {
  std::vector<std::string> shown;
  for (const std::string& word : words) shown.push_back(token_text(word));
  return shown;
}

// After a plain reshape row r of a head is a piece of another word.
std::vector<std::string> words_of_pieces(const View& v) {
  const int heads = v.document().heads(), n = v.document().n();
  std::vector<std::string> names;
  for (int r = 0; r < n; ++r) {
    const int piece = v.head * n + r;
    const auto word = static_cast<std::size_t>(piece / heads);
    names.push_back(token_text(v.document().query_words[word]) + " " +
                    std::to_string(piece % heads + 1));
  }
  return names;
}

std::string side_name(const View& v, bool broken) {
  if (broken && !v.mended) return say("mistakes." + std::string(v.mistake.part));
  return say(broken              ? "mistakes.mended"
             : v.mistake.reading ? "mistakes.as_it_is"
                                 : "mistakes.right");
}

MatrixDrawing matrix_of(const View& v, bool broken, float shown) {
  const Tensor w = v.side(broken);
  MatrixDrawing m;
  m.rows = w.rows;
  m.columns = w.columns;
  m.map = MatrixDrawing::Map::share;
  m.colors = v.session.color_map;
  m.row_names = shown_words(v.document().query_words);
  m.column_names = shown_words(v.document().key_words);
  m.told = side_name(v, broken);
  m.square = !v.pen.present;  // large type needs wide cells
  if (broken && v.mistake.regrouped && !v.mended) {
    m.row_names = words_of_pieces(v);
    m.column_names = v.pen.present ? std::vector<std::string>() : m.row_names;
    m.row_tints.assign(m.row_names.size(), Tint::orange);
    m.column_tints.assign(m.column_names.size(), Tint::orange);
  }
  const Mask& mask = v.document().options.mask;
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.columns; ++j) {
      const float weight = w.view().row(v.head, i)[static_cast<std::size_t>(j)];
      const bool cut = broken && is_cut(v.mistake, v.knobs, v.row, i, j);
      const bool hidden = cut || !is_visible(mask, v.head, i, j, m.rows, m.columns);
      m.values.push_back(hidden && weight == 0 ? std::nan("") : static_cast<double>(weight));
      m.hatched.push_back(hidden);
      m.shown.push_back(shown);
    }
  m.outlines.push_back({v.row, -1, Tint::blue, shown});
  return m;
}

// What rows (and columns, where they matter) add up to, beside the cells.
void draw_totals(const View& v, const MatrixPlace& place, bool broken) {
  Pen& pen = v.pen;
  const Tensor w = v.side(broken);
  const float size = pen.m.tiny;
  const auto total = [&](bool row, int line) {
    double sum = 0;
    for (int k = 0; k < (row ? w.columns : w.rows); ++k)
      sum += static_cast<double>(
          w.view().row(v.head, row ? line : k)[static_cast<std::size_t>(row ? k : line)]);
    return sum;
  };
  for (int i = 0; i < w.rows; ++i) {
    const Rect cell = place.cell(i, 0);
    const double sum = total(true, i);
    const bool kept = std::abs(sum - 1) < 5e-4;
    const Font font = kept ? Font::mono : Font::mono_bold;
    pen.text({place.cells.right() + pen.em(5), middle_baseline(font, size, cell.y, cell.h)},
             format_fixed(sum, 2), font, size, v.ink(kept));
  }
  if (!v.mistake.columns) return;
  for (int j = 0; j < w.columns; ++j) {
    const Rect cell = place.cell(0, j);
    const float room = cell.w - pen.px(6);
    const int decimals = text_width(Font::mono, size, "0.00") <= room ? 2 : 1;
    if (text_width(Font::mono, size, "0.0") > room) return;
    pen.text_middle({cell.x + cell.w / 2, place.cells.bottom() + size * 1.3f},
                    format_fixed(total(false, j), decimals), Font::mono, size,
                    readable(broken && !v.mended ? pen.colors.alarm : pen.colors.dim,
                             pen.colors.ground, pen.least_contrast()));
  }
}

float sums_width(const Pen& pen) { return text_width(Font::mono, pen.m.tiny, "0.00") + pen.em(8); }

void draw_side(const View& v, const Rect& rect, bool broken, float shown) {
  Pen& pen = v.pen;
  const std::string name = side_name(v, broken);
  const bool wrong = broken && v.any_broken();
  const float title = std::round(1.7f * pen.m.heading);
  pen.text({rect.x, middle_baseline(Font::semibold, pen.m.heading, rect.y, title)},
           fitted(Font::semibold, pen.m.heading, name, rect.w), Font::semibold, pen.m.heading,
           v.ink(!wrong));
  const float below = v.mistake.columns ? pen.m.tiny * 1.6f : 0;
  const Rect inner{rect.x, rect.y + title, rect.w - sums_width(pen), rect.h - title - below};
  const MatrixPlace place = draw_matrix(pen, matrix_of(v, broken, shown), inner);
  if (shown > 0.5f) draw_totals(v, place, broken);
}

using Is = Measured::Is;

void draw_verdict(const View& v, glm::vec2 center, Is is) {
  Pen& pen = v.pen;
  const float s = pen.m.small * 0.36f;
  const Color color = is == Is::follows
                          ? readable(pen.colors.text, pen.colors.ground, pen.least_contrast())
                          : v.ink(is == Is::kept);
  if (is == Is::broken) return icon(pen, Icon::close, center, 2 * s, color);
  if (is == Is::follows)
    return pen.text_middle({center.x, center.y + cap_height(Font::math, pen.m.small) / 2}, "\u2260",
                           Font::math, pen.m.small, color);
  pen.add(Polyline{{{center.x - s, center.y},
                    {center.x - 0.25f * s, center.y + 0.75f * s},
                    {center.x + s, center.y - 0.8f * s}},
                   color,
                   std::max(1.5f, pen.px(2)),
                   0,
                   0,
                   false});
}

std::string word_of_row(const View& v, int row) {
  return token_text(v.document().query_words[static_cast<std::size_t>(row)]);
}

/// In `room` pixels of that font: a vector leaves out its last numbers, never half of one.
std::string value_text(const View& v, bool broken, Promise promise, Font font, float room) {
  const Measured own = v.of(broken, promise);
  if (promise == Promise::sees)
    return format_number(own.value, 0) + " / " + std::to_string(v.document().n());
  if (promise != Promise::output) {
    const std::string value = format_fixed(own.value, 3);
    return own.same || own.row < 0 ? value
                                   : filled(text("mistakes.of_row"),
                                            {{"value", value}, {"word", word_of_row(v, own.row)}});
  }
  const Tensor z = v.side(broken, true);
  const auto row = z.view().row(v.head, v.row);
  const auto first = [&](int most) {
    return format_vector(row.data(), static_cast<int>(row.size()), 2, most);
  };
  int most = 4;
  while (most > 1 && text_width(font, v.pen.m.small, first(most)) > room) --most;
  return first(most);
}

std::string promise_name(const View& v, std::size_t i) {
  std::string key = kPromiseNames[i];
  if (v.mistake.lengths && kPromises[i] == Promise::peak) key += "_or_share";
  return filled(text(key), {{"word", word_of_row(v, v.row)}});
}

/// What the marks mean; returns its height.
float draw_legend(const View& v, const Rect& rect) {
  return scene_note(v.pen, say(v.mistake.reading ? "mistakes.legend_reading" : "mistakes.legend"),
                    {rect.x + v.pen.em(8), rect.y}, rect.w - v.pen.em(8));
}

// Name | right | broken. What is broken stands on a ground of its own; in an experiment, where
// nothing is broken, what it has moved.
void draw_promises(const View& v, Rect rect, float shown) {
  Pen& pen = v.pen;
  if (shown >= 0.5f && !pen.present) {  // in a hall somebody says it
    const float used = draw_legend(v, rect);
    rect.y += used;
    rect.h -= used;
  }
  const auto count = static_cast<float>(std::size(kPromises));
  const float high = std::min(rect.h / count, pen.m.small * 2.1f), size = pen.m.small;
  const float first = rect.x + 0.44f * rect.w, second = rect.x + 0.71f * rect.w;
  float y = rect.y;
  for (std::size_t i = 0; i < std::size(kPromises); ++i, y += high) {
    const Measured changed = v.of(true, kPromises[i]);
    const bool lit =
        shown >= 0.5f && (v.mistake.reading ? !changed.same : changed.is == Is::broken);
    if (lit)
      pen.box(Rect{rect.x, y, rect.w, high}.inset(pen.px(1)), pen.px(5),
              mix(pen.colors.ground, v.lit(), 0.12f), v.lit(), pen.px(1.5f));
    const float baseline = middle_baseline(Font::text, size, y, high);
    const Font font = lit ? Font::semibold : Font::text;
    pen.text({rect.x + pen.em(8), baseline},
             fitted(font, size, promise_name(v, i), first - rect.x - pen.em(16)), font, size,
             pen.colors.text);
    for (const bool broken : {false, true}) {
      if (broken && shown < 0.5f) continue;
      const float x = broken ? second : first, end = broken ? rect.right() : second;
      const Measured own = v.of(broken, kPromises[i]);
      const Is is = v.mistake.reading && !own.same ? Is::follows : own.is;
      if (!v.mistake.reading || is == Is::follows)
        draw_verdict(v, {x + size * 0.5f, y + high / 2}, is);
      const Font mono = own.same ? Font::mono : Font::mono_bold;
      const float room = end - x - size * 1.6f;
      pen.text({x + size * 1.4f, baseline},
               fitted(mono, size, value_text(v, broken, kPromises[i], mono, room), room), mono,
               size, pen.colors.text);
    }
  }
}

}  // namespace

std::string mistakes_title(const Session& session) {
  return at_start(session) ? say("mistakes.title")
                           : say("mistakes." + std::string(mistake_of(session).part));
}

std::string mistakes_subtitle(const Session& session) {
  if (at_start(session)) return say("mistakes.subtitle");
  return say("mistakes." + std::string(mistake_of(session).part) + "_code");
}

void layout_mistakes(Page& page, const Session& session, const Rect& rect) {
  Pen pen(page, session);
  const KnobPlaces places = knob_places(session);
  const KnobView knobs{session.document->knobs, places};
  const Mistake& mistake = mistake_of(session);
  const bool mended = knobs.is("rule", "kept") && !mistake.reading;
  const View v{
      pen, session, mistake, shown_pieces(session), knobs, mended, session.slice.head, session.row};
  const float shown = at_start(session) ? 0 : part_amount(session, session.playhead.at.key);
  const float gap = pen.em(14);
  // In a hall type is large: the matrices need what the promises can spare.
  const float below = pen.present ? std::min(0.3f * rect.h, pen.m.small * 1.45f * 5)
                                  : std::min(0.42f * rect.h, pen.m.small * 2.1f * 5);
  const float half = (rect.w - 2 * gap) / 2, high = rect.h - below - 1.5f * gap;
  const Rect left{rect.x + gap / 2, rect.y + gap / 2, half, high};
  draw_side(v, left, false, 1);
  if (shown > 0) draw_side(v, {left.right() + gap, left.y, half, high}, true, shown);
  draw_promises(v, {rect.x + gap / 2, left.bottom() + gap / 2, rect.w - gap, below}, shown);
}

}  // namespace qkv
