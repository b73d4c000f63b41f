// The chains of lesson rnn, run over its words, with what a nudge to the first word's memory does
// to every later one.

#include "core/code/lesson_code.h"
#include "core/document/kinds/kind_parts.h"
#include "core/text/format_number.h"

namespace qkv::code {
namespace {

void write_cells(Script& script) {
  say_all(script, {"def sigmoid(a):", "    return 1 / (1 + np.exp(-a))"});
  script.blank();
  script.say("def rnn(h, x):", "the plain chain");
  script.say("    return np.tanh(w @ h + u @ x + b[0])");
  script.blank();
  script.say("def gru(h, x):");
  script.say("    r, z, _ = sigmoid(gru_w @ h + gru_u @ x + gru_b)", "reset, update");
  script.say("    m = np.tanh(r * (gru_w[2] @ h) + gru_u[2] @ x + gru_b[2])", "what is new");
  script.say("    return (1 - z) * m + z * h", "z: how much stays");
  script.blank();
  script.say("def lstm(s, x):", "s: h, then c");
  script.say("    h, c = np.split(s, 2)");
  script.say("    i, f, g, o = lstm_w @ h + lstm_u @ x + lstm_b", "input, forget, new, output");
  script.say("    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)");
  script.say("    return np.concatenate([sigmoid(o) * np.tanh(c), c])");
  script.blank();
}

void write_runs(Script& script) {
  script.say("def run(step, size):",
             "the memory after each word, its derivative by the one before");
  script.say("    s, states, jacobians = np.zeros(size), [], []");
  script.say("    for x in inputs:");
  script.say("        nudged = [step(s + 1e-30j * e, x).imag / 1e-30 for e in np.eye(size)]",
             "exact: a step along i");
  script.say("        jacobians.append(np.transpose(nudged))");
  script.say("        s = step(s, x)");
  script.say("        states.append(s)");
  script.say("    return np.array(states), np.array(jacobians)");
  script.blank();
  script.say("def since(jacobians):", "J_t ... J_3 J_2");
  script.say("    left = [np.eye(len(jacobians[0]))]");
  script.say("    for j in jacobians[1:]:");
  script.say("        left.append(j @ left[-1])");
  script.say("    return np.array(left)");
  script.blank();
  script.say("def stretch(matrices):", "the largest singular value of each");
  script.say("    return np.linalg.norm(matrices, 2, axis=(1, 2))");
  script.blank();
  script.say("def kept_by(left):", "percent that a word leaves on average");
  script.say("    return 100 * left[-1] ** (1 / (len(left) - 1))");
  script.blank();
  script.say("n, d = len(inputs), len(w)");
  script.say("state, jacobian = run(rnn, d)");
  script.say("since_first = since(jacobian)");
  script.say("fading = stretch(since_first)");
  script.say("gru_state, of_gru = run(gru, d)");
  script.say("fading_gru = stretch(since(of_gru))");
  script.say("both, of_lstm = run(lstm, 2 * d)");
  script.say("lstm_state, lstm_cell = both[:, :d], both[:, d:]");
  script.say("fading_lstm = stretch(since(of_lstm))");
  script.say("one_in, one_in_gru, one_in_lstm = 1 / fading, 1 / fading_gru, 1 / fading_lstm");
  script.say("kept, kept_gru, kept_lstm = map(kept_by, (fading, fading_gru, fading_lstm))");
  script.blank();
}

void write_costs(Script& script) {
  script.say("chain_ready, attention_ready = np.arange(1, n + 1), np.ones(n)",
             "the step at which each word's result is there");
  script.say("chain_hops = np.arange(n - 1, -1, -1)", "from each word to the last");
  script.say("width = " + format_fixed(given_number(script.document, "width"), 0));
  script.say("chain_cost = 2 * lengths * width ** 2", "multiplications: n d^2 for W and for U");
  script.say("attention_cost = 2 * lengths ** 2 * width", "n^2 d for the scores and for the mix");
  script.say("cost_ratio = widths.T / lengths", "chain / attention = d / n");
}

}  // namespace

void write_rnn(Script& script) {
  write_all(script, {"inputs", "w", "u", "b", "gru_w", "gru_u", "gru_b", "lstm_w", "lstm_u",
                     "lstm_b", "lengths", "widths"});
  write_cells(script);
  write_runs(script);
  write_costs(script);
  write_prints(script, {"state", "fading", "one_in", "one_in_gru", "one_in_lstm", "cost_ratio"});
}

}  // namespace qkv::code
