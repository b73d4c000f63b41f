#include "core/document/kinds/kind_parts.h"

#include <algorithm>

#include "core/document/shapes.h"

namespace qkv {
namespace {

const toml::node& needed(const QkvReader& in, const toml::table& own, const std::string& key) {
  const toml::node* const node = own.get(key);
  if (node == nullptr) in.fail(own, key + ": is missing", "add " + key + " = ...");
  return *node;
}

const Knob* knob_of(const Document& document, const std::string& name) {
  const auto found = std::find_if(document.knobs.begin(), document.knobs.end(),
                                  [&](const Knob& knob) { return knob.name == name; });
  return found == document.knobs.end() ? nullptr : &*found;
}

}  // namespace

Tensor scalar(double value) { return {1, 1, 1, {static_cast<float>(value)}}; }

Tensor row_piece(std::span<const double> values) {
  Tensor t = zeros(1, static_cast<int>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) t.data[i] = static_cast<float>(values[i]);
  return t;
}

const Tensor& give_tensor(const QkvReader& in, const toml::table& own, const std::string& key,
                          int rows, int columns, Document& document) {
  const toml::node& node = needed(in, own, key);
  Tensor t = in.tensor(node, key);
  if (t.heads != 1 || (rows > 0 && t.rows != rows) || (columns > 0 && t.columns != columns))
    in.fail(node, key + ": is " + shape_text(t) + ", not what this lesson needs",
            "give " + (rows > 0 ? std::to_string(rows) : std::string("some")) + " rows of " +
                (columns > 0 ? std::to_string(columns) : std::string("some")) + " numbers");
  return document.pieces->given[key] = std::move(t);
}

int give_whole(const QkvReader& in, const toml::table& own, const std::string& key, int low,
               int high, Document& document) {
  // Written back as a matrix: both forms are read.
  const toml::node& node = needed(in, own, key);
  int value = 0;
  if (node.is_array()) {
    const Tensor t = in.tensor(node, key);
    value = t.data.size() == 1 ? static_cast<int>(t.data.front()) : low - 1;
    if (value < low || value > high)
      in.fail(node, key + ": is out of range",
              "choose from " + std::to_string(low) + " to " + std::to_string(high));
  } else {
    value = in.integer(node, key, low, high);
  }
  document.pieces->given[key] = scalar(value);
  return value;
}

double given_number(const Document& document, const std::string& key) {
  return static_cast<double>(document.pieces->given.at(key).data.front());
}

void need_knobs(const QkvReader& in, const toml::table& own, const Document& document,
                std::initializer_list<const char*> names) {
  for (const char* const name : names)
    if (knob_of(document, name) == nullptr)
      in.fail(own, "the knob " + std::string(name) + " is missing", "add [[knob]]");
}

void need_choices(const QkvReader& in, const toml::table& own, const Document& document,
                  const char* name, std::initializer_list<const char*> choices) {
  need_knobs(in, own, document, {name});
  const std::vector<std::string> wanted(choices.begin(), choices.end());
  if (knob_of(document, name)->choices == wanted) return;
  std::string all;
  for (const std::string& choice : wanted) all += (all.empty() ? "" : ", ") + choice;
  in.fail(own, "the knob " + std::string(name) + " has other choices", "its choices are " + all);
}

}  // namespace qkv
