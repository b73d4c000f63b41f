#include "core/document/stop_names.h"

#include <algorithm>
#include <vector>

#include "core/document/reference_parts.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

constexpr std::size_t kKeyStops = 8;  // above it Score and Mix take the third and later together

/// A stage of the walk and what stands after its colon; `keys`: each word too.
struct StageNames {
  std::string name;
  std::vector<std::string> steps{};
  bool keys = false;
};

std::vector<std::string> steps_of(std::string_view stage) {
  std::vector<std::string> steps;
  for (const StepName& name : kStepNames)
    if (name.stage == stage) steps.emplace_back(name.step);
  return steps;
}

std::vector<StageNames> stages_of(const Document& d) {
  std::vector<StageNames> stages = {{"start"}};
  if (!d.parts.empty()) stages.push_back({"part", d.parts});
  if (d.only_parts) return stages;
  const bool vectors = !d.queries.data.empty();
  const bool scaled = vectors || (d.recording && !d.recording->scaled.empty());
  const auto without = [](std::vector<std::string> steps, std::string_view name, bool there) {
    if (!there) std::erase(steps, name);
    return steps;
  };
  const bool rest = d.key_words.size() > kKeyStops;
  if (d.projection) stages.push_back({"project", steps_of("project")});
  if (vectors) stages.push_back({"score", without(steps_of("score"), "rest", rest), true});
  if (scaled) {
    stages.push_back({"scale"});
    stages.push_back({"mask"});
    stages.push_back({"softmax", steps_of("softmax")});
  } else {
    stages.push_back({"softmax", {"divide"}});
  }
  if (vectors) stages.push_back({"mix", without(steps_of("mix"), "rest", rest), true});
  std::vector<std::string> all = without(steps_of("all"), "scores", vectors);
  all = without(without(std::move(all), "masked", scaled), "z", vectors);
  stages.push_back({"all", std::move(all)});
  if (d.training) stages.push_back({"train"});
  return stages;
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::string near_to(std::string_view name, const std::vector<std::string>& names) {
  return nearest(name, {names.begin(), names.end()});
}

bool is_step_of_any(std::string_view step) {
  return std::any_of(kStepNames.begin(), kStepNames.end(),
                     [&](const StepName& name) { return name.step == step; });
}

bool names_word(std::string_view text, const Document& document) {
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  int index = 0;
  if (whole(text, index)) return index >= 0 && index < document.m();
  try {
    return text != "?" && word_index(text, document.key_words) >= 0;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

StopFault stop_fault(std::string_view name, const Document& document) {
  const std::vector<StageNames> stages = stages_of(document);
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view stage = name.substr(0, colon);
  const std::string what = "\"" + std::string(name) + "\" is no stop of this walk";
  const auto own = std::find_if(stages.begin(), stages.end(),
                                [&](const StageNames& s) { return s.name == stage; });
  if (own == stages.end()) {
    std::vector<std::string> all;
    for (const StageNames& s : stages) all.push_back(s.name);
    const std::string near = near_to(stage, all);
    return {what, near.empty()
                      ? "it has " + listed(all)
                      : "did you mean \"" + near + std::string(name.substr(colon)) + "\"?"};
  }
  const bool leads = stage != "part" || std::ssize(document.parts) > document.parts_after;
  if (colon == name.size() && leads) return {};
  if (colon == name.size()) return {what, "after part: stand " + listed(document.parts)};
  const std::string_view step = name.substr(colon + 1);
  if (std::find(own->steps.begin(), own->steps.end(), step) != own->steps.end()) return {};
  if (own->keys && names_word(step, document)) return {};
  // Of words a saved scene may have lost some; what belongs to another stage was never a word.
  if (own->keys && !is_step_of_any(step)) return {};
  std::vector<std::string> all = own->steps;
  if (own->keys) all.insert(all.end(), document.key_words.begin(), document.key_words.end());
  if (all.empty()) return {what, "write \"" + own->name + "\", which has one stop only"};
  const std::string near = near_to(step, all);
  if (!near.empty()) return {what, "did you mean \"" + own->name + ":" + near + "\"?"};
  return {what, "after " + own->name + ": stand " + listed(all)};
}

}  // namespace qkv
