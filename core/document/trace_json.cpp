#include "core/document/trace_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text/quoted.h"

namespace qkv {
namespace {

constexpr std::size_t kPiece = 1 << 16;

struct Json {
  const std::function<void(std::string_view)>& sink;
  std::string pending;

  void put(std::string_view text) {
    pending += text;
    if (pending.size() >= kPiece) flush();
  }
  void flush() {
    if (!pending.empty()) sink(pending);
    pending.clear();
  }
  void number(float value);
};

void Json::number(float value) {
  if (std::isnan(value)) return put("\"nan\"");
  if (std::isinf(value)) return put(value > 0 ? "\"inf\"" : "\"-inf\"");
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  put({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())});
}

/// [rows][columns], or [heads][rows][columns] when there are several heads.
template <class Cell>
void matrix(Json& json, const Trace& trace, int columns, Cell cell) {
  if (trace.heads > 1) json.put("[");
  for (int h = 0; h < trace.heads; ++h) {
    json.put(h > 0 ? ",\n   [" : "[");
    for (int r = 0; r < trace.n; ++r) {
      json.put(r > 0 ? ",\n    [" : "[");
      for (int c = 0; c < columns; ++c) {
        if (c > 0) json.put(", ");
        cell(h, r, c);
      }
      json.put("]");
    }
    json.put("]");
  }
  if (trace.heads > 1) json.put("]");
}

void words(Json& json, std::string_view key, const std::vector<std::string>& list) {
  json.put(",\n  \"");
  json.put(key);
  json.put("\": [");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) json.put(", ");
    json.put(quoted_text(list[i]));
  }
  json.put("]");
}

void fully_masked_rows(Json& json, const Trace& trace) {
  json.put(",\n  \"fully_masked_rows\": ");
  if (trace.heads > 1) json.put("[");
  for (int h = 0; h < trace.heads; ++h) {
    json.put(h > 0 ? ", [" : "[");
    bool first = true;
    for (int r = 0; r < trace.n; ++r) {
      if (!trace.fully_masked(h, r)) continue;
      if (!first) json.put(", ");
      json.put(std::to_string(r));
      first = false;
    }
    json.put("]");
  }
  if (trace.heads > 1) json.put("]");
}

/// What the weights of each row or column add up to: with a broken rule not always 1.
void totals(Json& json, std::string_view key, const Trace& trace, int count,
            float (Trace::*total)(int, int) const) {
  json.put(",\n  \"" + std::string(key) + "\": ");
  if (trace.heads > 1) json.put("[");
  for (int h = 0; h < trace.heads; ++h) {
    json.put(h > 0 ? ", [" : "[");
    for (int i = 0; i < count; ++i) {
      if (i > 0) json.put(", ");
      json.number((trace.*total)(h, i));
    }
    json.put("]");
  }
  if (trace.heads > 1) json.put("]");
}

/// Each as [rows][columns], or [heads][rows][columns]; one row is a plain list.
void pieces(Json& json, const Pieces& pieces) {
  json.put(",\n  \"pieces\": {");
  bool first = true;
  for (const auto& [name, tensor] : pieces.computed) {
    json.put((first ? "\n   " : ",\n   ") + quoted_text(name) + ": ");
    first = false;
    std::size_t i = 0;
    if (tensor.heads > 1) json.put("[");
    for (int h = 0; h < tensor.heads; ++h) {
      if (h > 0) json.put(", ");
      if (tensor.rows > 1) json.put("[");
      for (int r = 0; r < tensor.rows; ++r) {
        json.put(r > 0 ? ", [" : "[");
        for (int c = 0; c < tensor.columns; ++c) {
          if (c > 0) json.put(", ");
          json.number(tensor.data[i++]);
        }
        json.put("]");
      }
      if (tensor.rows > 1) json.put("]");
    }
    if (tensor.heads > 1) json.put("]");
  }
  json.put("\n  }");
}

