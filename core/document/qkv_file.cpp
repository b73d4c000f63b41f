#include "core/document/qkv_file.h"

#include <algorithm>
#include <cmath>

#include "core/document/document_texts.h"
#include "core/document/lesson_kind.h"
#include "core/document/qkv_parts.h"
#include "core/document/qkv_reader.h"
#include "core/document/shapes.h"
#include "core/document/tensor_file.h"
#include "core/files/sha256.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr int kFormat = 1;
constexpr int kMany = 1'000'000;  // beyond any layer, head or course

/// Is a key there that has no place beside `other`?
void refuse_beside(const QkvReader& in, const toml::table& root,
                   std::initializer_list<const char*> keys, const std::string& other) {
  for (const char* const key : keys)
    if (const toml::node* const node = root.get(key))
      in.fail(*node, std::string(key) + ": has no place beside " + other, "remove one of them");
}

Tensor required(const QkvReader& in, const toml::table& root, const char* key) {
  if (const toml::node* const node = root.get(key)) return in.tensor(*node, key);
  throw InputError(in.origin + ":1: " + key + ": is missing; add " + key +
                   " = [[...], ...] with one row a word");
}

void read_projection(const QkvReader& in, const toml::table& root, Document& result) {
  Projection p;
  p.embeddings = required(in, root, "embeddings");
  p.w_q = required(in, root, "w_q");
  p.w_k = required(in, root, "w_k");
  p.w_v = required(in, root, "w_v");
  if (p.embeddings.heads != 1)
    in.fail(*root.get("embeddings"), "embeddings: has heads", "give one row a word");
  for (const auto& [key, w] : {std::pair{"w_q", &p.w_q}, {"w_k", &p.w_k}, {"w_v", &p.w_v}}) {
    if (w->rows != p.embeddings.columns)
      in.fail(*root.get(key),
              std::string(key) + ": has " + std::to_string(w->rows) + " rows, embeddings have " +
                  std::to_string(p.embeddings.columns) + " columns",
              "x W needs one row of W for each number of x");
  }
  result.queries = projected(p.embeddings, p.w_q);
  result.keys = projected(p.embeddings, p.w_k);
  result.values = projected(p.embeddings, p.w_v);
  result.projection = std::move(p);
}

std::string beside(const std::string& origin, const std::string& relative) {
  const std::size_t slash = origin.rfind('/');
  if (slash == std::string::npos || relative.starts_with('/')) return relative;
  return origin.substr(0, slash + 1) + relative;
}

/// A scene's steps and words were made for these very tensors.
void check_sum(const QkvReader& in, const toml::node& node, const TensorSource& source) {
  std::string found;
  try {
    found = sha256(read_file(beside(in.origin, source.path)));
  } catch (const InputError& error) {
    in.fail(node, "tensors: " + std::string(error.what()), "or name another file");
  }
  if (found != source.sha256)
    in.fail(node, "sha256: " + source.path + " is not the file that was meant, its sum is " + found,
            "name the right file, or remove sha256");
}

void read_tensors(const QkvReader& in, const toml::table& root, Document& result) {
  refuse_beside(
      in, root,
      {"words", "queries", "keys", "values", "embeddings", "w_q", "w_k", "w_v", "key_words"},
      "tensors");
  const toml::node& node = *root.get("tensors");
  TensorSource source;
  source.path = in.string(node, "tensors");
  if (const toml::node* const sum = root.get("sha256")) source.sha256 = in.string(*sum, "sha256");
  if (!source.sha256.empty()) check_sum(in, *root.get("sha256"), source);
  const toml::node* const batch_node = root.get("batch");
  const int batch = batch_node == nullptr ? 0 : in.integer(*batch_node, "batch", 0, kMany);
  DocumentPtr loaded;
  try {
    loaded = load_tensor_file(beside(in.origin, source.path), batch);
  } catch (const InputError& error) {
    in.fail(node, "tensors: " + std::string(error.what()), "or name another file");
  }
  result.queries = loaded->queries;
  result.keys = loaded->keys;
  result.values = loaded->values;
  result.recording = loaded->recording;
  result.file_batch = loaded->file_batch;
  result.file_batches = loaded->file_batches;
  result.query_words = loaded->query_words;
  result.key_words = loaded->key_words;
  result.options = loaded->options;
  result.provenance = loaded->provenance;
  result.provenance_note = loaded->provenance_note;
  result.notes = loaded->notes;
  result.remarks = loaded->remarks;
  source.upper = loaded->tensors->upper;
  source.mask = loaded->tensors->mask;
  result.tensors = std::move(source);
  if (const toml::node* const layer = root.get("layer"))
    result.state.layer = in.integer(*layer, "layer", 0, result.layers() - 1);
  if (batch_node != nullptr && result.recording)
    result.state.batch = in.integer(*batch_node, "batch", 0, result.batches() - 1);
  if (const toml::node* const head = root.get("head"))
    result.state.head = in.integer(*head, "head", 0, result.heads() - 1);
}

