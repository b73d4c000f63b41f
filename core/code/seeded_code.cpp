// Lessons whose vectors come from a seed: the script draws them again, number by number.

#include <cmath>

#include "core/code/lesson_code.h"
#include "core/document/kinds/kind_parts.h"
#include "core/text/format_number.h"

namespace qkv::code {
namespace {

std::string whole(double value) { return format_fixed(value, 0); }

double value_at(const Script& script, const char* knob) {
  const auto& knobs = script.document.knobs;
  return KnobView{knobs, start_places(knobs)}.value(knob);
}

std::string given_whole(const Script& script, const char* name) {
  return whole(given_number(script.document, name));
}

/// SeededNormal of core/transformer/random.h, all numbers at once: its state only counts.
void write_normals(Script& script) {
  script.say("def normals(seed, count):", "splitmix64 and Marsaglia's polar method");
  script.say("    u = np.uint64");
  script.say("    z = u(seed) + np.arange(1, 2 * count + 65, dtype=u) * u(0x9E3779B97F4A7C15)");
  script.say("    z = (z ^ (z >> u(30))) * u(0xBF58476D1CE4E5B9)");
  script.say("    z = (z ^ (z >> u(27))) * u(0x94D049BB133111EB)");
  script.say("    pairs = ((z ^ (z >> u(31))) >> u(11)).reshape(-1, 2) / 2.0**52 - 1");
  script.say("    square = (pairs**2).sum(axis=1)");
  script.say("    inside = (square > 0) & (square < 1)", "the others are drawn again");
  script.say("    pairs, square = pairs[inside], square[inside]");
  script.say("    by = np.sqrt(-2 * np.log(square) / square)");
  script.say("    return (pairs[:, ::-1] * by[:, None]).ravel()[:count]");
  script.blank();
}

std::string pair_of(const Script& script) {
  std::string text;
  for (const float score : script.document.pieces->given.at("pair").data)
    text += (text.empty() ? "" : ", ") + shortest(score);
  return "[" + text + "]";
}

}  // namespace

void write_scale(Script& script) {
  script.stage = Stage::part;
  const bool on = value_at(script, "scale") == 1;
  const int shown = script.document.n();
  write_softmax_of(script);
  write_normals(script);
  script.say("vectors = normals(" + given_whole(script, "seed") + ", " +
                 given_whole(script, "queries") + " * 9 * 1024).reshape(-1, 9, 1024)",
             "a query and its eight keys");
  script.say("def scores_at(d):", "of the first d numbers of the same vectors");
  script.say("    return np.einsum(\"qi,qki->qk\", vectors[:, 0, :d], vectors[:, 1:, :d])");
  script.blank();
  script.say("def jacobian_norm(w):", "of softmax, w_i (1[i = j] - w_j): its gradient's size");
  script.say("    j = w[..., None] * (np.eye(w.shape[-1]) - w[..., None, :])");
  script.say("    return np.sqrt((j**2).sum(axis=(-2, -1)))");
  script.blank();
  script.say("d = " + whole(value_at(script, "d")));
  script.say("root = np.sqrt(d)");
  script.say(on ? "scores = scores_at(d) / root" : "scores = scores_at(d)",
             on ? "divided by √d" : "the scale is off");
  script.say("spread = scores.std()", on ? "near 1" : "near √d");
  script.say("weights = softmax(scores)");
  script.say("largest = weights.max(axis=-1).mean()", "means over the queries");
  script.say("entropy = -(weights * np.log(np.maximum(weights, 1e-300))).sum(axis=-1).mean()");
  script.say("gradient = jacobian_norm(weights).mean()");
  script.say("query_scores, query_weights = scores[:" + std::to_string(shown) +
                 "], weights[:" + std::to_string(shown) + "]",
             "those that are shown");
  script.blank();
  script.say("widths = 2 ** np.arange(11)", "1, 2, 4 ... 1024");
  script.say("spreads = [scores_at(w).std() for w in widths]");
  script.say("gradients_plain = [jacobian_norm(softmax(scores_at(w))).mean() for w in widths]");
  script.say("gradients_scaled = [jacobian_norm(softmax(scores_at(w) / np.sqrt(w))).mean()");
  script.say("                    for w in widths]");
  script.blank();
  script.say("pair = np.array(" + pair_of(script) + ")");
  script.say("pair_unscaled = softmax(pair)");
  script.say("pair_weights = softmax(pair / np.sqrt(" + given_whole(script, "pair_d") + "))");
  write_prints(script, {"spread", "largest", "entropy", "gradient", "query_weights",
                        "pair_unscaled", "pair_weights"});
}

void write_cost(Script& script) {
  script.stage = Stage::part;
  const std::string n = std::to_string(script.document.n());
  say_all(script, {"from time import perf_counter"});
  script.blank();
  write_normals(script);
  script.say("q, k, v = normals(" + given_whole(script, "seed") + ", 3 * " + n +
                 " * 4).reshape(3, " + n + ", 4)",
             "a row for each word");
  script.say("q, k = 1.4 * q, 1.4 * k");
  script.say("i, j = np.ogrid[:" + n + ", :" + n + "]", "query, key");
  script.say("causal = j <= i");
  script.say("reach, block_size = " + given_whole(script, "window") + ", " +
             given_whole(script, "block"));
  script.say("in_window = causal & (j > i - reach)", "the last few words only");
  script.say("in_blocks = causal & ((j // block_size == i // block_size)");
  script.say("                      | (j % block_size == block_size - 1))",
             "its own block, and the last word of each before");
  script.blank();
  script.say("def attend(visible):");
  script.say("    s = np.where(visible, q @ k.T / np.sqrt(q.shape[1]), -np.inf)");
  script.say("    e = np.exp(s - s.max(axis=1, keepdims=True))");
  script.say("    w = e / e.sum(axis=1, keepdims=True)");
  script.say("    return w, w @ v");
  script.blank();
  script.say("def phi(x):", "elu(x) + 1: never negative");
  script.say("    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))");
  script.blank();
  script.say("def linear():", "two running sums; n by n is never built");
  script.say("    memory = np.cumsum(phi(k)[:, :, None] * v[:, None, :], axis=0)");
  script.say("    total = np.cumsum(phi(k), axis=0)");
  script.say("    return (np.einsum(\"na,nab->nb\", phi(q), memory)");
  script.say("            / (phi(q) * total).sum(axis=1, keepdims=True))");
  script.blank();
  script.say("weights_full, z_full = attend(causal)");
  script.say("weights_window, z_window = attend(in_window)");
  script.say("weights_sparse, z_sparse = attend(in_blocks)");
  script.say("weights_linear = np.where(causal, phi(q) @ phi(k).T, 0)", "what it amounts to");
  script.say("weights_linear /= weights_linear.sum(axis=1, keepdims=True)");
  script.say("cells_full, cells_window, cells_sparse, cells_linear = (");
  script.say("    causal.sum(), in_window.sum(), in_blocks.sum(), 0)");
  script.say("unseen_window, unseen_sparse = (weights_full[~m].sum() / len(q)");
  script.say("                                for m in (in_window, in_blocks))",
             "share of full attention that is lost");
  script.say("z_reach = np.abs(z_full).max()");
  script.say("differs_window = np.abs(z_window - z_full).max()");
  script.say("differs_sparse = np.abs(z_sparse - z_full).max()");
  script.say("differs_linear = np.abs(linear() - z_full).max()");
  script.blank();
  script.say("n = 2.0 ** np.arange(4, 21)", "16 to 1,048,576 words, one head of 64 numbers");
  script.say("work_full = 2 * 64 * n * (n + 1) / 2", "multiply-adds");
  script.say("work_linear = 2 * 64**2 * n");
  script.say("bytes = 4 * n**2", "of one n by n table in float32");
  script.blank();
  script.say("def seconds(way):", "the best of a few times, on this computer");
  script.say("    times = []");
  script.say("    for _ in range(20):");
  script.say("        begin = perf_counter()");
  script.say("        way()");
  script.say("        times.append(perf_counter() - begin)");
  script.say("    return min(times)");
  script.blank();
  script.say("took = {\"full\": seconds(lambda: attend(causal)),");
  script.say(
      "        \"window\": seconds(lambda: attend(in_window)), \"linear\": seconds(linear)}");
  write_prints(script, {"cells_full", "cells_window", "cells_sparse", "differs_window",
                        "differs_sparse", "differs_linear", "took"});
}

}  // namespace qkv::code