/// [rows][columns], or [heads][rows][columns].
void tensor(Json& json, std::string_view key, const Tensor& t) {
  json.put(",\n  \"" + std::string(key) + "\": ");
  if (t.heads > 1) json.put("[");
  for (int h = 0; h < t.heads; ++h) {
    json.put(h > 0 ? ",\n   [" : "[");
    for (int r = 0; r < t.rows; ++r) {
      json.put(r > 0 ? ",\n    [" : "[");
      const auto row = t.view().row(h, r);
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (c > 0) json.put(", ");
        json.number(row[c]);
      }
      json.put("]");
    }
    json.put("]");
  }
  if (t.heads > 1) json.put("]");
}

/// The vectors, and what they were made of.
void vectors(Json& json, const Document& document) {
  if (document.projection) {
    const Projection& own = *document.projection;
    tensor(json, "x", own.embeddings);
    tensor(json, "w_q", own.w_q);
    tensor(json, "w_k", own.w_k);
    tensor(json, "w_v", own.w_v);
  }
  if (document.queries.data.empty()) return;
  tensor(json, "q", document.queries);
  tensor(json, "k", document.keys);
  tensor(json, "v", document.values);
}

/// A whole run of [train], from its start to its end; `document` says how far it has come.
void training_run(Json& json, const Document& document, const Document& end) {
  const Training& run = *end.training;
  const auto word = [&](int row) {
    return quoted_text(document.query_words[static_cast<std::size_t>(row)]);
  };
  json.put(",\n  \"train\": {\"query\": " + word(run.query) + ", \"key\": " + word(run.key) +
           ", \"rate\": ");
  json.number(run.rate);
  json.put(", \"steps\": " + std::to_string(run.steps) +
           ", \"done\": " + std::to_string(document.training->done()) + ",\n   \"weights\": [");
  for (std::size_t i = 0; i < run.path.size(); ++i) {
    if (i > 0) json.put(", ");
    json.number(run.path[i]);
  }
  json.put("]");
  tensor(json, "start_w_q", run.start_w_q);
  tensor(json, "start_w_k", run.start_w_k);
  tensor(json, "end_w_q", end.projection->w_q);
  tensor(json, "end_w_k", end.projection->w_k);
  json.put("}");
}

void finish(Json& json) {
  json.put("\n}\n");
  json.flush();
}

/// Does any row see other keys when the queries stand at the other end?
bool alignment_matters(const Trace& trace) {
  Mask other = trace.options.mask;
  other.align = other.align == CausalAlign::end ? CausalAlign::start : CausalAlign::end;
  for (int row = 0; row < trace.n; ++row)
    if (visible_keys(other, row, trace.n, trace.m) !=
        visible_keys(trace.options.mask, row, trace.n, trace.m))
      return true;
  return false;
}

Array array_of(const Trace& trace, int columns, std::vector<float> numbers) {
  Array array;
  if (trace.heads > 1) array.shape.push_back(trace.heads);
  array.shape.push_back(trace.n);
  array.shape.push_back(columns);
  array.dtype = "<f4";
  array.numbers = std::move(numbers);
  return array;
}

template <class Cell>
std::vector<float> all_cells(const Trace& trace, Cell cell) {
  std::vector<float> numbers;
  numbers.reserve(static_cast<std::size_t>(trace.heads) * static_cast<std::size_t>(trace.n) *
                  static_cast<std::size_t>(trace.m));
  for (int h = 0; h < trace.heads; ++h)
    for (int r = 0; r < trace.n; ++r)
      for (int c = 0; c < trace.m; ++c) numbers.push_back(cell(h, r, c));
  return numbers;
}

