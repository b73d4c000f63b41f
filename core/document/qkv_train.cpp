// [train] of a .qkv file: what W_Q and W_K can be trained for.

#include <algorithm>

#include "core/document/qkv_parts.h"
#include "core/document/shapes.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

constexpr int kMostSteps = 1000;
constexpr float kLargestRate = 100;

const toml::node& required(const QkvReader& in, const toml::table& train, const char* key,
                           const char* mend) {
  const toml::node* const node = train.get(key);
  if (node == nullptr) in.fail(train, "train: has no " + std::string(key), mend);
  return *node;
}

/// A word of the sentence, or its index where a word stands there twice.
int word_of(const QkvReader& in, const toml::table& train, const char* key,
            const std::vector<std::string>& words) {
  const toml::node& node = required(in, train, key, "add query = \"its\" and key = \"cat\"");
  if (node.is_integer()) return in.integer(node, key, 0, static_cast<int>(words.size()) - 1);
  const std::string word = in.string(node, key);
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  const std::string near = nearest(word, {words.begin(), words.end()});
  in.fail(node, std::string(key) + ": there is no word \"" + word + "\"",
          near.empty() ? "choose one of words" : "did you mean \"" + near + "\"?");
}

Tensor matrix_like(const QkvReader& in, const toml::table& train, const char* key,
                   const Tensor& other) {
  const toml::node& node = required(in, train, key, "give it as many numbers as w_q has");
  Tensor matrix = in.tensor(node, key);
  if (matrix.heads != 1 || matrix.rows != other.rows || matrix.columns != other.columns)
    in.fail(node,
            std::string(key) + ": is " + shape_text(matrix) + ", the matrix it stands for is " +
                shape_text(other),
            "give it the same shape");
  return matrix;
}

void read_run(const QkvReader& in, const toml::table& train, const Document& document,
              Training& result) {
  const toml::node* const path = train.get("path");
  if (path == nullptr) {
    for (const char* const key : {"own_w_q", "own_w_k", "own_data", "own_note"})
      if (const toml::node* const node = train.get(key))
        in.fail(*node, std::string(key) + ": belongs to a run", "add path, or remove it");
    return;
  }
  result.path = in.numbers(*path, "path");
  if (result.path.empty() || result.done() > result.steps)
    in.fail(*path, "path: has " + std::to_string(result.path.size()) + " weights",
            "give one for the start and one for each step that was taken");
  if (std::any_of(result.path.begin(), result.path.end(), [](float w) { return w < 0 || w > 1; }))
    in.fail(*path, "path: holds what is no weight", "give numbers from 0 to 1");
  result.own_w_q = matrix_like(in, train, "own_w_q", document.projection->w_q);
  result.own_w_k = matrix_like(in, train, "own_w_k", document.projection->w_k);
  if (const toml::node* const node = train.get("own_data"))
    result.own_provenance = static_cast<Provenance>(
        in.choice(*node, "own_data", {"hand-made", "computed", "trained", "recorded"}));
  if (const toml::node* const node = train.get("own_note"))
    result.own_note = in.string(*node, "own_note");
}

}  // namespace

void read_train(const QkvReader& in, const toml::node& node, Document& document) {
  const toml::table& train = in.table(node, "train");
  in.only(train,
          {"query", "key", "rate", "steps", "w_q", "w_k", "path", "own_w_q", "own_w_k", "own_data",
           "own_note"},
          " in [train]");
  if (!document.projection || document.heads() != 1)
    in.fail(node, "train: needs embeddings and one w_q, w_k and w_v", "or remove [train]");
  Training result;
  result.query = word_of(in, train, "query", document.query_words);
  result.key = word_of(in, train, "key", document.key_words);
  if (const toml::node* const rate = train.get("rate")) {
    result.rate = in.number(*rate, "rate:");
    if (!(result.rate > 0) || result.rate > kLargestRate)
      in.fail(*rate, "rate: is not between 0 and 100", "0.1 is a good beginning");
  }
  if (const toml::node* const steps = train.get("steps"))
    result.steps = in.integer(*steps, "steps", 1, kMostSteps);
  result.start_w_q = matrix_like(in, train, "w_q", document.projection->w_q);
  result.start_w_k = matrix_like(in, train, "w_k", document.projection->w_k);
  read_run(in, train, document, result);
  document.training = std::move(result);
}

}  // namespace qkv
