#include "core/document/tokens.h"

#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/document/document_texts.h"
#include "core/document/recorded_note.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

std::string tokens_path(const std::string& path) {
  const std::size_t slash = path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1;
  const std::size_t dot = path.rfind('.');
  return (dot == path.npos || dot < slash ? path : path.substr(0, dot)) + ".tokens.json";
}

/// "gpt2, poloclub/transformer-explainer" from {"provenance": {"model": .., "repo": ..}}.
std::string source_of(const nlohmann::json& root) {
  if (!root.is_object() || !root.contains("provenance")) return "";
  const nlohmann::json& provenance = root["provenance"];
  std::string source;
  for (const char* const key : {"model", "repo"}) {
    if (!provenance.is_object() || !provenance.contains(key) || !provenance[key].is_string())
      continue;
    source += (source.empty() ? "" : ", ") + provenance[key].get<std::string>();
  }
  return source;
}

struct TokensFile {
  std::vector<std::string> tokens;
  std::string source;
};

std::optional<TokensFile> tokens_beside(const std::string& path) {
  const std::string name = tokens_path(path);
  std::error_code error;
  if (!std::filesystem::exists(name, error)) return std::nullopt;
  const std::string text = read_file(name);
  // The parser's own depth is unlimited, its callback's is not.
  const auto shallow = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > 64) throw InputError(name + ": is nested too deeply; write {\"tokens\": [...]}");
    return true;
  };
  nlohmann::json root;
  try {
    root = nlohmann::json::parse(text, shallow);
  } catch (const nlohmann::json::exception&) {
    throw InputError(name + ": is no JSON; write {\"tokens\": [\"one\", \"two\"]}");
  }
  const nlohmann::json* list = &root;
  if (root.is_object()) {
    const auto found = root.find("tokens");
    if (found == root.end()) return std::nullopt;
    list = &*found;
  }
  if (!list->is_array())
    throw InputError(name + ": tokens is no list; write {\"tokens\": [\"one\", \"two\"]}");
  TokensFile file{{}, source_of(root)};
  for (const nlohmann::json& item : *list) {
    if (!item.is_string())
      throw InputError(name + ": token " + std::to_string(file.tokens.size()) +
                       " is no text; put it in \"quotes\"");
    file.tokens.push_back(item.get<std::string>());
  }
  return file;
}

std::vector<std::string> numbers(int count) {
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) words.push_back(std::to_string(i));
  return words;
}

}  // namespace

void read_tokens(const std::string& path, const Array* array, int n, int m, Document& document) {
  document.query_words = numbers(n);
  document.key_words = numbers(m);
  std::optional<std::vector<std::string>> tokens;
  if (array != nullptr) {
    if (array->words.empty())
      throw InputError(path + ": tokens holds no texts (" + array->dtype +
                       "); save it as numpy.array([\"one\", \"two\"])");
    tokens = array->words;
  } else if (std::optional<TokensFile> file = tokens_beside(path)) {
    tokens = std::move(file->tokens);
    document.provenance_note = file->source;
  }
  if (!tokens) {
    add_remark(document, "recorded.no_tokens");
    return;
  }
  const auto count = static_cast<std::ptrdiff_t>(tokens->size());
  const bool fits = count == m || (n != m && count == m + n - 1);
  if (!fits || count < n) {
    add_remark(
        document, "recorded.tokens",
        {{"count", std::to_string(count)}, {"n", std::to_string(n)}, {"m", std::to_string(m)}});
    return;
  }
  document.query_words.assign(tokens->end() - n, tokens->end());
  document.key_words.assign(tokens->begin(), tokens->begin() + m);
  note_script(document);
}

}  // namespace qkv
