#include <algorithm>
#include <cmath>

#include "core/document/in_language.h"
#include "core/picture/line_names.h"
#include "core/picture/panels/story_parts.h"
#include "core/session/knob_places.h"
#include "core/session/part_view.h"
#include "core/session/told_stop.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

// The text for this very stop, else the one for its whole stage; the other way round where all
// three matrices came in one stride.
const StepText* step_text(const RowView& view) {
  const std::string exact = stop_text(view.at, view.document());
  const StepText *own = nullptr, *whole = nullptr;
  for (const StepText& step : view.document().steps) {
    if (step.at == exact) own = &step;
    if (step.at == stage_id(view.at.stage)) whole = &step;
  }
  const StepText* const first = projects_at_once(view) ? whole : own;
  return first != nullptr ? first : own != nullptr ? own : whole;
}

/// What follows an underscore or a caret: one character, or all between ( and ).
std::string_view script_at(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '(') {
    const std::size_t end = std::min(text.find(')', at), text.size());
    return text.substr(at, end + 1 - at);
  }
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return text.substr(at, end - at);
}

std::string head_name(const RowView& view) {
  const auto& names = head_names_of(view.document());
  const auto head = static_cast<std::size_t>(view.head());
  return head < names.size() ? names[head] : std::to_string(head);
}

std::string number(float value, int decimals = 2) {
  return format_number(static_cast<double>(value), decimals);
}

// Whole percents, but never a rounded 0 or 100.
std::string percent(float weight) {
  const double value = 100.0 * static_cast<double>(weight);
  const bool near_an_end = (value > 99 && value < 100) || (value > 0 && value < 1);
  return format_fixed(value, near_an_end ? 1 : 0);
}

std::string hidden_words(const RowView& view) {
  constexpr int kMost = 3;
  std::string words;
  int hidden = 0;
  for (int key = 0; key < view.keys(); ++key) {
    if (!view.hides_key(key)) continue;
    if (hidden < kMost) words += (hidden > 0 ? ", " : "") + key_word(view.session, key);
    ++hidden;
  }
  if (hidden > kMost) words += " \u2026 (" + std::to_string(hidden) + ")";
  return words;
}

// The mask of GPT and nothing at all have words of their own.
std::string_view mask_story(const RowView& view) {
  const bool hides = view.visible_keys() < view.keys();
  if (!view.shape.hides) return "story.mask_full";
  if (!hides) return "story.mask_not_here";
  const auto& rules = view.session.options.mask.rules;
  return rules.size() == 1 && rules.front().name == "causal" ? "story.mask_causal" : "story.mask";
}

}  // namespace

bool is_band(const Session& session) {
  return session.layout.present && session.hall.filled != Filled::story;
}

bool projects_at_once(const RowView& view) {
  return view.at.beat == Beat::project_v && rests_by_stage(view.session);
}

std::vector<Line> paragraphs(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    std::string one(text.substr(0, end));
    std::replace(one.begin(), one.end(), '\n', ' ');
    while (!one.empty() && one.back() == ' ') one.pop_back();
    if (!one.empty()) lines.push_back({plain(one)});
    text.remove_prefix(end == text.npos ? text.size() : end + 2);
  }
  return lines;
}

int example_key(const RowView& view) {
  if (view.at.key >= 0) return view.at.key;
  // Scaling 0 shows nothing: the score that it moves furthest, whatever is hidden afterwards.
  const std::vector<float>& scores = view.values.scores;
  if (view.at.stage == Stage::scale && !scores.empty())
    return static_cast<int>(
        std::max_element(scores.begin(), scores.end(),
                         [](float a, float b) { return std::abs(a) < std::abs(b); }) -
        scores.begin());
  if (const int best = strongest_key(view); best >= 0) return best;
  return view.keys() > 0 && view.visible_keys() > 0 ? view.shape.visible.front() : -1;
}

float biased_score(const RowView& view, int key) {
  const auto i = static_cast<std::size_t>(key);
  return view.values.scaled[i] + view.values.bias[i];
}

