// What an edit did, in words: its kind from its name, the rest from what it replaced.

#include "core/session/edit_name.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/attention/mask.h"
#include "core/document/edit_vectors.h"
#include "core/session/words.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kDecimals = 3;
constexpr std::size_t kWholeVectors = 3;  // numbers; of longer ones what changed is told
constexpr std::size_t kMostLetters = 40;  // of a sentence

using Values = std::vector<std::pair<std::string_view, std::string>>;
using Arguments = std::vector<std::string_view>;

std::string say(std::string_view key, const Values& values = {}) {
  return filled(text("edit_name." + std::string(key)), values);
}

std::string cut(std::string words) {
  if (words.size() <= kMostLetters) return words;
  std::size_t end = kMostLetters;
  while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0) == 0x80) --end;
  return words.substr(0, end) + "\u2026";
}

std::string word_of(const std::vector<std::string>& words, std::string_view argument) {
  const auto at = static_cast<std::size_t>(word_argument(words, argument));
  return in_quotes(cut(words[at]));
}

std::string word_at(const std::vector<std::string>& words, int index) {
  return in_quotes(cut(words[static_cast<std::size_t>(index)]));
}

std::string written(std::string_view argument) {
  return in_quotes(cut(argument.starts_with('"') ? unquoted(argument) : std::string(argument)));
}

/// A long vector around what changed in it: "[…, 2, …]".
std::string changed_part(std::span<const float> numbers, const std::vector<std::size_t>& changed) {
  if (numbers.size() <= kWholeVectors)
    return format_vector(numbers.data(), static_cast<int>(numbers.size()), kDecimals);
  std::string said = "[";
  std::size_t next = 0;
  for (const std::size_t i : changed) {
    if (i > next) said += next == 0 ? "\u2026, " : ", \u2026, ";
    if (i == next && i > 0) said += ", ";
    said += format_number(numbers[i], kDecimals);
    next = i + 1;
  }
  return said + (next < numbers.size() ? ", \u2026]" : "]");
}

std::string vector_in_words(const Edit& edit, VectorKind kind, const Arguments& arguments) {
  constexpr std::array kLetters = {"q", "k", "v", "x"};
  const Document &before = *edit.before.document, &after = *edit.after.document;
  const bool of_keys = kind == VectorKind::key || kind == VectorKind::value;
  const auto& words = of_keys ? before.key_words : before.query_words;
  const int row = word_argument(words, arguments.front());
  Values values = {{"letter", kLetters[static_cast<std::size_t>(kind)]},
                   {"word", word_at(words, row)}};
  for (int head = 0; head < before.heads(); ++head) {
    const auto was = vector_of(before, head, kind, row), is = vector_of(after, head, kind, row);
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < was.size() && i < is.size(); ++i)
      if (was[i] != is[i]) changed.push_back(i);
    if (changed.empty()) continue;
    if (changed.size() > kWholeVectors) changed.resize(kWholeVectors);
    values.emplace_back("before", changed_part(was, changed));
    values.emplace_back("after", changed_part(is, changed));
    if (was.size() <= kWholeVectors || changed.size() > 1) return say("vector", values);
    values.emplace_back("number", std::to_string(changed.front() + 1));
    values[2].second = format_number(was[changed.front()], kDecimals);
    values[3].second = format_number(is[changed.front()], kDecimals);
    return say("one_number", values);
  }
  return say("vector_moved", values);
}

std::string cell_in_words(const Edit& edit, const Arguments& arguments) {
  const Document& before = *edit.before.document;
  const bool query = arguments.size() > 3 && arguments[3] == "query";
  return say(query ? "score_by_query" : "score_by_key",
             {{"query", word_of(before.query_words, arguments[0])},
              {"key", word_of(before.key_words, arguments[1])},
              {"score", format_number(std::stod(std::string(arguments[2])), kDecimals)}});
}

struct Cells {
  int count = 0, first_row = 0, last_row = 0, first_key = 0, last_key = 0;
};

/// The cells that one mask shows and the other hides, in the first head that has any.
Cells changed_cells(const Edit& edit, int head, int n, int m) {
  Cells cells;
  const Mask &before = edit.before.options.mask, &after = edit.after.options.mask;
  for (int row = 0; row < n; ++row)
    for (int key = 0; key < m; ++key) {
      const bool was = is_visible(before, head, row, key, n, m);
      if (was == is_visible(after, head, row, key, n, m)) continue;
      if (cells.count++ == 0) cells = {1, row, row, key, key};
      cells = {cells.count, std::min(cells.first_row, row), std::max(cells.last_row, row),
               std::min(cells.first_key, key), std::max(cells.last_key, key)};
    }
  return cells.count > 0 || head + 1 >= edit.after.document->heads()
             ? cells
             : changed_cells(edit, head + 1, n, m);
}

std::string span_of(const std::vector<std::string>& words, int first, int last) {
  if (first == last) return word_at(words, first);
  return say("to", {{"first", word_at(words, first)}, {"last", word_at(words, last)}});
}

