#include "core/code/scratch_code.h"

#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/document/shapes.h"
#include "core/text/format_number.h"
#include "core/transformer/random.h"

namespace qkv {
namespace {

using Lines = std::vector<ScratchLine>;

std::string shape(int rows, int columns) {
  return std::to_string(rows) + ", " + std::to_string(columns);
}

bool causal_alone(const Mask& mask) {
  return mask.rules.size() == 1 && mask.rules.front().name == "causal" && !mask.cells &&
         !mask.bias && mask.align == CausalAlign::start;
}

/// True = may look, as a literal that both libraries read.
std::string visible_cells(const Mask& mask, int n) {
  std::string text = "[";
  for (int i = 0; i < n; ++i) {
    text += i > 0 ? ", [" : "[";
    for (int j = 0; j < n; ++j)
      text += std::string(j > 0 ? "," : "") + (is_visible(mask, 0, i, j, n, n) ? "1" : "0");
    text += "]";
  }
  return text + "]";
}

/// The tokens and matrices; seeding comes first, X before W_Q, W_K, W_V.
void add_numbers(Lines& lines, const Document& document) {
  const Projection& p = *document.projection;
  lines.push_back({"import numpy as np", {}});
  lines.push_back(
      {"np.random.seed(" + format_number(given_number(document, "seed"), 0) + ")", {Beat::start}});
  lines.push_back({"X = np.random.randn(" + shape(p.embeddings.rows, p.embeddings.columns) + ")",
                   {Beat::start}});
  const std::string w = "np.random.randn(" + shape(p.w_q.rows, p.w_q.columns) + ")";
  lines.push_back({"Wq = " + w, {Beat::project_q}});
  lines.push_back({"Wk = " + w, {Beat::project_k}});
  lines.push_back({"Wv = " + w, {Beat::project_v}});
}

std::string scale_of(const Document& document, const AttentionOptions& options) {
  const double d = document.projection->w_q.columns;
  const float scale = options.scale.value_or(static_cast<float>(1 / std::sqrt(d)));
  return scale == 1 ? "" : options.scale ? shortest(scale) : "root";
}

const std::vector<Beat> kProject = {Beat::project_q, Beat::project_k, Beat::project_v};
const std::vector<Beat> kScores = {Beat::score_plane, Beat::score_key, Beat::score_rest,
                                   Beat::all_scores};
const std::vector<Beat> kMix = {Beat::mix_key, Beat::mix_rest, Beat::mix_z, Beat::all_output};

/// From the scores S to the weights W, along `axis`, the last of S.
void add_weights(Lines& lines, const Document& document, const AttentionOptions& options,
                 int axis) {
  const int n = document.n();
  const std::string along = "(axis=" + std::to_string(axis) + ", keepdims=True)";
  const std::string scale = scale_of(document, options);
  const std::vector<Beat> scales = {Beat::scale, Beat::all_masked};
  if (scale == "root")
    lines.push_back({"S = S / np.sqrt(K.shape[" + std::to_string(axis) + "])", scales});
  else if (!scale.empty())
    lines.push_back({"S = S * " + scale, scales});
  if (hides_anything(options.mask, 1, n, n)) {
    const std::string see = causal_alone(options.mask)
                                ? "np.tri(len(X))"
                                : "np.array(" + visible_cells(options.mask, n) + ")";
    lines.push_back({"S = np.where(" + see + " == 1, S, -np.inf)", {Beat::mask, Beat::all_masked}});
  }
  lines.push_back({"E = np.exp(S - S.max" + along + ")",
                   {Beat::softmax_max, Beat::softmax_exp, Beat::all_weights}});
  lines.push_back(
      {"W = E / E.sum" + along, {Beat::softmax_stack, Beat::softmax_divide, Beat::all_weights}});
}

Lines numpy_code(const Document& document, const AttentionOptions& options) {
  Lines lines;
  add_numbers(lines, document);
  lines.push_back({"Q = X @ Wq", {Beat::project_q}});
  lines.push_back({"K = X @ Wk", {Beat::project_k}});
  lines.push_back({"V = X @ Wv", {Beat::project_v}});
  lines.push_back({"S = Q @ K.T", kScores});
  add_weights(lines, document, options, 1);
  lines.push_back({"Z = W @ V", kMix});
  lines.push_back({"print(W.round(2))", {Beat::all_weights}});
  lines.push_back({"print(Z.round(2))", {Beat::all_output}});
  return lines;
}

/// Z = scaled_dot_product_attention(...), of one head or of all.
void add_one_call(Lines& lines, const Document& document, const AttentionOptions& options) {
  const int n = document.n();
  const std::string scale = scale_of(document, options);
  std::vector<Beat> all = kScores;  // one call is at work from the scores to the mix
  all.insert(all.end(), kMix.begin(), kMix.end());
  all.insert(all.end(),
             {Beat::scale, Beat::mask, Beat::softmax_max, Beat::softmax_exp, Beat::softmax_stack,
              Beat::softmax_divide, Beat::all_masked, Beat::all_weights});
  std::string call = "    Q, K, V";
  if (causal_alone(options.mask)) {
    call += ", is_causal=True";
  } else if (hides_anything(options.mask, 1, n, n)) {
    lines.push_back({"M = torch.tensor(" + visible_cells(options.mask, n) + ") == 1",
                     {Beat::mask, Beat::all_masked}});
    call += ", attn_mask=M";
  }
  if (scale != "root") call += ", scale=" + (scale.empty() ? std::string("1.0") : scale);
  lines.push_back({"Z = F.scaled_dot_product_attention(", all});
  lines.push_back({call + ")", all});
}

Lines pytorch_code(const Document& document, const AttentionOptions& options) {
  Lines lines;
  add_numbers(lines, document);
  lines.push_back({"import torch, torch.nn.functional as F", {}});
  lines.push_back({"Q, K, V = (torch.tensor(X @ w) for w in (Wq, Wk, Wv))", kProject});
  add_one_call(lines, document, options);
  lines.push_back({"print(Z.numpy().round(2))", {Beat::all_output}});
  return lines;
}

/// The same numbers with W_O, and the beginning of a module: a split and a concat more.
void add_heads(Lines& lines, const Document& document, const std::string& turned) {
  add_numbers(lines, document);
  const int d = document.projection->w_q.columns;
  lines.push_back(
      {"Wo = np.random.randn(" + shape(d, document.projection->embeddings.columns) + ")",
       {Beat::start}});
  lines.push_back({"def split(m, heads):", kProject});
  lines.push_back({"    return m.reshape(len(m), heads, -1)." + turned + "(0, 1)", kProject});
  lines.push_back({"def multi_head(X, heads):", {}});
}

void add_body(Lines& lines, Lines body) {
  for (ScratchLine& line : body) {
    line.text.insert(0, "    ");
    lines.push_back(std::move(line));
  }
}

/// A module of two heads of d/2.
Lines heads_code(const Document& document, const AttentionOptions& options) {
  Lines lines, body;
  add_heads(lines, document, "swapaxes");
  body.push_back({"Q, K, V = (split(X @ w, heads) for w in (Wq, Wk, Wv))", kProject});
  body.push_back({"S = Q @ K.swapaxes(1, 2)", kScores});
  add_weights(body, document, options, 2);
  body.push_back({"Z = W @ V", kMix});
  body.push_back({"return W, Z.swapaxes(0, 1).reshape(len(X), -1) @ Wo", {Beat::all_output}});
  add_body(lines, std::move(body));
  lines.push_back({"weights, output = multi_head(X, 2)", {Beat::all_weights, Beat::all_output}});
  lines.push_back({"print(weights.round(2))", {Beat::all_weights}});
  lines.push_back({"print(output.round(2))", {Beat::all_output}});
  return lines;
}

Lines pytorch_heads_code(const Document& document, const AttentionOptions& options) {
  Lines lines, body;
  lines.push_back({"import torch, torch.nn.functional as F", {}});
  add_heads(lines, document, "transpose");
  body.push_back({"Q, K, V = (split(torch.tensor(X @ w), heads) for w in (Wq, Wk, Wv))", kProject});
  add_one_call(body, document, options);
  body.push_back(
      {"return Z.transpose(0, 1).reshape(len(X), -1) @ torch.tensor(Wo)", {Beat::all_output}});
  add_body(lines, std::move(body));
  lines.push_back({"output = multi_head(X, 2)", {Beat::all_output}});
  lines.push_back({"print(output.numpy().round(2))", {Beat::all_output}});
  return lines;
}

}  // namespace

bool is_seeded(const Document& document) {
  if (!document.projection || !document.pieces || document.pieces->kind != "scratch") return false;
  const Projection& p = *document.projection;
  NumpyNormal numbers(static_cast<std::uint32_t>(given_number(document, "seed")));
  for (const Tensor* t : {&p.embeddings, &p.w_q, &p.w_k, &p.w_v})
    if (*t != numbers.matrix(t->rows, t->columns)) return false;
  return document.queries == projected(p.embeddings, p.w_q) &&
         document.keys == projected(p.embeddings, p.w_k) &&
         document.values == projected(p.embeddings, p.w_v);
}

MultiHead two_heads(const Document& document) {
  const Projection& p = *document.projection;
  NumpyNormal numbers(static_cast<std::uint32_t>(given_number(document, "seed")));
  for (const Tensor* t : {&p.embeddings, &p.w_q, &p.w_k, &p.w_v})
    numbers.matrix(t->rows, t->columns);
  MultiHead module;
  module.w_q = p.w_q;
  module.w_k = p.w_k;
  module.w_v = p.w_v;
  module.w_o = numbers.matrix(p.w_v.columns, p.embeddings.columns);
  module.heads = module.kv_heads = 2;
  return module;
}

bool has_scratch_code(const Document& document, const AttentionOptions& options) {
  return !is_broken(options.variant) && options.softcap <= 0 && options.temperature == 1 &&
         options.sink.empty() && !options.mask.bias && is_seeded(document);
}

std::vector<ScratchLine> scratch_code(Dialect dialect, const Document& document,
                                      const AttentionOptions& options) {
  switch (dialect) {
    case Dialect::numpy:
      return numpy_code(document, options);
    case Dialect::pytorch:
      return pytorch_code(document, options);
    case Dialect::pytorch_heads:
      return pytorch_heads_code(document, options);
    case Dialect::heads:
      break;
  }
  return heads_code(document, options);
}

std::string code_text(const std::vector<ScratchLine>& lines) {
  std::string text;
  for (const ScratchLine& line : lines) text += line.text + "\n";
  return text;
}

}  // namespace qkv
