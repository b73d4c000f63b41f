#include "core/document/qkv_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text/input_error.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date";
    default:
      return "nothing";
  }
}

std::string count(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

/// Shape [heads][rows][columns] of nested lists, and every leaf in order.
template <class Leaf>
void walk_rows(const QkvReader& reader, const toml::array& rows, const std::string& key,
               int& row_count, int& columns, Leaf leaf) {
  const std::string one_row_a_word = "give one row a word, [[1, 0], [0, 1], ...]";
  if (rows.empty()) reader.fail(rows, key + ": has no rows", one_row_a_word);
  if (row_count >= 0 && rows.size() != static_cast<std::size_t>(row_count))
    reader.fail(rows,
                key + ": a head has " + count(rows.size(), "row") + ", the first has " +
                    std::to_string(row_count),
                "give every head the same shape");
  row_count = static_cast<int>(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string name = key + ": row " + std::to_string(r + 1);
    const toml::array* const row = rows[r].as_array();
    if (row == nullptr)
      reader.fail(rows[r], name + " is " + kind_of(rows[r]) + ", no list of numbers",
                  one_row_a_word);
    if (row->empty()) reader.fail(*row, name + " is empty", "give it its numbers");
    if (columns < 0) columns = static_cast<int>(row->size());
    if (row->size() != static_cast<std::size_t>(columns))
      reader.fail(*row,
                  name + " has " + count(row->size(), "number") + ", the others have " +
                      std::to_string(columns),
                  "give every row the same count");
    for (std::size_t c = 0; c < row->size(); ++c)
      leaf((*row)[c], name + ", number " + std::to_string(c + 1));
  }
}

template <class Leaf>
void walk_tensor(const QkvReader& reader, const toml::node& node, const std::string& key,
                 int& heads, int& rows, int& columns, Leaf leaf) {
  const toml::array& list = reader.array(node, key, "give rows of numbers, [[1, 0], [0, 1], ...]");
  heads = 1, rows = -1, columns = -1;
  const bool has_heads = !list.empty() && list[0].is_array() && !list[0].as_array()->empty() &&
                         (*list[0].as_array())[0].is_array();
  if (!has_heads) return walk_rows(reader, list, key, rows, columns, leaf);
  heads = static_cast<int>(list.size());
  for (std::size_t h = 0; h < list.size(); ++h) {
    const std::string name = key + ": head " + std::to_string(h);
    const toml::array* const head = list[h].as_array();
    if (head == nullptr)
      reader.fail(list[h], name + " is " + kind_of(list[h]) + ", no list of rows",
                  "give every head the same shape");
    walk_rows(reader, *head, name, rows, columns, leaf);
  }
}

}  // namespace

void QkvReader::fail(const toml::node& at, const std::string& what, const std::string& mend) const {
  fail(at, Told{what, {}}, Told{mend, {}});
}

void QkvReader::fail(const toml::node& at, const Told& what, const Told& mend) const {
  const auto line = at.source().begin.line;
  const std::string where = origin + ":" + std::to_string(line == 0 ? 1 : line);
  throw InputError(told("error.at", {{"where", where}, {"what", what}, {"mend", mend}}));
}

void QkvReader::only(const toml::table& table, const std::vector<std::string_view>& known,
                     std::string_view where) const {
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = nearest(name, known);
    std::string all;
    for (const std::string_view k : known) all += (all.empty() ? "" : ", ") + std::string(k);
    const auto line = key.source().begin.line;
    throw InputError(origin + ":" + std::to_string(line == 0 ? 1 : line) + ": \"" +
                     std::string(name) + "\" is not known" + std::string(where) + "; " +
                     (near.empty() ? "there are " + all : "did you mean " + near + "?"));
  }
}

std::string QkvReader::string(const toml::node& node, std::string_view key) const {
  if (const auto* const value = node.as_string()) return value->get();
  fail(node, std::string(key) + ": is " + kind_of(node) + ", no text", "put it in \"quotes\"");
}