/// Words and every stage there are numbers of.
void stages(Json& json, const Document& document, const Trace& trace) {
  words(json, "words", document.query_words);
  if (document.key_words != document.query_words) words(json, "key_words", document.key_words);
  const auto stage = [&](std::string_view key, int columns, auto cell) {
    json.put(",\n  \"");
    json.put(key);
    json.put("\": ");
    matrix(json, trace, columns, cell);
  };
  if (trace.has_scores)
    stage("scores", trace.m, [&](int h, int r, int c) { json.number(trace.score(h, r, c)); });
  if (trace.has_scaled) {
    stage("scaled", trace.m, [&](int h, int r, int c) { json.number(trace.scaled(h, r, c)); });
    stage("masked", trace.m, [&](int h, int r, int c) {
      trace.visible(h, r, c) ? json.number(trace.masked(h, r, c)) : json.put("null");
    });
  }
  if (trace.has_weights)
    stage("weights", trace.m, [&](int h, int r, int c) { json.number(trace.weight(h, r, c)); });
  if (trace.has_output)
    stage("output", trace.dv, [&](int h, int r, int c) {
      json.number(trace.output_row(h, r)[static_cast<std::size_t>(c)]);
    });
}

}  // namespace

void write_trace_json(const Document& document, const Trace& trace, std::optional<int> word,
                      const std::function<void(std::string_view)>& sink,
                      const std::optional<TracedState>& a, const Document* end_of_run) {
  Json json{sink, {}};
  json.put("{\n  \"format\": 1");
  if (document.pieces) json.put(",\n  \"lesson\": " + quoted_text(document.id));
  stages(json, document, trace);
  vectors(json, document);
  if (document.training && end_of_run != nullptr) training_run(json, document, *end_of_run);
  if (document.pieces) pieces(json, *document.pieces);
  if (trace.heads == 0) return finish(json);
  fully_masked_rows(json, trace);
  if (alignment_matters(trace))
    json.put(trace.options.mask.align == CausalAlign::end ? ",\n  \"causal_align\": \"end\""
                                                          : ",\n  \"causal_align\": \"start\"");
  if (is_broken(trace.options.variant)) {
    json.put(",\n  \"variant\": " + quoted_text(variant_text(trace.options.variant)));
    totals(json, "row_sums", trace, trace.n, &Trace::row_total);
    totals(json, "column_sums", trace, trace.m, &Trace::column_total);
  }
  if (word) json.put(",\n  \"word\": " + std::to_string(*word));
  if (a) {
    json.put(",\n  \"a\": {\n  \"format\": 1");
    stages(json, a->document, a->trace);
    json.put("\n  }");
  }
  finish(json);
}

std::map<std::string, Array> trace_arrays(const Trace& trace) {
  std::map<std::string, Array> arrays;
  const auto stage = [&](const char* name, bool there, auto cell) {
    if (there) arrays[name] = array_of(trace, trace.m, all_cells(trace, cell));
  };
  stage("scores", trace.has_scores, [&](int h, int r, int c) { return trace.score(h, r, c); });
  stage("scaled", trace.has_scaled, [&](int h, int r, int c) { return trace.scaled(h, r, c); });
  stage("masked", trace.has_scaled, [&](int h, int r, int c) {
    return trace.visible(h, r, c) ? trace.masked(h, r, c) : -std::numeric_limits<float>::infinity();
  });
  if (trace.has_weights)
    arrays["weights"] = array_of(trace, trace.m, {trace.weights.begin(), trace.weights.end()});
  if (trace.has_output)
    arrays["output"] = array_of(trace, trace.dv, {trace.output.begin(), trace.output.end()});
  return arrays;
}

void add_pieces(const Document& document, std::map<std::string, Array>& arrays) {
  if (!document.pieces) return;
  for (const auto& [name, tensor] : document.pieces->computed) {
    Array array;
    if (tensor.heads > 1) array.shape.push_back(tensor.heads);
    if (tensor.heads > 1 || tensor.rows > 1) array.shape.push_back(tensor.rows);
    array.shape.push_back(tensor.columns);
    array.dtype = "<f4";
    array.numbers = tensor.data;
    arrays[name] = std::move(array);
  }
}

}  // namespace qkv