std::string painted_in_words(const Edit& edit, const Arguments& arguments, bool hidden) {
  const Document &d = *edit.after.document, &before = *edit.before.document;
  const std::string way = hidden ? "hidden" : "shown";
  // Words came or went in the same stroke: the cells before are those of another table.
  if (before.n() != d.n() || before.m() != d.m())
    return say("cell_" + way, {{"queries", word_of(d.query_words, arguments[0])},
                               {"keys", word_of(d.key_words, arguments[1])}});
  const Cells cells = changed_cells(edit, 0, d.n(), d.m());
  return say(cells.count == 1 ? "cell_" + way : "cells_" + way,
             {{"count", std::to_string(cells.count)},
              {"queries", span_of(d.query_words, cells.first_row, cells.last_row)},
              {"keys", span_of(d.key_words, cells.first_key, cells.last_key)}});
}

std::string mask_in_words(const Edit& edit) {
  const Mask &mask = edit.after.options.mask, &before = edit.before.options.mask;
  std::vector<std::string> parts;
  for (const MaskRule& rule : mask.rules)
    parts.push_back(say("rule_" + rule.name, {{"left", std::to_string(rule.left)},
                                              {"right", std::to_string(rule.right)}}));
  const bool by_hand = mask.cells && mask.cells != before.cells;
  if (by_hand) parts.push_back(say("own_cells"));
  if (parts.empty()) parts.push_back(say("rule_full"));
  if (mask.align != before.align)
    parts.push_back(say(mask.align == CausalAlign::end ? "from_end" : "from_start"));
  return say("mask", {{"rules", joined(parts)}});
}

std::string scale_in_words(const Edit& edit) {
  const auto& scale = edit.after.options.scale;
  if (!scale) return say("scale_on");
  if (*scale == 1.0f) return say("scale_off");
  return say("scale", {{"factor", format_number(*scale, kDecimals)}});
}

std::string variant_in_words(const Edit& edit) {
  std::vector<std::string> broken;
  for (const VariantKind& kind : variant_kinds())
    if (edit.after.options.variant.*kind.field)
      broken.push_back(say("variant_" + std::string(kind.name)));
  if (broken.empty()) return say("mended");
  return say("broken", {{"rules", joined(broken)}});
}

std::string option_in_words(const Edit& edit, std::string_view verb) {
  const AttentionOptions& after = edit.after.options;
  if (verb == "temperature")
    return say(verb, {{"number", format_number(after.temperature, kDecimals)}});
  if (after.softcap == 0) return say("no_softcap");
  return say("softcap", {{"number", format_number(after.softcap, kDecimals)}});
}

std::string words_in_words(const Edit& edit, std::string_view verb, const Arguments& arguments) {
  const auto& before = edit.before.document->query_words;
  if (verb == "insert") return say(verb, {{"word", written(arguments[1])}});
  if (verb == "sentence") {
    const auto& words = edit.after.document->query_words;
    return say(verb, {{"words", in_quotes(cut(joined(words, " ")))}});
  }
  const std::string word = word_of(before, arguments[0]);
  if (verb == "rename") return say(verb, {{"word", word}, {"new", written(arguments[1])}});
  if (verb == "remove") return say(verb, {{"word", word}});
  return say(verb,
             {{"word", word}, {"place", std::to_string(std::stoi(std::string(arguments[1])) + 1)}});
}

std::string training_in_words(const Arguments& arguments) {
  if (arguments.empty()) return say("train_all");
  if (arguments[0] == "0") return say("train_start");
  return say(arguments[0] == "1" ? "train_one" : "train", {{"steps", std::string(arguments[0])}});
}

std::string told(const Edit& edit, std::string_view verb, const Arguments& arguments) {
  if (verb == "query") return vector_in_words(edit, VectorKind::query, arguments);
  if (verb == "key") return vector_in_words(edit, VectorKind::key, arguments);
  if (verb == "value") return vector_in_words(edit, VectorKind::value, arguments);
  if (verb == "embedding") return vector_in_words(edit, VectorKind::embedding, arguments);
  if (verb == "cell") return cell_in_words(edit, arguments);
  if (verb == "hide" || verb == "show") return painted_in_words(edit, arguments, verb == "hide");
  if (verb == "mask" || verb == "toggle-causal") return mask_in_words(edit);
  if (verb == "scale" || verb == "toggle-scale") return scale_in_words(edit);
  if (verb == "variant") return variant_in_words(edit);
  if (verb == "temperature" || verb == "softcap") return option_in_words(edit, verb);
  if (verb == "train") return training_in_words(arguments);
  if (verb == "dimensions") return say(verb, {{"d", std::string(arguments[0])}});
  if (verb == "untrain") return say(verb);
  return words_in_words(edit, verb, arguments);
}

}  // namespace

std::string edit_in_words(const Edit& edit) {
  const std::string_view name = edit.name;
  const std::size_t end = std::min(name.find(' '), name.size());
  Arguments arguments;
  if (end < name.size())
    for (const std::string_view piece : split_outside_quotes(name.substr(end + 1), ' '))
      if (!piece.empty()) arguments.push_back(piece);
  try {
    return told(edit, name.substr(0, end), arguments);
  } catch (const InputError&) {  // the last step of a gesture may name a place of its middle
    return say("other");
  }
}

}  // namespace qkv
