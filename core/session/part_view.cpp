#include "core/session/part_view.h"

#include "core/session/action.h"
#include "core/session/knob_places.h"
#include "core/text/input_error.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

/// The word that the lesson's walk is about. Whoever has chosen another looks at that everywhere.
bool is_word_of_walk(const Session& session, int row) {
  const Document& document = *session.document;
  try {
    return find_word(document.query_words, document.state.word) == row;
  } catch (const InputError&) {
    return false;  // it was edited away
  }
}

}  // namespace

PartShows shown_part(const Session& session) {
  const Document& document = *session.document;
  if (!has_scene_at_parts(document) || shown_scene(session) != Scene::lesson) return {};
  const Stop& at = session.playhead.at;
  return part_shows(
      document, knob_places(session),
      is_part(at) ? document.parts[static_cast<std::size_t>(at.key)] : std::string_view("start"));
}

std::vector<Mask> shown_masks(const Session& session) {
  std::vector<Mask> masks;
  for (const std::string& rules : shown_part(session).masks)
    masks.emplace_back().rules = parse_mask_rules(rules);
  if (masks.empty()) masks.push_back(session.options.mask);
  return masks;
}

int shown_row(const Session& session) {
  const int own = shown_part(session).row;
  return own >= 0 && is_word_of_walk(session, session.row) ? own : session.row;
}

std::string shown_word(const Session& session) {
  const PartShows own = shown_part(session);
  const std::vector<std::string>& words =
      own.words.empty() ? session.document->query_words : own.words;
  const auto i = static_cast<std::size_t>(own.words.empty() ? shown_row(session) : own.listener);
  return i < words.size() ? token_text(words[i]) : std::string();
}

}  // namespace qkv
