// Lesson "From scratch": the matrices that the lit line speaks of, as far as the walk has filled
// them.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/page/lessons/scratch_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::scratch {
namespace {

using Map = MatrixDrawing::Map;

std::string words(const char* key) { return std::string(text(std::string("scratch.") + key)); }

struct Drawn {
  std::string title;
  const Tensor* tensor = nullptr;
  MatrixDrawing::Map map = MatrixDrawing::Map::diverging;
  double limit = 3;
  bool rows_are_words = false, columns_are_words = false;
  std::vector<float> shown{};  ///< as MatrixDrawing's; empty: all of it
  bool printed = false;        ///< by the code: with its two decimals
};

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
  // Wider than high where there is room: that is where the digits go.
  const float most_w = room / static_cast<float>(columns);
  const float cell_h = std::floor(
      std::min({most_w, (rect.h - title - pen.em(16)) / static_cast<float>(rows), pen.em(48)}));
  const float cell_w = std::floor(std::min(most_w, std::max(cell_h, pen.em(48))));
  float width = (count - 1) * gap;
  for (const Drawn& m : matrices)
    width += cell_w * static_cast<float>(m.tensor->columns) + (m.rows_are_words ? names : 0);
  float x = rect.x + std::max(0.0f, (rect.w - width) / 2);
  const float middle = rect.y + title + pen.em(14) + cell_h * static_cast<float>(rows) / 2;
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
    if (given.map != MatrixDrawing::Map::share && !given.printed) write_two_digits(m);
    m.map = given.map;
    m.limit = given.limit;
    m.colors = v.session.color_map;
    m.title = given.title;
    m.most_cell = cell_h / pen.em(1);
    m.square = false;
    m.shown = given.shown;
    if (given.rows_are_words) m.row_names = v.session.document->query_words;
    if (given.columns_are_words) m.column_names = v.session.document->key_words;
    const float own = cell_w * static_cast<float>(t.columns) + (given.rows_are_words ? names : 0);
    const float above = title + (given.columns_are_words ? 1.1f * pen.m.tiny + pen.em(8) : 0);
    const float high = cell_h * static_cast<float>(t.rows);
    const MatrixPlace place = draw_matrix(
        pen, m, {x, middle - high / 2 - above, own + pen.px(1), high + above + pen.px(1)});
    if (given.rows_are_words && place.cell_h > 0) {
      const Rect row = place.cell(v.session.row, 0);
      pen.box(Rect{row.x, row.y, place.cells.w, row.h}.inset(-pen.px(1)), pen.px(3), {0, 0, 0, 0},
              pen.colors.accent, pen.px(2));
    }
    x += own + gap;
    if (i + 1 < matrices.size() && !signs[i].empty())
      pen.text_middle({x - gap / 2, middle + cap_height(Font::math, pen.m.math) / 2}, signs[i],
                      Font::math, pen.m.math, pen.colors.text);
  }
}

/// How far the walk has brought each row, as the table beside it shows it.
struct Walked {
  int n = 0, m = 0;
  std::vector<float> scores, scaled, masked, weights;  // n×m
  std::vector<float> mixed;                            // n
};

Walked walked(const SceneView& v, const Trace& trace) {
  Walked w{trace.n, trace.m, {}, {}, {}, {}, {}};
  for (int row = 0; row < trace.n; ++row) {
    const Moment moment = moment_of(v.session, trace, row);
    const WalkShape shape = walk_shape(v.session, trace, row);
    const auto at = [&](Stage stage, Beat beat, int key = -1) {
      return amount(shape, moment, {stage, beat, key});
    };
    for (int key = 0; key < trace.m; ++key) {
      w.scores.push_back(at(Stage::score, Beat::score_key, key));
      w.scaled.push_back(at(Stage::scale, Beat::scale));
      w.masked.push_back(at(Stage::mask, Beat::mask));
      w.weights.push_back(at(Stage::softmax, Beat::softmax_divide));
    }
    w.mixed.push_back(at(Stage::mix, Beat::mix_z));
  }
  return w;
}

std::vector<float> of_rows(const std::vector<float>& rows, int columns) {
  std::vector<float> cells;
  for (const float row : rows) cells.insert(cells.end(), static_cast<std::size_t>(columns), row);
  return cells;
}

/// One head's scores before the softmax: scaled, and masked where the walk has masked.
Tensor masked_scores(const Trace& trace, int head, const Walked& w) {
  Tensor t = zeros(trace.n, trace.m);
  for (int i = 0; i < trace.n; ++i)
    for (int j = 0; j < trace.m; ++j) {
      const auto at = static_cast<std::size_t>(i * trace.m + j);
      cell(t, i, j) = w.masked[at] > 0 ? trace.masked(head, i, j) : trace.scaled(head, i, j);
    }
  return t;
}

Tensor scores_of(const Trace& trace, int head) {
  const auto size = static_cast<std::ptrdiff_t>(trace.n) * trace.m;
  const auto first = trace.scores.begin() + head * size;
  return {1, trace.n, trace.m, {first, first + size}};
}

/// What the running line makes: of one head, or side by side of two.
struct Made {
  Tensor scores, masked, weights;
};

Made made_by(const Trace& trace, int head, const Walked& w) {
  const auto size = static_cast<std::ptrdiff_t>(trace.n) * trace.m;
  const auto first = trace.weights.begin() + head * size;
  return {scores_of(trace, head),
          masked_scores(trace, head, w),
          {1, trace.n, trace.m, {first, first + size}}};
}

enum class Line { data, project, score, mask, softmax, mix };

