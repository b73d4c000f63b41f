// Lesson "From scratch": the lines of code, the one that runs lit, and the matrices it speaks of.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/code/scratch_code.h"
#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/picture/panels.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string words(const char* key) { return std::string(text(std::string("scratch.") + key)); }

Dialect dialect(const SceneView& v) {
  if (v.knobs().is("code", "pytorch")) return Dialect::pytorch;
  return v.knobs().is("code", "heads") ? Dialect::heads : Dialect::numpy;
}

/// The lines and which of them run. Where the lesson's own few do not tell all, the whole script.
std::vector<std::pair<std::string, bool>> lines_of(const SceneView& v, const Trace& trace) {
  const Document& document = *v.session.document;
  const Beat beat = v.session.playhead.at.beat;
  std::vector<std::pair<std::string, bool>> lines;
  if (has_scratch_code(document, v.session.options)) {
    for (ScratchLine& line : scratch_code(dialect(v), document, v.session.options)) {
      const bool lit = std::find(line.beats.begin(), line.beats.end(), beat) != line.beats.end();
      lines.emplace_back(std::move(line.text), lit);
    }
    return lines;
  }
  Session shown = v.session;
  shown.layout.code = dialect(v) == Dialect::pytorch ? CodePanel::pytorch : CodePanel::numpy;
  shown.layout.present = true;  // without the numbers, which stand beside it
  for (CodePicture::Line& line : paint_code(shown, trace).lines)
    if (!line.text.empty() || !line.comment.empty())
      lines.emplace_back(line.comment.empty() ? std::move(line.text)
                         : line.text.empty()  ? "# " + line.comment
                         : line.wrong         ? line.text + "  # " + line.comment
                                              : std::move(line.text),
                         line.lit);
  return lines;
}

/// Returns the height that the lines take. Where not all find room, those around the lit ones.
float draw_code(SceneView& v, const std::vector<std::pair<std::string, bool>>& lines,
                const Rect& rect) {
  Pen& pen = v.pen;
  const float pad = pen.em(9), edge = pen.em(6);
  float widest = 0;
  std::vector<bool> on;
  for (const auto& [words, lit] : lines) {
    widest = std::max(widest, text_width(Font::mono_bold, 1, words));
    on.push_back(lit);
  }
  const float room = rect.h - 2 * edge, all = static_cast<float>(lines.size());
  const float size =
      std::clamp(std::min((rect.w - 2 * pad) / std::max(1.0f, widest), room / (1.42f * all)),
                 pen.present ? pen.m.tiny : 0.84f * pen.m.tiny, pen.m.small);
  const float row = std::min(std::round(1.42f * size), std::max(1.4f * size, room / all));
  const std::size_t fit =
      std::min(lines.size(), static_cast<std::size_t>(std::max(1.0f, room / row)));
  const auto last_lit = std::find(on.rbegin(), on.rend(), true);
  const auto end = static_cast<std::size_t>(on.rend() - last_lit);  // one past the last lit line
  const std::size_t first = std::min(lines.size() - fit, end > fit ? end - fit : 0);
  const Rect box = snapped({rect.x, rect.y, rect.w, row * static_cast<float>(fit) + 2 * edge});
  pen.box(box, pen.m.radius, pen.colors.panel, pen.colors.line, pen.m.line);
  float y = box.y + edge;
  for (std::size_t i = first; i < first + fit; ++i, y += row) {
    const Rect whole{box.x + pen.em(3), y, box.w - 2 * pen.em(3), row};
    if (on[i]) {
      pen.box(whole, pen.px(4), pen.colors.selected);
      pen.box({whole.x, whole.y, pen.px(3), whole.h}, pen.px(1.5f), pen.colors.accent);
    }
    const Color ground = on[i] ? pen.colors.selected : pen.colors.panel;
    const Font font = on[i] ? Font::mono_bold : Font::mono;
    pen.text({box.x + pad, middle_baseline(font, size, y, row)},
             fitted(font, size, lines[i].first, box.w - 2 * pad), font, size,
             readable(on[i] ? pen.colors.text : pen.colors.dim, ground, pen.least_contrast()));
  }
  return box.h;
}

struct Drawn {
  std::string title;
  const Tensor* tensor = nullptr;
  MatrixDrawing::Map map = MatrixDrawing::Map::diverging;
  double limit = 3;
  bool rows_are_words = false, columns_are_words = false;
};

Tensor of_trace(const Floats& numbers, int rows, int columns) {
  return {1, rows, columns, {numbers.begin(), numbers.end()}};
}

double reach(const Tensor& t) {
  float most = 0.1f;
  for (const float value : t.data)
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  return static_cast<double>(most);
}

/// "0.4", "−1.7", "12": a cell has no room for more.
void write_two_digits(MatrixDrawing& matrix) {
  for (const double value : matrix.values)
    matrix.texts.push_back(std::isnan(value)         ? std::string()
                           : std::abs(value) >= 9.95 ? format_fixed(value, 0)
                                                     : cell_text(value));
}

