#include "core/code/scratch_code.h"

#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/text/format_number.h"

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
  const Stage kProject = Stage::project;
  lines.push_back({"import numpy as np", {}});
  lines.push_back(
      {"np.random.seed(" + format_number(given_number(document, "seed"), 0) + ")", {Stage::start}});
  lines.push_back({"X = np.random.randn(" + shape(p.embeddings.rows, p.embeddings.columns) + ")",
                   {Stage::start}});
  const std::string w = "np.random.randn(" + shape(p.w_q.rows, p.w_q.columns) + ")";
  lines.push_back({"Wq = " + w, {kProject}, {Beat::project_q}});
  lines.push_back({"Wk = " + w, {kProject}, {Beat::project_k}});
  lines.push_back({"Wv = " + w, {kProject}, {Beat::project_v}});
}

std::string scale_of(const Document& document, const AttentionOptions& options) {
  const double d = document.projection->w_q.columns;
  const float scale = options.scale.value_or(static_cast<float>(1 / std::sqrt(d)));
  return scale == 1 ? "" : options.scale ? shortest(scale) : "root";
}

Lines numpy_code(const Document& document, const AttentionOptions& options) {
  Lines lines;
  add_numbers(lines, document);
  const int n = document.n();
  lines.push_back({"Q = X @ Wq", {Stage::project}, {Beat::project_q}});
  lines.push_back({"K = X @ Wk", {Stage::project}, {Beat::project_k}});
  lines.push_back({"V = X @ Wv", {Stage::project}, {Beat::project_v}});
  lines.push_back({"S = Q @ K.T", {Stage::score, Stage::all}, {}});
  const std::string scale = scale_of(document, options);
  if (scale == "root")
    lines.push_back({"S = S / np.sqrt(K.shape[1])", {Stage::scale, Stage::all}});
  else if (!scale.empty())
    lines.push_back({"S = S * " + scale, {Stage::scale, Stage::all}});
  if (hides_anything(options.mask, 1, n, n)) {
    const std::string see = causal_alone(options.mask)
                                ? "np.tri(len(X))"
                                : "np.array(" + visible_cells(options.mask, n) + ")";
    lines.push_back({"S = np.where(" + see + " == 1, S, -np.inf)", {Stage::mask, Stage::all}});
  }
  lines.push_back({"E = np.exp(S - S.max(axis=1, keepdims=True))",
                   {Stage::softmax, Stage::all},
                   {Beat::softmax_max, Beat::softmax_exp, Beat::all_weights}});
  lines.push_back({"W = E / E.sum(axis=1, keepdims=True)",
                   {Stage::softmax, Stage::all},
                   {Beat::softmax_stack, Beat::softmax_divide, Beat::all_weights}});
  lines.push_back({"Z = W @ V", {Stage::mix, Stage::all}});
  lines.push_back({"print(W.round(2))", {Stage::all}, {Beat::all_weights}});
  lines.push_back({"print(Z.round(2))", {Stage::all}, {Beat::all_output}});
  return lines;
}

Lines pytorch_code(const Document& document, const AttentionOptions& options) {
  Lines lines;
  add_numbers(lines, document);
  const int n = document.n();
  lines.push_back({"import torch, torch.nn.functional as F", {}});
  lines.push_back({"Q, K, V = (torch.tensor(X @ w) for w in (Wq, Wk, Wv))", {Stage::project}});
  const std::string scale = scale_of(document, options);
  const std::vector<Stage> all = {Stage::score,   Stage::scale, Stage::mask,
                                  Stage::softmax, Stage::mix,   Stage::all};
  std::string call = "    Q, K, V";
  if (causal_alone(options.mask)) {
    call += ", is_causal=True";
  } else if (hides_anything(options.mask, 1, n, n)) {
    lines.push_back({"M = torch.tensor(" + visible_cells(options.mask, n) + ") == 1",
                     {Stage::mask, Stage::all}});
    call += ", attn_mask=M";
  }
  if (scale != "root") call += ", scale=" + (scale.empty() ? std::string("1.0") : scale);
  lines.push_back({"Z = F.scaled_dot_product_attention(", all});
  lines.push_back({call + ")", all});
  lines.push_back({"print(Z.numpy().round(2))", {Stage::all}, {Beat::all_output}});
  return lines;
}

/// Two heads of d/2 on the same numbers, with W_O: nothing but a split and a concat more.
Lines heads_code(const Document& document, const AttentionOptions& options) {
  Lines lines;
  add_numbers(lines, document);
  const int d = document.projection->w_q.columns, n = document.n();
  lines.push_back(
      {"Wo = np.random.randn(" + shape(d, document.projection->embeddings.columns) + ")", {}});
  lines.push_back({"def split(m, heads=2):", {Stage::project}});
  lines.push_back({"    return m.reshape(len(m), heads, -1).transpose(1, 0, 2)", {Stage::project}});
  lines.push_back({"Q, K, V = (split(X @ w) for w in (Wq, Wk, Wv))", {Stage::project}});
  lines.push_back({"S = Q @ K.transpose(0, 2, 1)", {Stage::score, Stage::all}});
  const std::string scale = scale_of(document, options);
  if (scale == "root")
    lines.push_back({"S = S / np.sqrt(K.shape[2])", {Stage::scale, Stage::all}});
  else if (!scale.empty())
    lines.push_back({"S = S * " + scale, {Stage::scale, Stage::all}});
  if (hides_anything(options.mask, 1, n, n)) {
    const std::string see = causal_alone(options.mask)
                                ? "np.tri(len(X))"
                                : "np.array(" + visible_cells(options.mask, n) + ")";
    lines.push_back({"S = np.where(" + see + " == 1, S, -np.inf)", {Stage::mask, Stage::all}});
  }
  lines.push_back({"E = np.exp(S - S.max(axis=2, keepdims=True))", {Stage::softmax, Stage::all}});
  lines.push_back({"W = E / E.sum(axis=2, keepdims=True)", {Stage::softmax, Stage::all}});
  lines.push_back({"Z = (W @ V).transpose(1, 0, 2).reshape(len(X), -1)", {Stage::mix, Stage::all}});
  lines.push_back({"print((Z @ Wo).round(2))", {Stage::all}, {Beat::all_output}});
  return lines;
}

}  // namespace

std::vector<ScratchLine> scratch_code(Dialect dialect, const Document& document,
                                      const AttentionOptions& options) {
  switch (dialect) {
    case Dialect::numpy:
      return numpy_code(document, options);
    case Dialect::pytorch:
      return pytorch_code(document, options);
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
