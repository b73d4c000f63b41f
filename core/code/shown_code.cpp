#include "core/code/shown_code.h"

#include "core/code/mistakes_code.h"
#include "core/code/scratch_code.h"
#include "core/session/knob_places.h"
#include "core/session/part_view.h"

namespace qkv {
namespace {

/// Does the switch of lesson "From scratch" stand there? Other lessons have none.
bool code_stands_at(const Session& session, std::string_view choice) {
  const auto& pieces = session.document->pieces;
  if (!pieces || pieces->kind != "scratch") return false;
  const KnobPlaces places = knob_places(session);
  return KnobView{session.document->knobs, places}.is("code", choice);
}

/// Where a line is at work: in the stage of its first beat. Imports and names are data.
Stage stage_of(const ScratchLine& line) {
  switch (line.beats.empty() ? Beat::start : line.beats.front()) {
    case Beat::start:
    case Beat::part:
      return Stage::start;
    case Beat::project_q:
    case Beat::project_k:
    case Beat::project_v:
      return Stage::project;
    case Beat::score_plane:
    case Beat::score_key:
    case Beat::score_rest:
    case Beat::all_scores:
      return Stage::score;
    case Beat::scale:
      return Stage::scale;
    case Beat::mask:
    case Beat::all_masked:
      return Stage::mask;
    case Beat::softmax_max:
    case Beat::softmax_exp:
    case Beat::softmax_stack:
    case Beat::softmax_divide:
    case Beat::all_weights:
      return Stage::softmax;
    default:
      return Stage::mix;
  }
}

std::vector<CodeLine> heads_of_scratch(const Session& session, Language language) {
  const Dialect dialect = language == Language::pytorch ? Dialect::pytorch_heads : Dialect::heads;
  std::vector<CodeLine> lines;
  for (ScratchLine& line : scratch_code(dialect, *session.document, session.options)) {
    const Stage stage = stage_of(line);
    lines.push_back({std::move(line.text), {}, stage});
  }
  return lines;
}

}  // namespace

std::vector<CodeLine> state_code(const Session& session, const Trace& trace, Language language) {
  if (const Mistake* const mistake = broken_rule(session))
    return mistake_code(session, *mistake, language);
  if (code_stands_at(session, "heads") && has_scratch_code(*session.document, session.options))
    return heads_of_scratch(session, language);
  return code_of(*as_turned(session), trace, language);
}

std::vector<CodeLine> shown_code(const Session& session, const Trace& trace, Language language) {
  const PartShows part = shown_part(session);
  if (part.masks.size() != 1 || !part.words.empty()) return state_code(session, trace, language);
  AttentionOptions own = session.document->options;
  own.mask = shown_masks(session).front();
  Trace seen;
  trace_of(*session.document, own, session.slice, seen);
  return code_of(*as_turned(session), seen, language);
}

Language shown_language(const Session& session, bool pytorch) {
  return pytorch || code_stands_at(session, "pytorch") ? Language::pytorch : Language::numpy;
}

}  // namespace qkv