int QkvReader::integer(const toml::node& node, std::string_view key, int low, int high) const {
  const auto* const value = node.as_integer();
  const std::string range =
      "give a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  if (value == nullptr)
    fail(node, std::string(key) + ": is " + kind_of(node) + ", no whole number", range);
  if (value->get() < low || value->get() > high)
    fail(node, std::string(key) + ": " + std::to_string(value->get()) + " is out of range", range);
  return static_cast<int>(value->get());
}

float QkvReader::number(const toml::node& node, const std::string& key) const {
  double value = 0;
  if (const auto* const f = node.as_floating_point()) {
    value = f->get();
  } else if (const auto* const i = node.as_integer()) {
    value = static_cast<double>(i->get());
  } else {
    fail(node, key + " is " + kind_of(node) + ", no number", "give a number");
  }
  if (!std::isfinite(value))
    fail(node, key + " is " + (std::isnan(value) ? "nan" : "infinite"), "give a finite number");
  const float narrow = static_cast<float>(value);
  if (!std::isfinite(narrow))
    fail(node, key + " is too large for a 32-bit float", "stay within ±3.4e38");
  return narrow;
}

bool QkvReader::flag(const toml::node& node, const std::string& key) const {
  if (const auto* const value = node.as_boolean()) return value->get();
  if (const auto* const value = node.as_integer(); value != nullptr) {
    if (value->get() == 0 || value->get() == 1) return value->get() == 1;
  }
  fail(node, key + " is " + kind_of(node) + ", not true or false",
       "write true where the query may look, false where not");
}

const toml::table& QkvReader::table(const toml::node& node, std::string_view key) const {
  if (const toml::table* const t = node.as_table()) return *t;
  fail(node, std::string(key) + ": is " + kind_of(node) + ", no table",
       "write it as [" + std::string(key) + "]");
}

const toml::array& QkvReader::array(const toml::node& node, std::string_view key,
                                    std::string_view mend) const {
  if (const toml::array* const a = node.as_array()) return *a;
  fail(node, std::string(key) + ": is " + kind_of(node) + ", no list", std::string(mend));
}

std::vector<std::string> QkvReader::strings(const toml::node& node, std::string_view key) const {
  const toml::array& list = array(node, key, "write it as [\"one\", \"two\"]");
  if (list.empty()) fail(node, std::string(key) + ": is empty", "name at least one word");
  std::vector<std::string> result;
  for (std::size_t i = 0; i < list.size(); ++i)
    result.push_back(string(list[i], std::string(key) + ": word " + std::to_string(i + 1)));
  return result;
}

std::vector<float> QkvReader::numbers(const toml::node& node, std::string_view key) const {
  std::vector<float> result;
  for (const toml::node& item : array(node, key, "write it as [1, 2]"))
    result.push_back(
        number(item, std::string(key) + ": number " + std::to_string(result.size() + 1)));
  return result;
}

Tensor QkvReader::tensor(const toml::node& node, const std::string& key) const {
  Tensor result;
  walk_tensor(*this, node, key, result.heads, result.rows, result.columns,
              [&](const toml::node& leaf, const std::string& name) {
                result.data.push_back(number(leaf, name));
              });
  return result;
}

BoolCells QkvReader::cells(const toml::node& node, const std::string& key) const {
  BoolCells result;
  walk_tensor(*this, node, key, result.heads, result.rows, result.columns,
              [&](const toml::node& leaf, const std::string& name) {
                result.visible.push_back(flag(leaf, name) ? 1 : 0);
              });
  return result;
}

std::size_t QkvReader::choice(const toml::node& node, std::string_view key,
                              std::initializer_list<std::string_view> names) const {
  const std::string value = string(node, key);
  const auto found = std::find(names.begin(), names.end(), value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string all;
  for (const std::string_view n : names) all += (all.empty() ? "" : ", ") + std::string(n);
  fail(node, std::string(key) + ": \"" + value + "\" is not known", "choose one of " + all);
}

}  // namespace qkv
