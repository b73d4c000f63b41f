// Before anything is known of the words: the sentence itself, the word that asks uncovered.

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/sentence/sentence_texts.h"

namespace qkv {

namespace {

/// From the word that asks to each that it may hear: which of them matter is the question.
/// Hairlines, since nothing is known of their weights.
void draw_open_lines(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                     Color color) {
  const auto chosen = static_cast<std::size_t>(std::max(0, picture.chosen));
  if (chosen >= p.queries.words.size() || p.keys.pitch < 3) return;
  const glm::vec2 from{p.queries.words[chosen].center, p.top_y};
  for (const auto& word : p.keys.words) {
    Polyline line;
    line.points = beam_curve(from, {word.center, p.bottom_y}, 0, 1, 28);
    line.color = color;
    line.width = std::max(1.0f, 1.3f * p.metrics.unit);
    page.items.push_back({std::move(line), {}});
  }
}

}  // namespace

void place_opening(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                   const Palette& colors, const Rect& inside) {
  if (picture.opens <= 0 || picture.queries.empty()) return;
  const Metrics& m = p.metrics;
  float size = 2.1f * m.title;
  const auto pad = [&] { return 0.55f * size; };
  const auto gap = [&] { return 0.35f * size; };
  const auto width = [&] {
    float sum = -gap();
    for (const std::string& word : picture.queries)
      sum += text_width(Font::bold, size, word) + 2 * pad() + gap();
    return sum;
  };
  while (width() > inside.w && size > m.tiny) size *= 0.95f;
  if (width() > inside.w) return;  // very long ones are words above and below only
  const float high = std::round(2.1f * size), middle = (p.top_y + p.bottom_y) / 2;
  const auto faded = [&](Color color) { return with_alpha(color, picture.opens); };
  draw_open_lines(page, picture, p,
                  with_alpha(mix(colors.line, colors.query, 0.35f), picture.opens));
  // Covered words step back, but a hall must still be able to read them, through the hatching.
  const float covered = p.contrast > 7 ? 9.0f : 3.0f;
  float x = inside.x + (inside.w - width()) / 2;
  for (std::size_t i = 0; i < picture.queries.size(); ++i) {
    const bool lit = static_cast<int>(i) == picture.chosen;
    const std::string& word = picture.queries[i];
    const float wide = text_width(Font::bold, size, word) + 2 * pad();
    const Rect box{std::round(x), std::round(middle - high / 2), std::round(wide), high};
    Box cover;
    cover.rect = box;
    cover.radius = m.radius;
    cover.fill = faded(lit ? colors.query : colors.raised);
    cover.stroke = faded(lit ? colors.query : colors.line);
    cover.stroke_width = m.line;
    cover.hatched = !lit;
    page.items.push_back({cover, {}});
    const Font font = lit ? Font::bold : Font::text;
    Text run;
    run.baseline = {std::round(box.x + (box.w - text_width(font, size, word)) / 2),
                    std::round(middle + cap_height(font, size) / 2)};
    run.text = word;
    run.font = font;
    run.size = size;
    run.color =
        faded(lit ? ink_on(colors.query)
                  : readable(mix(colors.dim, colors.raised, 0.35f), colors.raised, covered));
    page.items.push_back({std::move(run), {}});
    x += wide + gap();
  }
}

}  // namespace qkv
