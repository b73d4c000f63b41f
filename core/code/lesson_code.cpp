#include "core/code/lesson_code.h"

#include "core/text/format_number.h"

namespace qkv::code {

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
  script.say(script.torch() ? "torch.set_printoptions(precision=3, sci_mode=False)"
                            : "np.set_printoptions(precision=3, suppress=True)");
  for (const char* const name : names)
    script.say("print(\"" + std::string(name) + "\", " + name + ", sep=\"\\n\")");
}

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

}  // namespace

void write_all(Script& script, std::initializer_list<const char*> names) {
  script.stage = Stage::start;
  for (const char* const name : names) write_given(script, name);
  script.stage = Stage::part;
  script.blank();
}

namespace {

/// A knob as the lesson's arithmetic reads it.
KnobPlaces places(const Script& script) { return start_places(script.document.knobs); }
bool is_at(const Script& script, const char* knob, const char* choice) {
  return KnobView{script.document.knobs, places(script)}.is(knob, choice);
}
std::string value_at(const Script& script, const char* knob) {
  return format_fixed(KnobView{script.document.knobs, places(script)}.value(knob), 0);
}

/// Keys and values of fewer heads: each the mean of those that it stands for.
void write_groups(Script& script, const std::string& kv_heads) {
  script.say("kv_heads = " + kv_heads, "of keys and values; each serves a group of query heads");
  script.say("w_k, w_v = (m.reshape(len(m), kv_heads, 4 // kv_heads, -1).mean(" +
             std::string(script.words.axis) + "=2)");
  script.say("            .reshape(len(m), -1) for m in (w_k, w_v))", "the mean over each group");
  script.blank();
}

void write_heads(Script& script) {
  write_all(script, {"x", "w_q", "w_k", "w_v", "w_o"});
  const bool own = is_at(script, "keys", "4"), torch = script.torch();
  const std::string axes = torch ? ".transpose(0, 1)" : ".swapaxes(0, 1)";
  if (!torch) write_softmax_of(script);
  script.say("def split(m, heads=4):");
  script.say("    return m.reshape(len(m), heads, -1)" + axes);
  script.blank();
  if (!own) write_groups(script, is_at(script, "keys", "2") ? "2" : "1");
  script.say("q, k, v = x @ w_q, x @ w_k, x @ w_v", "all heads in one product each");
  if (own) {
    script.say("heads_k, heads_v = split(k), split(v)");
  } else {
    script.say(torch ? "heads_k, heads_v = (split(m, kv_heads).repeat_interleave(4 // kv_heads, 0)"
                     : "heads_k, heads_v = (np.repeat(split(m, kv_heads), 4 // kv_heads, axis=0)");
    script.say("                    for m in (k, v))");
  }
  script.say(torch ? "scores = split(q) @ heads_k.transpose(-2, -1) / heads_k.shape[-1] ** 0.5"
                   : "scores = split(q) @ heads_k.swapaxes(-2, -1) / np.sqrt(heads_k.shape[-1])");
  script.say(std::string("weights_1, weights_2, weights_3, weights_4 = weights = ") +
             (torch ? "torch.softmax(scores, dim=-1)" : "softmax(scores)"));
  script.say(torch ? "mean = weights.mean(dim=0)" : "mean = weights.mean(axis=0)",
             "what is lost when heads are averaged");
  script.say("joined = (weights @ heads_v)" + axes + ".reshape(len(x), -1)", "concat");
  script.say("outcome = joined @ w_o");
  if (torch) {
    script.blank();
    script.say("if hasattr(torch.nn.functional, \"scaled_dot_product_attention\"):",
               "PyTorch 2: all heads in one call");
    script.say("    one_call = torch.nn.functional.scaled_dot_product_attention(");
    script.say("        split(q), heads_k, heads_v)");
    script.say("    assert torch.allclose(joined, one_call" + axes + ".reshape(len(x), -1))");
  }
  write_prints(script, {"weights", "joined", "outcome"});
}

void write_shuffle(Script& script) {
  script.say("def attend(q, k, v, bias=0):");
  script.say("    weights = softmax(q @ k.T / np.sqrt(q.shape[1]) + bias)");
  script.say("    return weights, weights @ v");
  script.blank();
  std::string order = "order = [";
  const Tensor& chosen = script.document.pieces->computed.at("shuffle");
  for (std::size_t i = 0; i < chosen.data.size(); ++i)
    order += (i > 0 ? ", " : "") + format_fixed(static_cast<double>(chosen.data[i]), 0);
  script.say("weights, z = attend(queries, keys, values)");
  script.say(order + "]", "another order of the words");
  script.say("weights_shuffled, z_shuffled = attend(queries[order], keys[order], values[order])");
  script.say("assert np.allclose(z_shuffled, z[order])", "the rows follow, nothing else changes");
  script.blank();
}

void write_rope(Script& script) {
  const std::string from = value_at(script, "from"), apart = value_at(script, "apart");
  const bool halves = is_at(script, "pairs", "halves");
  script.say(std::string("halves = ") + (halves ? "True" : "False"),
             halves ? "numbers 0 and 2 turn together, 1 and 3" : "numbers 0 and 1 turn together");
  script.say("def rope(x, place, halves=halves, base=100):");
  script.say("    d = x.shape[-1]");
  script.say("    a = np.arange(d // 2) if halves else np.arange(0, d, 2)", "first of each pair");
  script.say("    b = a + (d // 2 if halves else 1)", "second of each pair");
  script.say("    turn = place * base ** (-2 * np.arange(d // 2) / d)");
  script.say("    y = x.copy()");
  script.say("    y[..., a] = x[..., a] * np.cos(turn) - x[..., b] * np.sin(turn)");
  script.say("    y[..., b] = x[..., a] * np.sin(turn) + x[..., b] * np.cos(turn)");
  script.say("    return y");
  script.blank();
  script.say("def rope_at(place, apart, halves=halves):");
  script.say("    turned = rope(rope_q, place, halves), rope(rope_k, place - apart, halves)");
  script.say("    return float(np.sum(turned[0] * turned[1]))");
  script.blank();
  script.say("for both in (False, True):", "either pairing: the distance alone counts");
  script.say("    assert np.isclose(rope_at(5, 3, both), rope_at(105, 3, both))");
  script.say("rope_q_turned = rope(rope_q, " + from + ")");
  script.say("rope_k_turned = rope(rope_k, " + from + " - " + apart + ")");
  script.say("rope_score = rope_at(" + from + ", " + apart + ")");
  script.say("rope_elsewhere = rope_at(" + from + " + 100, " + apart + ")", "the same");
  script.say("rope_curve = [rope_at(24, apart) for apart in range(25)]");
  script.blank();
}

void write_order(Script& script) {
  write_all(script, {"queries", "keys", "values", "rope_q", "rope_k"});
  write_softmax_of(script);
  write_shuffle(script);
  script.say("t, i = np.ogrid[:32, :16]", "place, number");
  script.say("angle = t / 10000.0 ** (i // 2 * 2 / 16)");
  script.say("positions = np.where(i % 2 == 0, np.sin(angle), np.cos(angle))");
  script.say("alike = positions @ positions[" + value_at(script, "place") + "]",
             "every place with this one");
  script.blank();
  write_rope(script);
  script.say("alibi_slopes = 2.0 ** -np.arange(1, 9)", "of eight heads");
  script.say("alibi_slope = alibi_slopes[" + value_at(script, "head") + " - 1]");
  script.say("n = len(queries)");
  script.say("alibi_bias = -alibi_slope * np.abs(np.arange(n)[:, None] - np.arange(n))");
  script.say("causal = np.where(np.tri(n) == 1, 0, -np.inf)");
  script.say("alibi_before, _ = attend(queries, keys, values, causal)");
  script.say("alibi_after, _ = attend(queries, keys, values, causal + alibi_bias)");
  write_prints(script, {"z", "alike", "rope_score", "rope_curve", "alibi_after"});
}

/// The bend between the two matrices of the feed-forward network.
void write_bend(Script& script) {
  if (is_at(script, "bend", "relu")) {
    script.say("def bend(u):", "ReLU");
    script.say("    return np.maximum(0, u)");
  } else if (is_at(script, "bend", "gelu")) {
    script.say("from math import erf");
    script.say("def bend(u):", "GELU: u times the chance that a normal number is below u");
    script.say("    return u * (1 + np.vectorize(erf)(u / np.sqrt(2))) / 2");
  } else {
    script.say("def bend(u):", "GELU as GPT-2 approximates it");
    script.say("    return u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3))) / 2");
  }
  script.blank();
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
  write_bend(script);
  say_all(script,
          {"def split(m, heads=2):", "    return m.reshape(len(m), heads, -1).swapaxes(0, 1)"});
  script.blank();
  script.say("def attention(m):");
  script.say("    q, k, v = split(m @ w_q), split(m @ w_k), split(m @ w_v)");
  script.say("    weights = softmax(q @ k.swapaxes(-2, -1) / np.sqrt(q.shape[-1]))");
  script.say("    return (weights @ v).swapaxes(0, 1).reshape(len(m), -1) @ w_o");
  script.blank();
  const bool pre = is_at(script, "norm", "pre");
  if (pre) {
    script.say("norm_out = norm(x)", "pre-norm: before attention");
    script.say("attended = attention(norm_out)");
    script.say("middle = x + attended", "the residual");
    script.say("feed_in = norm(middle)");
  } else {
    script.say("attended = attention(x)");
    script.say("norm_out = norm(x + attended)", "post-norm: after the residual");
    script.say("middle = feed_in = norm_out");
  }
  script.say("inner = feed_in @ w_1", "four times as wide");
  script.say("active = bend(inner)");
  script.say("fed = active @ w_2");
  script.say(pre ? "outcome = middle + fed" : "outcome = norm(middle + fed)");
  write_prints(script, {"attended", "norm_out", "fed", "outcome"});
}

constexpr LessonCode kCodes[] = {{"heads", write_heads, true}, {"order", write_order},
                                 {"block", write_block},       {"scale", write_scale},
                                 {"cost", write_cost},         {"rnn", write_rnn}};

}  // namespace

const LessonCode* lesson_code(const Document& document) {
  if (!document.pieces || !document.queries.data.empty()) return nullptr;
  for (const LessonCode& code : kCodes)
    if (code.kind == document.pieces->kind) return &code;
  return nullptr;
}

}  // namespace qkv::code
