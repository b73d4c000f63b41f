// Where q, k and v come from: a tensor file, embeddings and their matrices, or numbers by hand.

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/code/scratch_code.h"
#include "core/code/script.h"
#include "core/document/shapes.h"
#include "core/text/format_number.h"
#include "core/text/quoted.h"

namespace qkv::code {
namespace {

void write_tensor(Script& script, std::string_view name, const Tensor& t,
                  const std::vector<std::string>& row_comments) {
  write_array(
      script, name, t.heads, t.rows, t.columns,
      [&](std::size_t i) { return number(t.data[i], script.words); }, row_comments);
}

std::string shape_of(const Script& script, const Tensor& t) {
  const Document& d = script.document;
  std::string shape;
  if (d.file_batches > 1) shape += std::to_string(d.file_batches) + ", ";
  if (!script.flat()) shape += std::to_string(t.heads) + ", ";
  return "(" + shape + std::to_string(t.rows) + ", " + std::to_string(t.columns) + ")";
}

// A scene names its tensors relative to its own folder.
std::string path_of(const Document& d) {
  const std::filesystem::path path = d.tensors->path;
  if (d.origin == d.tensors->path || path.is_absolute()) return path.string();
  return (std::filesystem::path(d.origin).parent_path() / path).lexically_normal().string();
}

void load(Script& script, const char* name, const char* upper, const Tensor& t) {
  const Document& d = script.document;
  std::string line = "data[\"" + std::string(d.tensors->upper ? upper : name) + "\"].reshape" +
                     shape_of(script, t);
  if (d.file_batches > 1) line += "[" + std::to_string(d.file_batch) + "]";
  line = script.torch() ? "torch.from_numpy(" + line + ".astype(float))" : line + ".astype(float)";
  script.say(std::string(name) + " = " + line);
}

void write_loading(Script& script) {
  const Document& d = script.document;
  if (script.torch()) script.say("import numpy as np");
  script.say("data = np.load(" + quoted_text(path_of(d)) + ")");
  load(script, "q", "Q", d.queries);
  load(script, "k", "K", d.keys);
  load(script, "v", "V", d.values);
}

bool same(const Tensor& a, const Tensor& b) {
  return a.heads == b.heads && a.rows == b.rows && a.columns == b.columns &&
         std::equal(a.data.begin(), a.data.end(), b.data.begin(),
                    [](float x, float y) { return std::abs(x - y) <= 1e-6f * (1 + std::abs(x)); });
}

// As long as nobody edited what the matrices made.
bool is_projected(const Document& d) {
  if (!d.projection) return false;
  const Projection& p = *d.projection;
  return same(projected(p.embeddings, p.w_q), d.queries) &&
         same(projected(p.embeddings, p.w_k), d.keys) &&
         same(projected(p.embeddings, p.w_v), d.values);
}

/// The numbers of a seed, drawn in the order in which the lesson draws them.
void write_drawing(Script& script) {
  const Projection& p = *script.document.projection;
  if (script.torch()) script.say("import numpy as np");
  script.say(
      "np.random.seed(" +
      format_fixed(static_cast<double>(script.document.pieces->given.at("seed").data[0]), 0) + ")");
  const auto draw = [&](const char* name, const Tensor& t, const char* comment) {
    const std::string drawn =
        "np.random.randn(" + std::to_string(t.rows) + ", " + std::to_string(t.columns) + ")";
    script.say(
        std::string(name) + " = " + (script.torch() ? "torch.from_numpy(" + drawn + ")" : drawn),
        comment);
  };
  draw("x", p.embeddings, "a row for each token");
  draw("w_q", p.w_q, "");
  draw("w_k", p.w_k, "");
  draw("w_v", p.w_v, "");
}

void write_projection(Script& script) {
  const Document& d = script.document;
  const Projection& p = *d.projection;
  if (is_seeded(d)) {
    write_drawing(script);
  } else {
    write_tensor(script, "x", p.embeddings, d.query_words);
    write_tensor(script, "w_q", p.w_q, {});
    write_tensor(script, "w_k", p.w_k, {});
    write_tensor(script, "w_v", p.w_v, {});
  }
  script.blank();
  script.stage = Stage::project;
  script.say("q = x @ w_q", "queries: what each word asks");
  script.say("k = x @ w_k", "keys: what it answers to");
  script.say("v = x @ w_v", "values: what it hands over");
}

void write_by_hand(Script& script) {
  const Document& d = script.document;
  const std::vector<std::string> none;
  write_tensor(script, "q", d.queries, d.query_words);
  write_tensor(script, "k", d.keys, d.key_words);
  write_tensor(script, "v", d.values, d.key_words);
}

bool any_number_missing(const Tensor& t) {
  return std::any_of(t.data.begin(), t.data.end(), [](float x) { return !std::isfinite(x); });
}

}  // namespace

void write_vectors(Script& script) {
  const Document& d = script.document;
  if (d.tensors) {
    write_loading(script);
  } else if (is_projected(d)) {
    write_projection(script);
  } else {
    write_by_hand(script);
  }
  if (any_number_missing(d.values))
    script.say(script.torch() ? "v = v.nan_to_num(0, 0, 0)"
                              : "v = np.nan_to_num(v, nan=0, posinf=0, neginf=0)",
               "hidden by the mask: 0 times NaN would be NaN");
  const int group = d.queries.heads / std::max(1, d.keys.heads);
  if (group == 1 || d.keys.heads == 1) return;  // a single key head serves all by itself
  const std::string count = std::to_string(group);
  for (const char* name : {"k", "v"})
    script.say(std::string(name) + " = " + name +
                   (script.torch() ? ".repeat_interleave(" + count + ", dim=0)"
                                   : ".repeat(" + count + ", axis=0)"),
               *name == 'k' ? "each serves " + count + " heads of queries" : "");
}

}  // namespace qkv::code