/// a · b = c, each as large as the row allows; cells of one size.
void draw_row(SceneView& v, const std::vector<Drawn>& matrices,
              const std::vector<std::string>& signs, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(24), names = pen.em(20), title = std::round(1.8f * pen.m.heading);
  int columns = 0, rows = 0;
  for (const Drawn& m : matrices) {
    columns += m.tensor->columns;
    rows = std::max(rows, m.tensor->rows);
  }
  const auto count = static_cast<float>(matrices.size());
  const float room = rect.w - (count - 1) * gap - count * names;
  const float cell =
      std::floor(std::min({room / static_cast<float>(columns),
                           (rect.h - title - pen.em(16)) / static_cast<float>(rows), pen.em(48)}));
  float width = (count - 1) * gap;
  for (const Drawn& m : matrices)
    width += cell * static_cast<float>(m.tensor->columns) + (m.rows_are_words ? names : 0);
  float x = rect.x + std::max(0.0f, (rect.w - width) / 2);
  const float middle = rect.y + title + pen.em(14) + cell * static_cast<float>(rows) / 2;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const Drawn& given = matrices[i];
    const Tensor& t = *given.tensor;
    MatrixDrawing m;
    m.rows = t.rows;
    m.columns = t.columns;
    m.values.assign(t.data.begin(), t.data.end());
    for (double& value : m.values)
      if (std::isinf(value)) value = std::numeric_limits<double>::quiet_NaN();
    for (const double value : m.values) m.hatched.push_back(std::isnan(value));
    if (given.map != MatrixDrawing::Map::share) write_two_digits(m);
    m.map = given.map;
    m.limit = given.limit;
    m.colors = v.session.color_map;
    m.title = given.title;
    m.most_cell = cell / pen.em(1);
    if (given.rows_are_words) m.row_names = v.session.document->query_words;
    if (given.columns_are_words) m.column_names = v.session.document->key_words;
    const float own = cell * static_cast<float>(t.columns) + (given.rows_are_words ? names : 0);
    const float above = title + (given.columns_are_words ? 1.1f * pen.m.tiny + pen.em(8) : 0);
    const float high = cell * static_cast<float>(t.rows);
    const MatrixPlace place = draw_matrix(
        pen, m, {x, middle - high / 2 - above, own + pen.px(1), high + above + pen.px(1)});
    if (given.rows_are_words && place.cell_h > 0) {
      const Rect row = place.cell(v.session.row, 0);
      pen.box(Rect{row.x, row.y, place.cells.w, row.h}.inset(-pen.px(1)), pen.px(3), {0, 0, 0, 0},
              pen.colors.accent, pen.px(2));
    }
    x += own + gap;
    if (i + 1 < matrices.size())
      pen.text_middle({x - gap / 2, middle + cap_height(Font::math, pen.m.math) / 2}, signs[i],
                      Font::math, pen.m.math, pen.colors.text);
  }
}

void draw_stage(SceneView& v, const Trace& trace, const Rect& rect) {
  using Map = MatrixDrawing::Map;
  const Document& document = *v.session.document;
  const Projection& p = *document.projection;
  const int n = trace.n, m = trace.m;
  const Tensor scores = of_trace(trace.scores, n, m), weights = of_trace(trace.weights, n, m);
  const Tensor output = of_trace(trace.output, n, trace.dv);
  Tensor masked = scores;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) cell(masked, i, j) = trace.masked(0, i, j);
  const Tensor keys = transposed(document.keys);
  const double limit = reach(scores);
  const Stop& at = v.session.playhead.at;
  const Beat beat = at.beat;
  const bool scored = at.stage == Stage::score || beat == Beat::all_scores;
  if (at.stage == Stage::start)
    return draw_row(v, {{"X", &p.embeddings, Map::diverging, 3, true, false}}, {}, rect);
  if (at.stage == Stage::project) {
    const bool q = beat == Beat::project_q, k = beat == Beat::project_k;
    const Tensor& w = q ? p.w_q : k ? p.w_k : p.w_v;
    const Tensor& out = q ? document.queries : k ? document.keys : document.values;
    return draw_row(v,
                    {{"X", &p.embeddings, Map::diverging, 3, true, false},
                     {q   ? "Wq"
                      : k ? "Wk"
                          : "Wv",
                      &w, Map::diverging, 3, false, false},
                     {q   ? "Q"
                      : k ? "K"
                          : "V",
                      &out, Map::diverging, 6, true, false}},
                    {"\u00b7", "="}, rect);
  }
  if (scored)
    return draw_row(v,
                    {{"Q", &document.queries, Map::diverging, 6, true, false},
                     {"K\u1d40", &keys, Map::diverging, 6, false, true},
                     {"S", &scores, Map::diverging, limit, true, true}},
                    {"\u00b7", "="}, rect);
  if (at.stage == Stage::scale || at.stage == Stage::mask || beat == Beat::all_masked)
    return draw_row(v,
                    {{"S", &scores, Map::diverging, limit, true, true},
                     {words("scaled"), &masked, Map::diverging, limit, true, true}},
                    {"\u2192"}, rect);
  if (at.stage == Stage::softmax || beat == Beat::all_weights)
    return draw_row(v,
                    {{"S", &masked, Map::diverging, limit, true, true},
                     {words("weights"), &weights, Map::share, 1, true, true}},
                    {"\u2192"}, rect);
  draw_row(v,
           {{"W", &weights, Map::share, 1, true, true},
            {"V", &document.values, Map::diverging, 6, false, false},
            {"Z", &output, Map::diverging, 6, true, false}},
           {"\u00b7", "="}, rect);
}

}  // namespace

void layout_scratch(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(6));
  Trace trace;
  trace_of(*session.document, session.options, {}, trace);
  // A hall reads the code here and the numbers in the table.
  const float share = v.pen.present ? 1.0f : 0.58f;
  const float used = draw_code(v, lines_of(v, trace), {area.x, area.y, area.w, share * area.h});
  if (v.pen.present) return;
  const float top = area.y + used + v.pen.em(10);
  draw_stage(v, trace, {area.x, top, area.w, area.bottom() - top});
}

}  // namespace qkv
