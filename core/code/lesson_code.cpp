#include "core/code/lesson_code.h"

#include <initializer_list>

#include "core/text/format_number.h"

namespace qkv::code {
namespace {

const Tensor& given(const Script& script, const std::string& name) {
  const Pieces& pieces = *script.document.pieces;
  const auto found = pieces.given.find(name);
  return found == pieces.given.end() ? pieces.computed.at(name) : found->second;
}

void write_given(Script& script, const std::string& name) {
  const Tensor& t = given(script, name);
  write_array(
      script, name, t.heads, t.rows, t.columns,
      [&](std::size_t i) { return number(t.data[i], script.words); },
      t.rows == script.document.n() ? script.document.query_words : std::vector<std::string>());
}

void write_all(Script& script, std::initializer_list<const char*> names) {
  script.stage = Stage::start;
  for (const char* const name : names) write_given(script, name);
  script.stage = Stage::part;
  script.blank();
}

void say_all(Script& script, std::initializer_list<const char*> lines) {
  for (const char* const line : lines) script.say(line);
}

void write_softmax_of(Script& script) {
  say_all(script, {"def softmax(s):",                                    //
                   "    e = np.exp(s - s.max(axis=-1, keepdims=True))",  //
                   "    return e / e.sum(axis=-1, keepdims=True)"});
  script.blank();
}

void write_prints(Script& script, std::initializer_list<const char*> names) {
  script.stage = Stage::all;
  script.blank();
  script.say("np.set_printoptions(precision=3, suppress=True)");
  for (const char* const name : names)
    script.say("print(\"" + std::string(name) + "\", " + name + ", sep=\"\\n\")");
}

void write_heads(Script& script) {
  write_all(script, {"x", "w_q", "w_k", "w_v", "w_o"});
  write_softmax_of(script);
  say_all(script,
          {"def split(m, heads=4):", "    return m.reshape(len(m), heads, -1).swapaxes(0, 1)"});
  script.blank();
  script.say("q, k, v = x @ w_q, x @ w_k, x @ w_v", "all heads in one product each");
  script.say("scores = split(q) @ split(k).swapaxes(-2, -1) / np.sqrt(split(q).shape[-1])");
  script.say("weights_1, weights_2, weights_3, weights_4 = weights = softmax(scores)");
  script.say("mean = weights.mean(axis=0)", "what is lost when heads are averaged");
  script.say("joined = (weights @ split(v)).swapaxes(0, 1).reshape(len(x), -1)", "concat");
  script.say("outcome = joined @ w_o");
  write_prints(script, {"weights", "joined", "outcome"});
}

void write_order(Script& script) {
  write_all(script, {"queries", "keys", "values", "rope_q", "rope_k"});
  write_softmax_of(script);
  script.say("def attend(q, k, v, bias=0):");
  script.say("    weights = softmax(q @ k.T / np.sqrt(q.shape[1]) + bias)");
  script.say("    return weights, weights @ v");
  script.blank();
  const Tensor& shuffle = given(script, "shuffle");
  std::string order = "order = [";
  for (int i = 0; i < shuffle.columns; ++i)
    order += (i > 0 ? ", " : "") +
             format_fixed(static_cast<double>(shuffle.data[static_cast<std::size_t>(i)]), 0);
  script.say("weights, z = attend(queries, keys, values)");
  script.say(order + "]", "another order of the words");
  script.say("_, z_shuffled = attend(queries[order], keys[order], values[order])");
  script.say("assert np.allclose(z_shuffled, z[order])", "the rows follow, nothing else changes");
  script.blank();
  script.say("t, i = np.ogrid[:32, :16]", "place, number");
  script.say("angle = t / 10000.0 ** (i // 2 * 2 / 16)");
  script.say("positions = np.where(i % 2 == 0, np.sin(angle), np.cos(angle))");
  script.blank();
  script.say("def rope(x, place, halves=False, base=100):");
  script.say("    d = x.shape[-1]");
  script.say("    a = np.arange(d // 2) if halves else np.arange(0, d, 2)", "first of each pair");
  script.say("    b = a + (d // 2 if halves else 1)", "second of each pair");
  script.say("    turn = place * base ** (-2 * np.arange(d // 2) / d)");
  script.say("    y = x.copy()");
  script.say("    y[..., a] = x[..., a] * np.cos(turn) - x[..., b] * np.sin(turn)");
  script.say("    y[..., b] = x[..., a] * np.sin(turn) + x[..., b] * np.cos(turn)");
  script.say("    return y");
  script.blank();
  script.say("def rope_at(place, apart, halves=False):");
  script.say(
      "    return float(np.sum(rope(rope_q, place, halves) * rope(rope_k, place - apart, "
      "halves)))");
  script.blank();
  script.say("for halves in (False, True):", "both pairings: the distance alone counts");
  script.say("    assert np.isclose(rope_at(5, 3, halves), rope_at(105, 3, halves))");
  script.say("rope_curve = [rope_at(24, apart) for apart in range(25)]");
  script.blank();
  script.say("alibi_slopes = 2.0 ** -np.arange(1, 9)", "of eight heads");
  script.say("n = len(queries)");
  script.say("alibi_bias = -alibi_slopes[0] * np.abs(np.arange(n)[:, None] - np.arange(n))");
  script.say("causal = np.where(np.tri(n) == 1, 0, -np.inf)");
  script.say("alibi_before, _ = attend(queries, keys, values, causal)");
  script.say("alibi_after, _ = attend(queries, keys, values, causal + alibi_bias)");
  write_prints(script, {"z", "positions", "rope_curve", "alibi_after"});
}

void write_block(Script& script) {
  write_all(script, {"x", "w_q", "w_k", "w_v", "w_o", "w_1", "w_2"});
  write_softmax_of(script);
  script.say("eps = " + shortest(given(script, "eps").data.front()));
  script.blank();
  script.say("def norm(m):", "LayerNorm; the variance is divided by d, not by d - 1");
  script.say("    centred = m - m.mean(axis=-1, keepdims=True)");
  script.say("    return centred / np.sqrt((centred ** 2).mean(axis=-1, keepdims=True) + eps)");
  script.blank();
  script.say("from math import erf");
  script.say("def gelu(u):", "u times the chance that a normal number is below u");
  script.say("    return u * (1 + np.vectorize(erf)(u / np.sqrt(2))) / 2");
  script.blank();
  say_all(script,
          {"def split(m, heads=2):", "    return m.reshape(len(m), heads, -1).swapaxes(0, 1)"});
  script.blank();
  script.say("def attention(m):");
  script.say("    q, k, v = split(m @ w_q), split(m @ w_k), split(m @ w_v)");
  script.say("    weights = softmax(q @ k.swapaxes(-2, -1) / np.sqrt(q.shape[-1]))");
  script.say("    return (weights @ v).swapaxes(0, 1).reshape(len(m), -1) @ w_o");
  script.blank();
  script.say("norm_out = norm(x)", "pre-norm: before attention");
  script.say("attended = attention(norm_out)");
  script.say("middle = x + attended", "the residual");
  script.say("inner = norm(middle) @ w_1", "four times as wide");
  script.say("active = gelu(inner)");
  script.say("fed = active @ w_2");
  script.say("outcome = middle + fed");
  write_prints(script, {"attended", "norm_out", "fed", "outcome"});
}

constexpr LessonCode kCodes[] = {
    {"heads", write_heads}, {"order", write_order}, {"block", write_block}};

}  // namespace

const LessonCode* lesson_code(const Document& document) {
  if (!document.pieces || !document.queries.data.empty()) return nullptr;
  for (const LessonCode& code : kCodes)
    if (code.kind == document.pieces->kind) return &code;
  return nullptr;
}

}  // namespace qkv::code
