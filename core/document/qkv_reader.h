#pragma once
// Reading values out of TOML with messages that say where, what and how to mend it. Only for the
// .cpp files that read .qkv: it brings toml++ in.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/text/told.h"
#include "core/text/toml.h"

namespace qkv {

struct QkvReader {
  std::string origin;

  /// Throws InputError "origin:line: what; mend".
  [[noreturn]] void fail(const toml::node& at, const Told& what, const Told& mend) const;
  [[noreturn]] void fail(const toml::node& at, const std::string& what,
                         const std::string& mend) const;
  /// Refuses keys that are not in `known`, with the nearest known one as the hint.
  void only(const toml::table& table, const std::vector<std::string_view>& known,
            std::string_view where) const;

  std::string string(const toml::node& node, std::string_view key) const;
  int integer(const toml::node& node, std::string_view key, int low, int high) const;
  float number(const toml::node& node, const std::string& key) const;
  bool flag(const toml::node& node, const std::string& key) const;
  const toml::table& table(const toml::node& node, std::string_view key) const;
  const toml::array& array(const toml::node& node, std::string_view key,
                           std::string_view mend) const;
  std::vector<std::string> strings(const toml::node& node, std::string_view key) const;
  std::vector<float> numbers(const toml::node& node, std::string_view key) const;
  /// [[..], ..] is one head; [[[..], ..], ..] one matrix a head. Every row as long as the first.
  Tensor tensor(const toml::node& node, const std::string& key) const;
  /// The same of true and false (or 1 and 0).
  BoolCells cells(const toml::node& node, const std::string& key) const;

  /// "one of a, b, c", refused otherwise.
  std::size_t choice(const toml::node& node, std::string_view key,
                     std::initializer_list<std::string_view> names) const;
};

}  // namespace qkv
