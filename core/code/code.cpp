#include "core/code/code.h"

#include <cmath>

#include "core/code/lesson_code.h"
#include "core/code/script.h"
#include "core/document/written.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace code {

std::string write_scores(Script& script) {
  script.stage = Stage::score;
  const std::string turned = script.flat()    ? "k.T"
                             : script.torch() ? "k.transpose(-2, -1)"
                                              : "k.swapaxes(-2, -1)";
  script.say("scores = q @ " + turned, "every query with every key");
  script.stage = Stage::scale;
  const AttentionOptions& o = script.options();
  const std::string root = script.torch() ? "q.shape[-1] ** 0.5" : "np.sqrt(q.shape[-1])";
  if (!o.scale) {
    script.say("scaled = scores / " + root, "divided by √d");
  } else if (*o.scale != 1.0f) {
    script.say("scaled = scores * " + number(*o.scale, script.words), "a scale of its own");
  } else {
    script.say("scaled = scores", "the scale is off: not divided by √d");
  }
  if (o.softcap > 0) {
    const std::string cap = number(o.softcap, script.words);
    script.say(
        "scaled = " + cap + " * " + std::string(script.words.tanh) + "(scaled / " + cap + ")",
        "softcap: none grows beyond it");
  }
  return "scaled";
}

namespace {

// Nothing but q, k, v, a mask and a scale: then one call does it all.
bool is_one_call(const Script& script) {
  const AttentionOptions& o = script.options();
  if (o.softcap > 0 || o.temperature != 1.0f || !o.sink.empty() || is_broken(o.variant))
    return false;
  if (script.document.keys.heads == 1 && !script.flat()) return false;
  for (const float largest : script.trace.row_max)
    if (std::isinf(largest)) return false;
  return !(has_mask(script) && o.mask.bias);
}

void write_one_call(Script& script) {
  const AttentionOptions& o = script.options();
  const bool causal = o.mask == Mask{{MaskRule{"causal"}}, CausalAlign::start, nullptr, nullptr};
  std::string arguments = "q, k, v";
  if (causal) arguments += ", is_causal=True";
  if (!causal && has_mask(script)) arguments += ", attn_mask=mask";
  if (!causal && o.mask.bias) arguments += ", attn_mask=added";
  if (o.scale) arguments += ", scale=" + number(*o.scale, script.words);
  const std::string call = "torch.nn.functional.scaled_dot_product_attention";
  script.blank();
  // A scale of its own came to it in 2.1.
  script.say(o.scale ? "if torch.__version__ >= \"2.1\":"
                     : "if hasattr(torch.nn.functional, \"scaled_dot_product_attention\"):",
             "PyTorch 2: all of it in one call");
  script.say("    one_call = " + call + "(" + arguments + ")");
  script.say("    assert torch.allclose(output, one_call)");
}

void write_head(Script& script) {
  const Document& d = script.document;
  script.say({}, harmless(d.title.empty() ? d.id : d.title) + ": " + std::to_string(d.n()) +
                     (d.n() == 1 ? " query, " : " queries, ") + std::to_string(d.m()) +
                     (d.m() == 1 ? " key, d = " : " keys, d = ") + std::to_string(script.trace.d));
  script.say(script.torch() ? "import torch" : "import numpy as np");
  if (script.torch()) script.say("torch.set_default_dtype(torch.float64)");
  script.blank();
}

void write_lesson_head(Script& script) {
  const std::vector<Knob>& knobs = script.document.knobs;
  std::vector<KnobSetting> now;
  for (std::size_t i = 0; i < knobs.size(); ++i)
    now.push_back({static_cast<int>(i), knobs[i].start});
  script.say({}, harmless(script.document.title) +
                     (now.empty() ? "" : ": " + harmless(settings_text(now, knobs))));
  script.say(script.torch() ? "import torch" : "import numpy as np");
  if (script.torch()) script.say("torch.set_default_dtype(torch.float64)");
  script.blank();
}

}  // namespace

void write_print(Script& script) {
  script.stage = Stage::all;
  script.blank();
  script.say(script.torch() ? "torch.set_printoptions(precision=3, sci_mode=False)"
                            : "np.set_printoptions(precision=3, suppress=True)");
  script.say("print(weights)");
  script.say("print(output)");
}

std::string write_computing(Script& script) {
  write_head(script);
  write_vectors(script);
  script.blank();
  std::string scores = write_scores(script);
  write_mask(script);
  scores = apply_mask(script, scores);
  write_softmax(script, scores);
  script.stage = Stage::mix;
  if (script.options().variant.keys_as_values)
    script.say("output = weights @ k", "WRONG: keys are mixed, not values");
  else
    script.say("output = weights @ v", "a mixture of values for each word");
  return scores;
}

}  // namespace code

namespace {

/// Key of the text that says why there is none; empty: there is.
std::string_view no_code_key(const Document& document, Language language) {
  if (document.recording) return is_written(document) ? "code.written" : "code.recorded";
  const code::LessonCode* const own = code::lesson_code(document);
  if (document.queries.data.empty() && own == nullptr) return "code.no_vectors";
  return own != nullptr && !own->torch && language != Language::numpy ? "code.numpy_only" : "";
}

}  // namespace

std::string no_code_reason(const Document& document, Language language) {
  const std::string_view key = no_code_key(document, language);
  return key.empty() ? std::string() : filled(text(key), {{"lesson", document.id}});
}

std::vector<CodeLine> code_of(const Document& document, const Trace& trace, Language language) {
  // Said in a terminal, in English as all that is said there.
  if (const std::string_view key = no_code_key(document, language); !key.empty())
    throw InputError(document.origin + ": " +
                     filled(text_in("en", key), {{"lesson", document.id}}));
  const code::LessonCode* const lesson = code::lesson_code(document);
  code::Script script(document, trace, language);
  if (lesson != nullptr) {
    code::write_lesson_head(script);
    lesson->write(script);
    return std::move(script.lines);
  }
  code::write_computing(script);
  if (script.torch() && code::is_one_call(script)) code::write_one_call(script);
  code::write_print(script);
  return std::move(script.lines);
}

std::string code_text(const CodeLine& line) {
  if (line.comment.empty()) return line.text;
  if (line.text.empty()) return "# " + line.comment;
  return line.text + "  # " + line.comment;
}

std::string code_text(const std::vector<CodeLine>& lines) {
  std::string all;
  for (const CodeLine& line : lines) all += code_text(line) + "\n";
  return all;
}

}  // namespace qkv
