// [[knob]] of a .qkv file, the words of [text.<language>."knob:NAME"], and `knobs` of a step.

#include <algorithm>

#include "core/document/qkv_parts.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

int start_of(const QkvReader& in, const toml::node& node, const Knob& knob) {
  const bool slider = knob.choices.empty();
  const std::string wanted = slider ? std::string() : in.string(node, "start");
  const float value = slider ? in.number(node, "start") : 0;
  for (int i = 0; i < knob.places(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (slider ? knob.values[at] == value : knob.choices[at] == wanted) return i;
  }
  in.fail(node, "start: is none of the places of " + knob.name, "start at one of them");
}

}  // namespace

void read_knobs(const QkvReader& in, const toml::table& root, Document& document) {
  const toml::node* const list = root.get("knob");
  if (list == nullptr) return;
  for (const toml::node& item : in.array(*list, "knob", "write each one as [[knob]]")) {
    const toml::table& table = in.table(item, "[knob]");
    in.only(table, {"name", "values", "choices", "start", "parts"}, " in [[knob]]");
    Knob knob;
    const toml::node* const name = table.get("name");
    if (name == nullptr) in.fail(table, "a knob has no name", "add name = \"d\"");
    knob.name = in.string(*name, "name");
    if (knob.name.empty() || knob.name.find_first_of(" ,;|{}") != std::string::npos)
      in.fail(*name, "name: is not one word", "write a word without spaces");
    for (const Knob& other : document.knobs)
      if (other.name == knob.name)
        in.fail(*name, "the knob \"" + knob.name + "\" is there twice", "keep one of them");
    const toml::node* const values = table.get("values");
    const toml::node* const choices = table.get("choices");
    if ((values == nullptr) == (choices == nullptr))
      in.fail(table, "a knob has values or choices", "give one of them");
    if (values != nullptr) knob.values = in.numbers(*values, "values");
    if (choices != nullptr) knob.choices = in.strings(*choices, "choices");
    if (knob.places() < 2)
      in.fail(table, "the knob \"" + knob.name + "\" cannot be turned", "give two places or more");
    if (!std::is_sorted(knob.values.begin(), knob.values.end()))
      in.fail(*values, "values: do not ascend", "sort them");
    if (const toml::node* const start = table.get("start")) knob.start = start_of(in, *start, knob);
    if (const toml::node* const parts = table.get("parts")) {
      knob.parts = in.strings(*parts, "parts");
      for (const std::string& part : knob.parts)
        if (part != "start" &&
            std::find(document.parts.begin(), document.parts.end(), part) == document.parts.end())
          in.fail(*parts, "parts: there is no part \"" + part + "\"", "name start or a part");
    }
    document.knobs.push_back(std::move(knob));
  }
}

void read_knob_text(const QkvReader& in, const std::string& language, std::string_view name,
                    const toml::table& words, Document& document) {
  const auto knob = std::find_if(document.knobs.begin(), document.knobs.end(),
                                 [&](const Knob& k) { return k.name == name; });
  if (knob == document.knobs.end())
    in.fail(words, "no [[knob]] has name = \"" + std::string(name) + "\"", "add the knob");
  in.only(words, {"label", "options"}, " in the words of a knob");
  if (const toml::node* const label = words.get("label"))
    knob->label[language] = in.string(*label, "label");
  if (const toml::node* const options = words.get("options")) {
    knob->options[language] = in.strings(*options, "options");
    if (knob->options[language].size() != knob->choices.size())
      in.fail(*options,
              "options: the knob has " + std::to_string(knob->choices.size()) + " choices",
              "give one text a choice");
  }
}

std::vector<KnobSetting> read_settings(const QkvReader& in, const toml::node& node,
                                       const std::string& at, const Document& document) {
  if (at != "start" && !at.starts_with("part:"))
    in.fail(node, "knobs: are set at start and at parts only", "remove it");
  const std::string text = in.string(node, "knobs");
  try {
    return parse_settings(text, document.knobs);
  } catch (const InputError& error) {
    in.fail(node, "knobs: " + std::string(error.what()), "or declare it as [[knob]]");
  }
}

}  // namespace qkv
