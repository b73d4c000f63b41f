// Stops in words: "score:cat", "softmax:exp", "all:z".

#include <algorithm>
#include <array>

#include "core/document/stop_names.h"
#include "core/session/timeline.h"
#include "core/session/words.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

struct SubStep {
  Stage stage;
  Beat beat;
  std::string_view name;
};
/// In the order of kStepNames.
constexpr std::array<Beat, kStepNames.size()> kBeats = {
    Beat::project_q,      Beat::project_k,   Beat::project_v,   Beat::score_plane,
    Beat::score_rest,     Beat::softmax_max, Beat::softmax_exp, Beat::softmax_stack,
    Beat::softmax_divide, Beat::mix_rest,    Beat::mix_z,       Beat::all_scores,
    Beat::all_masked,     Beat::all_weights, Beat::all_output};

const std::array<SubStep, kStepNames.size()>& sub_steps() {
  static const auto all = [] {
    std::array<SubStep, kStepNames.size()> steps{};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i] = {Stage::start, kBeats[i], kStepNames[i].step};
      parse_stage(kStepNames[i].stage, steps[i].stage);
    }
    return steps;
  }();
  return all;
}

std::vector<std::string_view> names_in(Stage stage) {
  std::vector<std::string_view> names;
  for (const SubStep& step : sub_steps()) {
    if (step.stage == stage) names.push_back(step.name);
  }
  return names;
}

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw InputError("stop \"" + std::string(text) + "\": " + why);
}

/// Only what the walk has: a short one rests at every key, and has no "rest".
std::string what_there_is(Stage stage, const std::vector<Stop>& stops,
                          const std::vector<std::string>& key_words) {
  std::vector<std::string> names;
  for (const SubStep& step : sub_steps()) {
    const bool there = std::any_of(stops.begin(), stops.end(), [&](const Stop& stop) {
      return stop.stage == stage && stop.beat == step.beat;
    });
    if (there) names.emplace_back(step.name);
  }
  const bool by_key = stage == Stage::score || stage == Stage::mix;
  if (by_key && !key_words.empty()) names.push_back("or a word such as " + key_words.front());
  if (names.empty()) return std::string(stage_id(stage)) + " has one stop only";
  return std::string(stage_id(stage)) + " has " + joined(names);
}

const Stop* find_beat(const std::vector<Stop>& stops, Stage stage, std::string_view name) {
  for (const SubStep& step : sub_steps()) {
    if (step.stage != stage || step.name != name) continue;
    for (const Stop& stop : stops) {
      if (stop.beat == step.beat) return &stop;
    }
  }
  return nullptr;
}

/// The stop of a key, or the one that takes it along above 8 keys.
Stop key_stop(std::string_view text, Stage stage, int key, const WalkShape& shape,
              const std::vector<Stop>& stops, const std::vector<std::string>& key_words) {
  const bool score = stage == Stage::score;
  if (!score && !std::binary_search(shape.visible.begin(), shape.visible.end(), key)) {
    refuse(text, "the mask hides \"" + key_words[static_cast<std::size_t>(key)] +
                     "\" from the chosen word, so that it adds nothing to the mix; choose another "
                     "word or mask");
  }
  const Stop wanted{stage, score ? Beat::score_key : Beat::mix_key, key};
  if (std::find(stops.begin(), stops.end(), wanted) != stops.end()) return wanted;
  return {stage, score ? Beat::score_rest : Beat::mix_rest, -1};
}

Stop last_of(std::string_view text, Stage stage, const WalkShape& shape,
             const std::vector<Stop>& stops) {
  const Stop* found = nullptr;
  bool there = false;
  for (const Stop& stop : stops) {
    if (stop.stage != stage) continue;
    there = true;
    if (has_data(shape, stop)) found = &stop;
  }
  if (!there && stage == Stage::project)
    refuse(text, "there are no embeddings, so that nothing is projected");
  if (!there) refuse(text, "this lesson's walk does not come there");
  if (!found) refuse(text, "this file has no numbers for it");
  return *found;
}

}  // namespace