Line running(const Stop& at) {
  switch (at.beat) {
    case Beat::all_scores:
      return Line::score;
    case Beat::all_masked:
      return Line::mask;
    case Beat::all_weights:
      return Line::softmax;
    default:
      break;
  }
  switch (at.stage) {
    case Stage::start:
      return Line::data;
    case Stage::project:
      return Line::project;
    case Stage::score:
      return Line::score;
    case Stage::scale:
    case Stage::mask:
      return Line::mask;
    case Stage::softmax:
      return Line::softmax;
    default:
      return Line::mix;
  }
}

/// X and the matrix that it is multiplied with at this stop.
std::vector<Drawn> projecting(const SceneView& v) {
  const Projection& p = *v.session.document->projection;
  const Beat beat = v.session.playhead.at.beat;
  const bool q = beat == Beat::project_q, k = beat == Beat::project_k;
  return {{"X", &p.embeddings, Map::diverging, 3, true, false},
          {q   ? "Wq"
           : k ? "Wk"
               : "Wv",
           q   ? &p.w_q
           : k ? &p.w_k
               : &p.w_v,
           Map::diverging, 3, false, false}};
}

std::string numbered(const char* name, int head) {
  return name + std::string(head == 0 ? "\u2081" : "\u2082");
}

}  // namespace

void draw_one_head(SceneView& v, const Trace& trace, const Rect& rect) {
  const Document& document = *v.session.document;
  const Walked w = walked(v, trace);
  const Made made = made_by(trace, 0, w);
  const Tensor keys = transposed(document.keys);
  const Tensor output{1, trace.n, trace.dv, {trace.output.begin(), trace.output.end()}};
  const double limit = reach(made.scores);
  const Drawn scores{"S", &made.scores, Map::diverging, limit, true, true, w.scores};
  const Drawn masked{words("scaled"), &made.masked, Map::diverging, limit, true, true, w.scaled};
  const Drawn weights{words("weights"), &made.weights, Map::share, 1, true, true, w.weights};
  switch (running(v.session.playhead.at)) {
    case Line::data:
      return draw_row(v, {{"X", &document.projection->embeddings, Map::diverging, 3, true, false}},
                      {}, rect);
    case Line::project: {
      std::vector<Drawn> row = projecting(v);
      const Beat beat = v.session.playhead.at.beat;
      const bool q = beat == Beat::project_q, k = beat == Beat::project_k;
      row.push_back({q   ? "Q"
                     : k ? "K"
                         : "V",
                     q   ? &document.queries
                     : k ? &document.keys
                         : &document.values,
                     Map::diverging, 6, true, false});
      return draw_row(v, row, {"\u00b7", "="}, rect);
    }
    case Line::score:
      return draw_row(v,
                      {{"Q", &document.queries, Map::diverging, 6, true, false},
                       {"K\u1d40", &keys, Map::diverging, 6, false, true},
                       scores},
                      {"\u00b7", "="}, rect);
    case Line::mask:
      return draw_row(v, {scores, masked}, {"\u2192"}, rect);
    case Line::softmax: {
      Drawn before = masked;
      before.title = "S";
      return draw_row(v, {before, weights}, {"\u2192"}, rect);
    }
    case Line::mix:
      return draw_row(v,
                      {weights,
                       {"V", &document.values, Map::diverging, 6, false, false},
                       {"Z", &output, Map::diverging, 6, true, false, of_rows(w.mixed, trace.dv)}},
                      {"\u00b7", "="}, rect);
  }
}

void draw_two_heads(SceneView& v, const Trace& walk, const Rect& rect) {
  const Document& document = *v.session.document;
  const MultiHead module = two_heads(document);
  const MultiHeadTrace t = multi_head(document.projection->embeddings, module, v.session.options);
  const Walked w = walked(v, walk);
  const Made first = made_by(t.attention, 0, w), second = made_by(t.attention, 1, w);
  const double limit = std::max(reach(first.scores), reach(second.scores));
  const auto pair = [&](const char* name, const Tensor& one, const Tensor& two, Map map,
                        double most, const std::vector<float>& shown) {
    draw_row(v,
             {{numbered(name, 0), &one, map, most, true, true, shown},
              {numbered(name, 1), &two, map, most, true, true, shown}},
             {""}, rect);
  };
  switch (running(v.session.playhead.at)) {
    case Line::data:
      return draw_row(v,
                      {{"X", &document.projection->embeddings, Map::diverging, 3, true, false},
                       {"Wo", &module.w_o, Map::diverging, 3, false, false}},
                      {""}, rect);
    case Line::project: {
      std::vector<Drawn> row = projecting(v);
      const Beat beat = v.session.playhead.at.beat;
      const bool q = beat == Beat::project_q, k = beat == Beat::project_k;
      const Tensor& made = q ? t.q : k ? t.k : t.v;
      const char* const name = q ? "Q" : k ? "K" : "V";
      const Tensor one = head_of(made, 0), two = head_of(made, 1);
      row.push_back({numbered(name, 0), &one, Map::diverging, 6, true, false});
      row.push_back({numbered(name, 1), &two, Map::diverging, 6, true, false});
      return draw_row(v, row, {"\u00b7", "=", ""}, rect);
    }
    case Line::score:
      return pair("S", first.scores, second.scores, Map::diverging, limit, w.scores);
    case Line::mask:
      return pair("S", first.masked, second.masked, Map::diverging, limit, w.scaled);
    case Line::softmax:
      return pair("W", first.weights, second.weights, Map::share, 1, w.weights);
    case Line::mix:
      // What the module gives back and its code prints; W_O stands at the start.
      return draw_row(v,
                      {{"output", &t.outcome, Map::diverging, 12, true, false,
                        of_rows(w.mixed, t.outcome.columns), true}},
                      {}, rect);
  }
}

}  // namespace qkv::scratch
