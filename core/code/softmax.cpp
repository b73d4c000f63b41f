// Softmax: by hand in NumPy, by its own function in PyTorch.

#include <algorithm>
#include <limits>

#include "core/code/script.h"

namespace qkv::code {
namespace {

constexpr const char* kColumns = "WRONG: down the columns, queries compete for a key";

bool any_hidden_line(const Trace& t) {
  const Floats& largest = t.options.variant.columns ? t.column_max : t.row_max;
  return std::find(largest.begin(), largest.end(), -std::numeric_limits<float>::infinity()) !=
         largest.end();
}

std::string over_temperature(const Script& script, const std::string& difference) {
  const float t = script.options().temperature;
  return t == 1.0f ? difference : "(" + difference + ") / " + number(t, script.words);
}

// A number, or [heads, 1, 1].
void write_sink(Script& script) {
  const std::vector<float>& sink = script.options().sink;
  std::string list;
  for (const float s : sink) list += (list.empty() ? "" : ", ") + number(s, script.words);
  script.say("sink = " + std::string(script.words.array) +
                 (script.flat() ? "(" + list + ")" : "([" + list + "])[:, None, None]"),
             "a score that joins the sum and is dropped");
}

void numpy_softmax(Script& script, const std::string& scores, bool guarded) {
  const bool sink = !script.options().sink.empty();
  const std::string keep = "(" + script.along(true) + ")";
  const std::string wrong = script.options().variant.columns ? kColumns : "";
  if (!sink && !guarded) {
    script.say(
        "e = np.exp(" + over_temperature(script, scores + " - " + scores + ".max" + keep) + ")",
        wrong);
    script.say("weights = e / e.sum" + keep);
    return;
  }
  script.say("top = " + scores + ".max" + keep, wrong);
  if (guarded) {
    script.say("nothing = top == -np.inf", "nothing left to look at: weights 0");
    script.say("top = np.where(nothing, 0, top)");
  }
  if (sink) script.say("top = np.maximum(top, sink)");
  script.say("e = np.exp(" + over_temperature(script, scores + " - top") + ")");
  script.say("total = e.sum" + keep +
             (sink ? " + np.exp(" + over_temperature(script, "sink - top") + ")" : ""));
  script.say(guarded && !sink ? "weights = e / np.where(nothing, 1, total)"
                              : "weights = e / total");
}

void torch_softmax(Script& script, const std::string& scores, bool guarded) {
  const bool sink = !script.options().sink.empty();
  const bool columns = script.options().variant.columns;
  const std::string dim = script.along(false);
  const std::string wrong = columns ? kColumns : "";
  if (guarded)
    script.say("nothing = (" + scores + " == -torch.inf).all(" + script.along(true) + ")",
               "nothing left to look at: weights 0");
  std::string of = over_temperature(script, scores);
  std::string end;
  if (sink) {
    const std::string shape = columns ? scores + "[..., :1, :]" : scores + "[..., :1]";
    script.say("joined = torch.cat([" + scores + ", sink.expand_as(" + shape + ")], " + dim + ")");
    of = over_temperature(script, "joined");
    end = columns ? "[..., :-1, :]" : "[..., :-1]";
  }
  script.say("weights = torch.softmax(" + of + ", " + dim + ")" + end, wrong);
  if (guarded) script.say("weights = weights.masked_fill(nothing, 0)");
}

void softmax_again(Script& script, bool guarded) {
  const std::string wrong = "WRONG: these are weights already";
  const std::string keep = "(" + script.along(true) + ")";
  if (script.torch()) {
    script.say("weights = torch.softmax(weights, " + script.along(false) + ")", wrong);
    if (guarded) script.say("weights = weights.masked_fill(nothing, 0)");
    return;
  }
  script.say("e = np.exp(weights - weights.max" + keep + ")", wrong);
  script.say("weights = e / e.sum" + keep);
  if (guarded) script.say("weights = np.where(nothing, 0, weights)");
}

}  // namespace

void write_softmax(Script& script, const std::string& scores) {
  script.stage = Stage::softmax;
  const AttentionOptions& o = script.options();
  const bool guarded = any_hidden_line(script.trace);
  if (!o.sink.empty()) write_sink(script);
  script.torch() ? torch_softmax(script, scores, guarded) : numpy_softmax(script, scores, guarded);
  if (o.variant.twice) softmax_again(script, guarded);
  if (o.variant.mask_after && has_mask(script))
    script.say(script.torch() ? "weights = weights.masked_fill(~mask, 0)"
                              : "weights = np.where(mask, weights, 0)",
               "WRONG: too late, the rows no longer add up to 1");
}

}  // namespace qkv::code