std::vector<std::pair<std::string_view, std::string>> story_values(const RowView& view) {
  const RowValues& v = view.values;
  const int best = strongest_key(view);
  const int key = example_key(view);
  const auto at = [](const std::vector<float>& numbers, int i, int decimals) {
    const auto index = static_cast<std::size_t>(i);
    return i >= 0 && index < numbers.size() ? number(numbers[index], decimals)
                                            : std::string("\u2026");
  };
  std::vector<std::pair<std::string_view, std::string>> values = {
      {"word", shown_word(view.session)},
      {"key", key_word(view.session, key)},
      {"best", key_word(view.session, best)},
      {"keys", std::to_string(view.keys())},
      {"visible", std::to_string(view.visible_keys())},
      {"rest", std::to_string(std::max(0, view.keys() - 2))},
      {"hidden", hidden_words(view)},
      {"head", head_name(view)},
      {"d", std::to_string(view.trace.d)},
      {"score", at(v.scores, key, 2)},
      {"scaled", at(v.scaled, key, 2)},
      {"weight", at(v.weights, key, 3)},
      {"best_weight", at(v.weights, best, 3)},
      {"percent", percent(best < 0 ? 0.0f : v.weights[static_cast<std::size_t>(best)])},
      {"max", number(v.row_max)},
      {"sum", number(v.row_sum, 3)},
      {"q", format_vector(v.query.data(), static_cast<int>(v.query.size()), 2, 4)},
      {"z", format_vector(v.output.data(), static_cast<int>(v.output.size()), 3, 4)}};
  for (auto& name : line_names(view.session)) values.push_back(std::move(name));
  return values;
}

std::string in_words(const RowView& view, std::string_view pattern) {
  auto values = story_values(view);
  const auto pieces = pieces_at(view.document(), knob_places(view.session));
  std::vector<std::string> names = names_in_braces(pattern);
  for (const std::string& name : names) {
    if (is_name_of_moment(name)) continue;
    try {
      const Reference reference = parse_reference(name, view.document());
      values.emplace_back(
          name,
          token_text(said(reference, {view.document(), view.trace, view.head(), pieces.get()})));
    } catch (const InputError&) {
      // The file was checked when it was read: a word of it has been edited away since.
      if (view.session.document.get() != view.session.opened.get())
        values.emplace_back(name, "\u2026");
    }
  }
  return filled(pattern, values);
}

// An edited sentence may have lost a word that the lesson's text counts on: then the program's own
// text stands in.
bool can_be_said(const RowView& view, std::string_view pattern) {
  if (view.session.document.get() == view.session.opened.get()) return true;
  try {
    for (const std::string& name : names_in_braces(pattern))
      if (!is_name_of_moment(name)) parse_reference(name, view.document());
  } catch (const InputError&) {
    return false;
  }
  return true;
}

bool is_of_row(const Reference& reference) {
  using Kind = Reference::Kind;
  return reference.kind <= Kind::total || reference.kind == Kind::query ||
         reference.kind == Kind::output;
}

// Numbers of one word alone, which is not the chosen one: beside that one's they would contradict
// the picture. All words and a lesson's own parts show every word's.
bool speaks_of_another(const RowView& view, const StepText& step) {
  const std::string* const text = in_language(step.text);
  if (text == nullptr || view.at.stage == Stage::all || is_part(view.at)) return false;
  if (!can_be_said(view, *text)) return false;
  int another = -1;
  for (const std::string& name : names_in_braces(*text)) {
    if (is_name_of_moment(name)) {
      if (name == "d" || name == "head" || name == "keys") continue;
      return false;
    }
    const Reference reference = parse_reference(name, view.document());
    if (!is_of_row(reference)) continue;
    if (reference.row == view.row() || (another >= 0 && reference.row != another)) return false;
    another = reference.row;
  }
  return another >= 0;
}

// Beats of which the program's own text speaks of slope, floor and tower: in the Sentence scene it
// has other words for them.
bool has_sentence_words(Beat beat) {
  switch (beat) {
    case Beat::score_plane:
    case Beat::score_key:
    case Beat::softmax_exp:
    case Beat::softmax_stack:
    case Beat::softmax_divide:
    case Beat::mix_key:
    case Beat::mix_z:
      return true;
    default:
      return false;
  }
}

// The paragraph while the matrices are trained ones; empty where the usual one stays true.
std::string_view trained_words(const RowView& view, const StepText* step) {
  const auto& training = view.document().training;
  if (step == nullptr || !training || !training->on()) return {};
  const std::string* const own = in_language(step->text, "@trained");
  return own == nullptr ? std::string_view() : *own;
}

// The paragraph for the Sentence scene; empty where the one for the Landscape serves both.
std::string_view sentence_words(const RowView& view, const StepText* step) {
  if (view.session.scene != Scene::sentence) return {};
  if (step != nullptr) {
    const std::string* const own = in_language(step->text, "@sentence");
    if (own != nullptr && can_be_said(view, *own)) return *own;
  }
  if (!has_sentence_words(view.at.beat) || !view.has_vectors()) return {};
  return text("story." + std::string(beat_id(view.at.beat)) + ".sentence");
}

