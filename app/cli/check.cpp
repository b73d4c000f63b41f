#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/document/library.h"
#include "core/document/shapes.h"
#include "core/session/session.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr double kRowTolerance = 1e-3;  // recordings are often rounded

std::string joined(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < kMost; ++i) text += (i > 0 ? " " : "") + words[i];
  return words.size() > kMost ? text + " …" : text;
}

void line(std::string& report, const std::string& name, const std::string& value) {
  report += "  " + name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + value + "\n";
}

void describe_tensors(std::string& report, const Document& d) {
  if (d.projection) {
    line(report, "embeddings", shape_text(d.projection->embeddings));
    line(report, "W_Q W_K W_V",
         shape_text(d.projection->w_q) + " " + shape_text(d.projection->w_k) + " " +
             shape_text(d.projection->w_v));
  }
  if (d.queries.rows > 0)
    line(report, "q k v",
         shape_text(d.queries) + " " + shape_text(d.keys) + " " + shape_text(d.values));
  if (d.recording)
    line(report, "attention",
         std::to_string(d.layers()) + (d.layers() == 1 ? " layer, " : " layers, ") +
             (d.batches() > 1 ? std::to_string(d.batches()) + " batches, " : "") +
             std::to_string(d.heads()) + (d.heads() == 1 ? " head, " : " heads, ") +
             std::to_string(d.n()) + " × " + std::to_string(d.m()) +
             (d.recording->scaled.empty() ? "" : ", with scaled scores"));
}

/// What the numbers of one slice do: rows with nothing to see, and the widest row sum.
void describe_trace(std::string& report, const Document& document) {
  std::size_t empty_rows = 0;
  double worst = 0;
  for (int layer = 0; layer < document.layers(); ++layer)
    for (int batch = 0; batch < document.batches(); ++batch) {
      Trace t;
      trace_of(document, document.options, {layer, batch, 0}, t);
      for (int h = 0; h < t.heads; ++h)
        for (int r = 0; r < t.n; ++r) {
          if (t.fully_masked(h, r)) {
            ++empty_rows;
            continue;
          }
          double sum = 0;
          for (int c = 0; c < t.m; ++c) sum += static_cast<double>(t.weight(h, r, c));
          worst = std::max(worst, std::abs(sum - 1));
        }
    }
  line(report, "rows", "sum to 1 within " + format_number(worst, 7));
  if (empty_rows > 0)
    line(report, "note",
         std::to_string(empty_rows) + (empty_rows == 1 ? " row has" : " rows have") +
             " nothing to look at: all weights 0");
  if (worst > kRowTolerance && document.options.sink.empty())
    throw InputError(document.origin + ": rows of attention do not sum to 1 (off by " +
                     format_number(worst, 4) + "); are queries the rows and keys the columns?");
}

void describe(std::string& report, const Document& d) {
  line(report, "title", d.title);
  line(report, "data",
       std::string(provenance_text(d.provenance)) +
           (d.provenance_note.empty() ? "" : ": " + d.provenance_note));
  line(report, "words", std::to_string(d.n()) + ": " + joined(d.query_words));
  if (d.key_words != d.query_words)
    line(report, "key words", std::to_string(d.m()) + ": " + joined(d.key_words));
  describe_tensors(report, d);
  line(report, "mask",
       mask_rules_text(d.options.mask.rules) + (d.options.mask.cells ? " + cells of its own" : "") +
           (d.options.mask.bias ? " + added numbers" : ""));
  if (!d.steps.empty()) line(report, "steps", std::to_string(d.steps.size()) + " with words");
  for (const std::string& remark : d.remarks) line(report, "note", remark);
}

}  // namespace

void check(const std::string& input) {
  std::string report = input + "\n";
  try {
    const DocumentPtr document = load(input);
    describe(report, *document);
    describe_trace(report, *document);
    CommonOptions options;
    options.input = input;
    TraceCache traces;
    start_session(options, traces, false);
  } catch (const InputError& error) {
    line(report, "FAULT", error.what());
    print(report);
    flush_output();
    throw;
  }
  print(report + "  in order\n");
}

}  // namespace qkv
