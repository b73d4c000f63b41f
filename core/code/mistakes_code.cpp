#include "core/code/mistakes_code.h"

#include <algorithm>
#include <cmath>

#include "core/code/script.h"
#include "core/document/kinds/kind_parts.h"
#include "core/document/shapes.h"
#include "core/session/knob_places.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

using code::Script;

/// How a part's script differs from that of attention as it should be: other options, and lines
/// that are added or stand in place of one.
struct Change {
  AttentionOptions options;
  std::vector<CodeLine> vectors;  ///< after q, k, v
  std::vector<CodeLine> scaled;   ///< in place of the scale's line
  std::vector<CodeLine> mask;     ///< after the mask's line
  std::vector<CodeLine> mixed;    ///< after the output
  std::string printed;            ///< beside weights and output
};

CodeLine changed(std::string text, std::string comment) {
  return {std::move(text), std::move(comment), Stage::part};
}

std::string word_at(const Document& document, int row) {
  return code::harmless(token_text(document.key_words[static_cast<std::size_t>(row)]));
}

/// One cell more that the mask hides, for the trace that is behind the script.
void hide(AttentionOptions& options, const Document& d, int row, int column) {
  BoolCells cells{1, d.n(), d.m(), {}};
  cells.visible.assign(static_cast<std::size_t>(d.n()) * static_cast<std::size_t>(d.m()), 1);
  cells.visible[cell_index(cells, 0, row, column)] = 0;
  options.mask.cells = std::make_shared<const BoolCells>(std::move(cells));
}

void cut_edge(Change& change, const Document& d, int row, int column) {
  hide(change.options, d, row, column);
  change.mask.push_back(
      changed("mask[" + std::to_string(row) + ", " + std::to_string(column) + "] = False",
              word_at(d, row) + " no longer looks at " + word_at(d, column)));
}

void swap_values(Change& change, int a, int b) {
  const std::string one = std::to_string(a), other = std::to_string(b);
  change.vectors.push_back(
      changed("v[..., [" + one + ", " + other + "], :] = v[..., [" + other + ", " + one + "], :]",
              "two values change places"));
}

std::string root(const std::string& of, bool torch) {
  return torch ? of + " ** 0.5" : "np.sqrt(" + of + ")";
}

void shares_of_lengths(Change& change, bool torch) {
  change.mixed.push_back(
      changed(torch ? "lengths = weights * v.norm(dim=-1)[..., None, :]"
                    : "lengths = weights * np.linalg.norm(v, axis=-1)[..., None, :]",
              "|w·v|: how much is handed over"));
  change.mixed.push_back(changed(torch ? "shares = lengths / lengths.sum(dim=-1, keepdim=True)"
                                       : "shares = lengths / lengths.sum(axis=-1, keepdims=True)",
                                 "of each row"));
  change.printed = "shares";
}

Change change_of(const Session& session, const Mistake& mistake, bool torch) {
  const std::string_view part = mistake.part;
  const Document& d = *session.document;
  const KnobPlaces places = knob_places(session);
  const KnobView knobs{d.knobs, places};
  Change c{d.options, {}, {}, {}, {}, {}};
  if (part == "no-scale") {
    c.options.scale = 1.0f;
    c.scaled.push_back(changed("scaled = scores", "WRONG: not divided by √d"));
  } else if (part == "model-scale") {
    const int width = model_width(d);
    c.options.scale = 1.0f / std::sqrt(static_cast<float>(width));
    c.scaled.push_back(changed("scaled = scores / " + root(std::to_string(width), torch),
                               "WRONG: the width of all heads, not of one"));
  } else if (part == "scale-first") {
    c.options.scale = 1.0f;
    c.vectors.push_back(
        changed("q = q / " + root("q.shape[-1]", torch), "no mistake: the scores are the same"));
    c.scaled.push_back(changed("scaled = scores", "q is divided by √d already"));
  } else if (part == "reshape" && d.heads() > 1) {
    c.vectors.push_back(changed(torch ? "q, k, v = (m.transpose(0, 1).reshape(m.shape)"
                                      : "q, k, v = (m.swapaxes(0, 1).reshape(m.shape)",
                                "WRONG: all words' numbers side by side,"));
    c.vectors.push_back(changed("           for m in (q, k, v))", "cut into blocks: no heads"));
  } else if (part == "cut") {
    cut_edge(c, d, session.row, static_cast<int>(knobs.value("cut")));
  } else if (part == "first") {
    c.mask.push_back(changed("mask[1:, 0] = False", "no other word looks at " + word_at(d, 0)));
  } else if (part == "swap") {
    swap_values(c, static_cast<int>(given_number(d, "swap")),
                static_cast<int>(knobs.value("swap")));
  } else if (part == "lengths") {
    shares_of_lengths(c, torch);
  }
  Variant& variant = c.options.variant;
  variant.columns = part == "axis";
  variant.mask_after = part == "late-mask";
  variant.zero_fill = part == "zero";
  variant.inverted = part == "upside-down";
  variant.keys_as_values = part == "keys";
  variant.twice = part == "twice";
  return c;
}

using Lines = std::vector<CodeLine>;

Lines::iterator line_of(Lines& lines, const std::string& begin) {
  return std::find_if(lines.begin(), lines.end(),
                      [&](const CodeLine& line) { return line.text.starts_with(begin); });
}

void put_after(Lines& lines, const std::string& begin, const Lines& added) {
  const auto at = line_of(lines, begin);
  if (at != lines.end()) lines.insert(at + 1, added.begin(), added.end());
}

}  // namespace

const Mistake* broken_rule(const Session& session) {
  const Document& d = *session.document;
  const Stop& at = session.playhead.at;
  if (!d.pieces || d.pieces->kind != "mistakes" || at.stage != Stage::part) return nullptr;
  const std::string& part = d.parts.at(static_cast<std::size_t>(at.key));
  const auto found = std::find_if(mistakes().begin(), mistakes().end(),
                                  [&](const Mistake& m) { return m.part == part; });
  const KnobPlaces places = knob_places(session);
  if (!found->reading && KnobView{d.knobs, places}.is("rule", "kept")) return nullptr;
  return &*found;
}

std::vector<CodeLine> mistake_code(const Session& session, const Mistake& mistake,
                                   Language language) {
  const Document& document = *session.document;
  const Change change = change_of(session, mistake, language == Language::pytorch);
  Trace trace;
  trace_of(document, change.options, {}, trace);
  trace.options.mask = document.options.mask;  // a cell that is cut has a line of its own
  Script script(document, trace, language);
  code::write_computing(script);
  code::write_print(script);
  Lines& lines = script.lines;
  for (CodeLine& line : lines)
    if (line.comment.starts_with("WRONG")) line.stage = Stage::part;
  const auto scores = line_of(lines, "scores = ");
  Lines vectors = change.vectors;
  if (!vectors.empty()) vectors.push_back({});
  lines.insert(scores, vectors.begin(), vectors.end());
  if (!change.scaled.empty()) *line_of(lines, "scaled = ") = change.scaled.front();
  put_after(lines, "mask = ", change.mask);
  put_after(lines, "output = ", change.mixed);
  if (!change.printed.empty()) lines.push_back({"print(" + change.printed + ")", {}, Stage::all});
  const std::string name = "mistakes." + std::string(mistake.part);
  lines.insert(lines.begin() + 1, CodeLine{{}, std::string(text_in("en", name)), Stage::part});
  return std::move(lines);
}

}  // namespace qkv
