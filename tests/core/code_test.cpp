// What the script says; that it runs and gives the same numbers is seen by cli/code.sh.

#include "core/code/code.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/session/action.h"
#include "core/text/input_error.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::vector<CodeLine> lines_of(const char* script, Language language) {
  Player player("cat");
  player.settled(script);
  return code_of(*player.session.document, player.trace(), language);
}

bool has(const std::vector<CodeLine>& lines, Stage stage, const std::string& begin) {
  return std::any_of(lines.begin(), lines.end(), [&](const CodeLine& line) {
    return line.stage == stage && line.text.find(begin) == 0;
  });
}

}  // namespace

TEST_CASE("the core of the lecture is a few lines, each with its stage") {
  const auto lines = lines_of("mask causal", Language::numpy);
  CHECK(has(lines, Stage::start, "q = np.array([["));
  CHECK(has(lines, Stage::score, "scores = q @ k.T"));
  CHECK(has(lines, Stage::scale, "scaled = scores / np.sqrt(q.shape[-1])"));
  CHECK(has(lines, Stage::mask, "mask = j <= i"));
  CHECK(has(lines, Stage::mask, "masked = np.where(mask, scaled, -np.inf)"));
  CHECK(has(lines, Stage::softmax, "weights = e / e.sum(axis=-1, keepdims=True)"));
  CHECK(has(lines, Stage::mix, "output = weights @ v"));
  const auto computing = std::count_if(lines.begin(), lines.end(), [](const CodeLine& line) {
    return line.stage > Stage::project && line.stage < Stage::all && !line.text.empty();
  });
  CHECK(computing <= 9);
}

TEST_CASE("PyTorch says the same in its own words, and in one call") {
  const auto lines = lines_of("mask causal", Language::pytorch);
  CHECK(has(lines, Stage::mask, "masked = scaled.masked_fill(~mask, -torch.inf)"));
  CHECK(has(lines, Stage::softmax, "weights = torch.softmax(masked, dim=-1)"));
  CHECK(has(lines, Stage::mix,
            "    one_call = "
            "torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)"));
  CHECK_FALSE(
      has(lines_of("variant softmax=twice", Language::pytorch), Stage::mix, "    one_call"));
}

TEST_CASE("each broken rule has its line, and the line says so") {
  for (const VariantKind& kind : variant_kinds()) {
    CAPTURE(kind.name);
    const std::string script =
        "mask causal; variant " + std::string(kind.name) + "=" + std::string(kind.broken);
    for (const Language language : {Language::numpy, Language::pytorch}) {
      const auto lines = lines_of(script.c_str(), language);
      CHECK(std::count_if(lines.begin(), lines.end(), [](const CodeLine& line) {
              return line.comment.starts_with("WRONG");
            }) == 1);
    }
  }
}

TEST_CASE("a title or a word with a line break cannot become code") {
  Document document = *load_lesson("cat");
  document.title = "cat\nimport os";
  document.query_words[0] = "the\rprint(1)";
  Trace trace;
  trace_of(document, document.options, {}, trace);
  const std::string script = code_text(code_of(document, trace, Language::numpy));
  CHECK(script.find("\nimport os") == std::string::npos);
  CHECK(script.find('\r') == std::string::npos);
}

TEST_CASE("where there is nothing to compute from it is refused") {
  Document recorded;
  recorded.origin = "x.npz";
  recorded.provenance = Provenance::recorded;
  recorded.query_words = recorded.key_words = {"a"};
  recorded.recording = Recording{1, 1, {Tensor{1, 1, 1, {1}}}, {}};
  Trace trace;
  trace_of(recorded, {}, {}, trace);
  CHECK_THROWS_AS(code_of(recorded, trace, Language::numpy), InputError);
  CHECK(no_code_reason(recorded).find("recorded") != std::string::npos);
  CHECK(no_code_reason(*load_lesson("cat")).empty());
}
