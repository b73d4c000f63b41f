// Lesson "From scratch": the lines of code, the one that runs lit, and the matrices it speaks of.

#include <algorithm>
#include <cmath>

#include "core/code/scratch_code.h"
#include "core/page/lessons/scenes.h"
#include "core/page/lessons/scratch_parts.h"
#include "core/picture/panels.h"
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

/// "…  # 5 more lines", in the place of those that find no room.
std::string left_out(std::size_t count) {
  return "\u2026  # " + filled(words("more_lines"), {{"count", std::to_string(count)}});
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
                 pen.m.tiny, pen.m.small);
  const float row = std::min(std::round(1.42f * size), std::max(1.4f * size, room / all));
  const std::size_t fit =
      std::min(lines.size(), static_cast<std::size_t>(std::max(1.0f, room / row)));
  const auto last_lit = std::find(on.rbegin(), on.rend(), true);
  const auto end = static_cast<std::size_t>(on.rend() - last_lit);  // one past the last lit line
  // A place at either end may be needed to say what is left out there.
  const std::size_t kept = fit < lines.size() && fit > 2 ? fit - 1 : fit;
  const std::size_t first = std::min(lines.size() - fit, end > kept ? end - kept : 0);
  const Rect box = snapped({rect.x, rect.y, rect.w, row * static_cast<float>(fit) + 2 * edge});
  pen.box(box, pen.m.radius, pen.colors.panel, pen.colors.line, pen.m.line);
  float y = box.y + edge;
  for (std::size_t i = first; i < first + fit; ++i, y += row) {
    const std::size_t above = i == first && first > 0 ? first + 1 : 0;
    const std::size_t under = i + 1 == first + fit ? lines.size() - i : 1;
    if (fit > 2 && (above > 0 || under > 1)) {
      pen.text({box.x + pad, middle_baseline(Font::mono, size, y, row)},
               left_out(above > 0 ? above : under), Font::mono, size,
               readable(pen.colors.dim, pen.colors.panel, pen.least_contrast()));
      continue;
    }
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

}  // namespace

void layout_scratch(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(6));
  Trace trace;
  trace_of(*session.document, session.options, {}, trace);
  // A hall reads the code here and the numbers in the table.
  const bool heads =
      dialect(v) == Dialect::heads && has_scratch_code(*session.document, session.options);
  // Of two heads there are two matrices to be read, and a line of their own.
  const float share = v.pen.present ? 1.0f : heads ? 0.5f : 0.58f;
  const float used = draw_code(v, lines_of(v, trace), {area.x, area.y, area.w, share * area.h});
  if (v.pen.present) return;
  float top = area.y + used + v.pen.em(10);
  const auto rest = [&] { return Rect{area.x, top, area.w, area.bottom() - top}; };
  if (!heads) return scratch::draw_one_head(v, trace, rest());
  const int d = session.document->queries.columns;
  const std::string note =
      filled(words("two_heads"), {{"half", std::to_string(d / 2)}, {"all", std::to_string(d)}});
  top += scene_note(v.pen, note, {area.x, top}, area.w) + v.pen.em(8);
  scratch::draw_two_heads(v, trace, rest());
}

}  // namespace qkv