// What the lesson's own step says of this kind; empty where it says nothing.
std::string words_of_step(const RowView& view, std::string_view kind) {
  const StepText* const step = step_text(view);
  const std::string* const own = step == nullptr ? nullptr : in_language(step->text, kind);
  if (own == nullptr || !can_be_said(view, *own)) return {};
  return in_words(view, *own);
}

std::vector<Line> speaker_notes(const RowView& view) {
  return paragraphs(words_of_step(view, "@notes"));
}

Line own_formula(const RowView& view) {
  const StepText* const step = step_text(view);
  Line line;
  if (step == nullptr) return line;
  const std::string* const own = in_language(step->text, "@formula");
  std::string_view rest = own != nullptr ? *own : step->formula;
  while (!rest.empty()) {
    const std::size_t mark = std::min(rest.find_first_of("_^"), rest.size());
    if (mark > 0) line.push_back(plain(std::string(rest.substr(0, mark))));
    if (mark + 1 >= rest.size()) break;
    std::string_view script = script_at(rest, mark + 1);
    const std::size_t used = mark + 1 + script.size();
    if (script.size() > 1 && script.front() == '(') script = script.substr(1, script.size() - 2);
    line.push_back(plain(std::string(script)));
    line.back().script = rest[mark] == '_' ? -1 : 1;
    rest.remove_prefix(std::min(used, rest.size()));
  }
  return line;
}

// What a broken rule makes of this stop; empty where it changes nothing of it.
std::string_view broken_story(const RowView& view) {
  const Variant& variant = view.session.options.variant;
  const Stage stage = view.at.stage;
  if (stage == Stage::mask && variant.zero_fill) return "mask_zero";
  if (stage == Stage::mask && variant.inverted) return "mask_inverted";
  const bool weights = stage == Stage::softmax || view.at.beat == Beat::all_weights;
  if (weights && !by_row_once(variant)) return "softmax_broken";
  const bool mixed = stage == Stage::mix || view.at.beat == Beat::all_output;
  return mixed && variant.keys_as_values ? "mix_broken" : "";
}

void tell_story(StoryPicture& story, const RowView& view) {
  std::string_view title, paragraph;
  std::string name = "story.";
  const std::string_view broken = broken_story(view);
  name += !broken.empty()                ? std::string(broken)
          : view.at.stage == Stage::mask ? std::string(mask_story(view)).substr(6)
                                         : std::string(beat_id(view.at.beat));
  const std::string own_title = name + ".title", own_text = name + ".text";
  // A lesson speaks of attention as it is; what a broken rule makes of it, it cannot know.
  const bool as_told = !is_broken(view.session.options.variant) || view.at.stage < Stage::mask;
  const StepText* step = as_told ? step_text(view) : nullptr;
  if (step != nullptr && speaks_of_another(view, *step)) step = nullptr;
  if (step != nullptr) {
    const std::string* const own_words = in_language(step->text);
    const std::string* const own_head = in_language(step->title);
    if (own_head && can_be_said(view, *own_head)) title = *own_head;
    if (own_words && can_be_said(view, *own_words)) paragraph = *own_words;
  }
  const std::string_view of_step = paragraph;
  if (const std::string_view other = sentence_words(view, step); !other.empty() && broken.empty()) {
    paragraph = other;
    // Words of the program's own have its title too: no tower where none is seen.
    const bool own = step != nullptr && in_language(step->text, "@sentence") != nullptr;
    if (!own)
      title = text(view.at.beat == Beat::softmax_stack ? name + ".sentence_title" : own_title);
  }
  if (const std::string_view other = trained_words(view, step); !other.empty()) paragraph = other;
  if (title.empty() && view.session.scene == Scene::sentence && view.at.beat == Beat::softmax_max)
    title = text(name + ".sentence_title");
  if (title.empty()) title = text(own_title);
  if (paragraph.empty()) paragraph = text(own_text);
  story.title = in_words(view, title);
  story.text = paragraphs(in_words(view, paragraph));
  // A hall reads one line; where the first sentence is not the point the lesson has its own.
  if (!is_band(view.session) || paragraph.empty() || paragraph.data() != of_step.data()) return;
  if (std::string line = words_of_step(view, "@line"); !line.empty())
    story.text = {{plain(std::move(line))}};
}

}  // namespace qkv