void read_vectors(const QkvReader& in, const toml::table& root, Document& result) {
  for (const char* const key : {"sha256", "layer", "head", "batch"})
    if (const toml::node* const node = root.get(key))
      in.fail(*node, std::string(key) + ": needs tensors = \"file.npz\"", "remove it");
  const toml::node* const words = root.get("words");
  if (words == nullptr)
    throw InputError(in.origin + ":1: words: are missing; add words = [\"the\", \"cat\"]");
  result.query_words = in.strings(*words, "words");
  result.key_words = result.query_words;
  if (const toml::node* const node = root.get("key_words"))
    result.key_words = in.strings(*node, "key_words");
  if (has_pieces(root) && !root.contains("queries") && !root.contains("embeddings") &&
      !root.contains("weights"))
    return;
  if (root.contains("weights")) {
    refuse_beside(in, root, {"queries", "keys", "values", "embeddings", "w_q", "w_k", "w_v"},
                  "weights");
    return read_weights(in, root, result);
  }
  if (root.contains("embeddings")) {
    refuse_beside(in, root, {"queries", "keys", "values", "key_words"}, "embeddings");
    read_projection(in, root, result);
  } else {
    refuse_beside(in, root, {"w_q", "w_k", "w_v"}, "queries (it needs embeddings)");
    result.queries = required(in, root, "queries");
    result.keys = required(in, root, "keys");
    result.values = required(in, root, "values");
  }
  const ShapeFault fault = shape_fault(result);
  if (!fault.what.empty()) {
    const toml::node* at = root.get(fault.key);
    if (at == nullptr && result.projection) at = root.get("embeddings");
    in.fail(at != nullptr ? *at : static_cast<const toml::node&>(root), fault.what, fault.mend);
  }
}

/// Vectors that somebody chose are never shown without saying so.
std::string default_note(Provenance provenance) {
  switch (provenance) {
    case Provenance::hand_made:
      return "Vectors chosen by hand.";
    case Provenance::computed:
      return "Vectors computed by a program.";
    case Provenance::trained:
      return "Vectors found by training.";
    case Provenance::recorded:
      return "Vectors recorded from a model.";
  }
  return "";
}

void read_head(const QkvReader& in, const toml::table& root, Document& result) {
  std::vector<std::string_view> known = {
      "format",   "title",   "course", "data",        "note",         "words",   "key_words",
      "queries",  "keys",    "values", "embeddings",  "w_q",          "w_k",     "w_v",
      "tensors",  "sha256",  "layer",  "batch",       "head",         "options", "state",
      "step",     "text",    "parts",  "parts_after", "takes_beside", "walk",    "head_names",
      "question", "weights", "train",  "knob"};
  for (const LessonKind& kind : lesson_kinds()) known.push_back(kind.name);
  in.only(root, known, "");
  const toml::node* const format = root.get("format");
  if (format == nullptr)
    throw InputError(in.origin + ":1: format: is missing; begin the file with format = 1");
  if (const int version = in.integer(*format, "format", 1, kMany); version != kFormat)
    in.fail(*format, told("error.newer", {{"version", std::to_string(version)}}),
            told("error.newer_mend"));
  if (const toml::node* const node = root.get("title")) result.title = in.string(*node, "title");
  if (const toml::node* const node = root.get("course"))
    result.course = in.integer(*node, "course", 1, kMany);
  if (const toml::node* const node = root.get("data"))
    result.provenance = static_cast<Provenance>(
        in.choice(*node, "data", {"hand-made", "computed", "trained", "recorded"}));
  if (const toml::node* const node = root.get("note")) {
    result.provenance_note = in.string(*node, "note");
    result.notes.clear();  // of the tensors' file
  } else if (!result.tensors) {
    result.provenance_note = default_note(result.provenance);
  }
}

/// The line at which a text stops being TOML, for the rare faults of which the parser keeps none.
std::size_t line_of_fault(std::string_view text) {
  std::size_t line = 0;
  for (std::size_t end = 0; end < text.size(); ++line) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
    try {
      const toml::table ignored = toml::parse(text.substr(0, end));
    } catch (const TomlAssertion&) {
      return line + 1;
    } catch (const toml::parse_error&) {
      // A prefix may end in the middle of a list.
    }
  }
  return std::max<std::size_t>(line, 1);
}

toml::table parse_toml(std::string_view text, const std::string& origin) {
  const std::string mend = "; mend this line (the file is TOML, see toml.io)";
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    for (char& c : what)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    const auto line = error.source().begin.line;
    throw InputError(origin + ":" + std::to_string(line == 0 ? 1 : line) + ": " + what + mend);
  } catch (const TomlAssertion& error) {
    throw InputError(origin + ":" + std::to_string(line_of_fault(text)) + ": " + error.what() +
                     mend);
  }
}

}  // namespace

DocumentPtr parse_qkv(std::string_view text, const std::string& origin, const std::string& id) {
  const toml::table root = parse_toml(text, origin);
  const QkvReader in{origin};
  auto result = std::make_shared<Document>();
  result->id = id;
  result->origin = origin;
  result->title = id;
  if (root.contains("tensors") && root.contains("format")) {
    read_tensors(in, root, *result);
    read_head(in, root, *result);
  } else {
    read_head(in, root, *result);
    read_vectors(in, root, *result);
  }
  if (const toml::node* const node = root.get("options"))
    read_options(in, in.table(*node, "options"), result->options);
  if (const ShapeFault fault = options_fault(*result); !fault.what.empty()) {
    const toml::table& options = in.table(*root.get("options"), "options");
    const toml::node* const at = options.get(fault.key);
    in.fail(at != nullptr ? *at : options, fault.what, fault.mend);
  }
  read_walk(in, root, *result);
  read_knobs(in, root, *result);
  read_pieces(in, root, *result);
  if (const toml::node* const node = root.get("train")) read_train(in, *node, *result);
  if (const toml::node* const node = root.get("state"))
    read_state(in, in.table(*node, "state"), *result);
  read_lesson(in, root, *result);
  note_script(*result);
  return result;
}

}  // namespace qkv