Stop parse_stop(std::string_view given, const WalkShape& shape,
                const std::vector<std::string>& key_words, const std::vector<std::string>& parts) {
  const std::string_view text = trimmed(given);
  const std::size_t colon = text.find(':');
  const std::string_view name = trimmed(text.substr(0, colon));
  Stage stage{};
  if (!parse_stage(name, stage)) {
    std::vector<std::string> ids;
    for (int i = 0; i <= static_cast<int>(Stage::train); ++i) {
      if (static_cast<Stage>(i) == Stage::part && shape.parts == 0) continue;
      if (static_cast<Stage>(i) == Stage::after && shape.parts_after == 0) continue;
      if (static_cast<Stage>(i) == Stage::train && !shape.trains) continue;
      ids.emplace_back(stage_id(static_cast<Stage>(i)));
    }
    refuse(text, "no stage \"" + std::string(name) + "\"; the stages are: " + joined(ids));
  }
  const std::vector<Stop> stops = stops_of(shape);
  const std::string_view step =
      colon == std::string_view::npos ? std::string_view() : trimmed(text.substr(colon + 1));
  // Parts have one kind of name, wherever they stand.
  if ((stage == Stage::part || stage == Stage::after) && colon != std::string_view::npos) {
    if (parts.empty()) refuse(text, "this lesson's walk has no parts");
    const auto part = std::find(parts.begin(), parts.end(), step);
    if (part == parts.end()) refuse(text, "the parts are: " + joined(parts));
    return part_stop(static_cast<int>(part - parts.begin()), shape.parts, shape.parts_after);
  }
  const Stop last = last_of(text, stage, shape, stops);
  if (colon == std::string_view::npos) return last;

  Stop stop;
  if (const Stop* found = find_beat(stops, stage, step)) {
    stop = *found;
  } else if ((stage == Stage::score || stage == Stage::mix) && !step.empty()) {
    int key = 0;
    try {
      key = word_argument(key_words, step);
    } catch (const InputError& error) {
      refuse(text, std::string(error.what()) + "; " + what_there_is(stage, stops, {}));
    }
    stop = key_stop(text, stage, key, shape, stops, key_words);
  } else {
    refuse(text, what_there_is(stage, stops, key_words));
  }
  if (!has_data(shape, stop)) refuse(text, "this file has no numbers for it");
  return stop;
}

Stop parse_stop(std::string_view text, const WalkShape& shape, const Document& document) {
  return parse_stop(text, shape, document.key_words, document.parts);
}
std::string stop_text(const Stop& stop, const Document& document) {
  return stop_text(stop, document.key_words, document.parts);
}

Stop parse_any_stop(std::string_view given, const Document& document) {
  constexpr std::array<Stop, 4> kAlone = {{{Stage::start, Beat::start, -1},
                                           {Stage::train, Beat::train, -1},
                                           {Stage::scale, Beat::scale, -1},
                                           {Stage::mask, Beat::mask, -1}}};
  const std::string_view text = trimmed(given);
  const std::size_t colon = text.find(':');
  Stage stage{};
  if (!parse_stage(trimmed(text.substr(0, colon)), stage)) refuse(text, "no such stage");
  if (colon == std::string_view::npos) {
    for (const Stop& stop : kAlone)
      if (stop.stage == stage) return stop;
    refuse(text, "no such stop");
  }
  const std::string_view step = trimmed(text.substr(colon + 1));
  if (stage == Stage::part) {
    const auto part = std::find(document.parts.begin(), document.parts.end(), step);
    if (part == document.parts.end()) refuse(text, "the parts are: " + joined(document.parts));
    return part_stop(static_cast<int>(part - document.parts.begin()), document);
  }
  for (const SubStep& own : sub_steps())
    if (own.stage == stage && own.name == step) return {stage, own.beat, -1};
  if (stage == Stage::score)
    return {stage, Beat::score_key, word_argument(document.key_words, step)};
  if (stage == Stage::mix) return {stage, Beat::mix_key, word_argument(document.key_words, step)};
  refuse(text, "no such stop");
}

std::string stop_text(const Stop& stop, const std::vector<std::string>& key_words,
                      const std::vector<std::string>& parts) {
  std::string text(stage_id(stop.stage));
  if (is_part(stop)) {
    const auto part = static_cast<std::size_t>(std::max(0, stop.key));
    return part < parts.size() ? "part:" + parts[part] : text;
  }
  if (stop.beat == Beat::score_key || stop.beat == Beat::mix_key) {
    return text + ":" + word_text(key_words, stop.key, names_in(stop.stage));
  }
  for (const SubStep& step : sub_steps()) {
    if (step.beat == stop.beat) return text + ":" + std::string(step.name);
  }
  return text;
}

}  // namespace qkv
