// One sentence with two endings: a bar for each word that is listened to, the other ending's
// outlined.

#include <algorithm>
#include <cmath>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

const std::string& ending(const Document& document, int place) {
  const auto knob = std::find_if(document.knobs.begin(), document.knobs.end(),
                                 [](const Knob& each) { return each.name == "ending"; });
  return knob->choices.at(static_cast<std::size_t>(place));
}

std::vector<std::string> words_of(const Document& document, const std::string& last) {
  std::vector<std::string> words = document.pieces->words;
  words.push_back(last);
  return words;
}

int listener_of(const Document& document) {
  return static_cast<int>(document.pieces->given.at("listener").data.front()) - 1;
}

int largest(const std::vector<double>& shares) {
  return static_cast<int>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

struct Columns {
  float word, bar, bar_end, number;  ///< word: its right end
};

void draw_word(SceneView& v, const std::string& word, int i, const Rect& row, const Columns& x,
               const std::vector<double>& now, const std::vector<double>& other) {
  Pen& pen = v.pen;
  const auto at = static_cast<std::size_t>(i);
  const bool listens = i == listener_of(*v.session.document), best = i == largest(now);
  const float size = pen.m.text, shown = v.part("trophy");
  const Font font = listens || best ? Font::semibold : Font::text;
  pen.text_right({x.word, middle_baseline(font, size, row.y, row.h)}, word, font, size,
                 listens ? pen.ink(Role::query, pen.colors.ground) : pen.colors.text);
  const float high = std::round(0.6f * row.h), y = std::round(row.y + (row.h - high) / 2);
  const float track = x.bar_end - x.bar;
  const float length = track * static_cast<float>(now[at]) * shown;
  if (length > 0.5f)
    pen.box({x.bar, y, std::max(length, pen.px(2)), high}, std::min(pen.px(3), length / 2),
            weight_color(v.session.color_map, static_cast<float>(now[at])),
            readable(pen.colors.dim, pen.colors.ground, 3.0f), std::max(1.0f, pen.px(1.2f)));
  const float out = pen.px(2), end = x.bar + track * static_cast<float>(other[at]) * shown;
  const bool differs = std::abs(now[at] - other[at]) > 0.005;
  if (differs && shown > 0.5f)
    pen.add(
        Polyline{{{x.bar, y - out}, {end, y - out}, {end, y + high + out}, {x.bar, y + high + out}},
                 pen.colors.dim,
                 pen.px(1.3f),
                 pen.px(4),
                 pen.px(3),
                 true});
  if (shown > 0.5f)
    pen.text_right({x.number, middle_baseline(Font::mono, pen.m.small, row.y, row.h)},
                   format_fixed(now[at], 2), best ? Font::mono_bold : Font::mono, pen.m.small,
                   best ? pen.colors.text : pen.ink(Role::dim, pen.colors.ground));
}

}  // namespace

/// As the switch stands, wherever the walk is.
std::string twin_title(const Session& session) {
  const Document& document = *session.document;
  const KnobPlaces places = knob_places(session);
  const auto place = static_cast<int>(KnobView{document.knobs, places}.value("ending"));
  const std::vector<std::string> words = words_of(document, ending(document, place));
  const auto row = document.pieces->given.at("shares").view().row(0, place);
  const std::vector<double> shares(row.begin(), row.end());
  const auto word = [&](int i) { return words.at(static_cast<std::size_t>(i)); };
  return filled(text("twin.title"),
                {{"word", word(listener_of(document))}, {"best", word(largest(shares))}});
}

void layout_twin(Page& page, const Session& session, const Rect& whole) {
  SceneView v(page, session);
  const Rect rect = whole.inset(v.pen.em(10));
  Pen& pen = v.pen;
  const Document& document = *session.document;
  const auto place = static_cast<int>(v.knobs().value("ending"));
  const std::vector<std::string> words = words_of(document, ending(document, place));
  const std::vector<double> now = v.row("now"), other = v.row("other");
  const std::size_t count = std::min(words.size(), now.size());
  const float note = 1.8f * pen.m.small;
  const float row =
      std::min((rect.h - note) / static_cast<float>(std::max<std::size_t>(1, count)), pen.em(38));
  float widest = 0;
  for (const std::string& word : words)
    widest = std::max(widest, text_width(Font::semibold, pen.m.text, word));
  const float width = std::min(rect.w, pen.em(620)), left = rect.x + (rect.w - width) / 2;
  const float number = text_width(Font::mono, pen.m.small, "0.00");
  const Columns x{left + widest, left + widest + pen.em(12), left + width - number - pen.em(12),
                  left + width};
  float y = rect.y + std::max(0.0f, (rect.h - note - row * static_cast<float>(count)) / 2);
  for (std::size_t i = 0; i < count; ++i, y += row)
    draw_word(v, words[i], static_cast<int>(i), {left, y, width, row}, x, now, other);
  scene_note(pen, filled(text("twin.outlined"), {{"ending", ending(document, 1 - place)}}),
             {x.bar, y + pen.em(4)}, left + width - x.bar);
}

SideTable twin_side(const Session& session) {
  const Document& document = *session.document;
  const Tensor& both = document.pieces->computed.at("both");
  SideTable side;
  side.title = filled(
      text("twin.side"),
      {{"word", words_of(document, "").at(static_cast<std::size_t>(listener_of(document)))}});
  side.headers = {std::string(text("twin.word")), ending(document, 0), ending(document, 1)};
  std::vector<std::vector<double>> shares;
  for (int r = 0; r < 2; ++r) {
    const auto row = both.view().row(0, r);
    shares.emplace_back(row.begin(), row.end());
  }
  const std::vector<std::string> words =
      words_of(document, ending(document, 0) + " / " + ending(document, 1));
  for (std::size_t i = 0; i < std::min(words.size(), shares[0].size()); ++i) {
    const int at = static_cast<int>(i);
    side.rows.push_back({{words[i], format_fixed(shares[0][i], 2), format_fixed(shares[1][i], 2)},
                         at == largest(shares[0]) || at == largest(shares[1])});
  }
  return side;
}

}  // namespace qkv
