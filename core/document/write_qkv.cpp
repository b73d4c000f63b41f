// The program's own writer of .qkv: fixed key order, shortest floats, the same bytes each time.

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/document/qkv_file.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/quoted.h"

namespace qkv {
namespace {

struct Writer {
  const Document& document;
  std::string out;

  void put(const std::string& key, const std::string& value) { out += key + " = " + value + "\n"; }
  void text(const std::string& key, const std::string& value) { put(key, quoted_text(value)); }

  std::string number(float value, const std::string& key) const {
    if (std::isfinite(value)) return shortest(value);
    throw InputError(document.origin + ": " + key + " holds " +
                     (std::isnan(value) ? "NaN" : "infinity") +
                     ", which a scene cannot keep; save it as a reference to its .npz");
  }
};

std::string list_of(const std::vector<std::string>& words) {
  std::string text = "[";
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i > 0 ? ", " : "") + quoted_text(words[i]);
  return text + "]";
}

/// [heads][rows][columns] with one row a line; without the outer list when there is one head.
template <class Cell>
std::string rows_of(int heads, int rows, int columns, Cell cell) {
  std::string text = "[\n";
  std::size_t i = 0;
  for (int h = 0; h < heads; ++h) {
    if (heads > 1) text += "  [\n";
    for (int r = 0; r < rows; ++r) {
      text += heads > 1 ? "    [" : "  [";
      for (int c = 0; c < columns; ++c) text += (c > 0 ? ", " : "") + cell(i++);
      text += "],\n";
    }
    if (heads > 1) text += "  ],\n";
  }
  return text + "]";
}

void write_tensor(Writer& writer, const std::string& key, const Tensor& t) {
  writer.put(key, rows_of(t.heads, t.rows, t.columns,
                          [&](std::size_t i) { return writer.number(t.data[i], key); }));
}

void write_head(Writer& w) {
  const Document& d = w.document;
  w.put("format", "1");
  w.text("title", d.title);
  if (d.course > 0) w.put("course", std::to_string(d.course));
  w.text("data", std::string(provenance_text(d.provenance)));
  w.text("note", d.provenance_note);
  w.out += "\n";
  if (d.tensors) {
    w.text("tensors", d.tensors->path);
    if (!d.tensors->sha256.empty()) w.text("sha256", d.tensors->sha256);
    if (d.file_batch > 0) w.put("batch", std::to_string(d.file_batch));
    return;
  }
  const auto after = d.parts.end() - d.parts_after;
  if (d.parts.begin() != after) w.put("parts", list_of({d.parts.begin(), after}));
  if (d.parts_after > 0) w.put("parts_after", list_of({after, d.parts.end()}));
  if (d.takes_beside) w.put("takes_beside", "true");
  if (d.only_parts) w.text("walk", "parts");
  if (!d.head_names.empty()) w.put("head_names", list_of(d.head_names));
  w.put("words", list_of(d.query_words));
  if (d.key_words != d.query_words) w.put("key_words", list_of(d.key_words));
  if (d.projection) {
    write_tensor(w, "embeddings", d.projection->embeddings);
    write_tensor(w, "w_q", d.projection->w_q);
    write_tensor(w, "w_k", d.projection->w_k);
    write_tensor(w, "w_v", d.projection->w_v);
  } else if (d.recording && d.layers() == 1 && d.batches() == 1 && d.recording->scaled.empty()) {
    write_tensor(w, "weights", d.recording->weights.front());
  } else if (d.recording) {
    throw InputError(d.origin + ": recorded attention is kept by reference; name its .npz");
  } else if (!d.queries.data.empty()) {
    write_tensor(w, "queries", d.queries);
    write_tensor(w, "keys", d.keys);
    write_tensor(w, "values", d.values);
  }
}

void write_options(Writer& w) {
  const Document& d = w.document;
  const AttentionOptions& o = d.options;
  const std::size_t before = w.out.size();
  if (!o.mask.rules.empty()) w.text("mask", mask_rules_text(o.mask.rules));
  if (o.mask.align == CausalAlign::end) w.text("causal_align", "end");
  if (o.scale)
    *o.scale == 1.0f ? w.text("scale", "off") : w.put("scale", w.number(*o.scale, "scale"));
  if (o.softcap != 0) w.put("softcap", w.number(o.softcap, "softcap"));
  if (o.temperature != 1) w.put("temperature", w.number(o.temperature, "temperature"));
  if (!o.sink.empty()) {
    std::string list;
    for (const float s : o.sink) list += (list.empty() ? "" : ", ") + w.number(s, "sink");
    w.put("sink", "[" + list + "]");
  }
  if (is_broken(o.variant)) w.text("variant", variant_text(o.variant));
  // The cells of a tensor file are read from it again.
  if (o.mask.cells && !d.tensors) {
    const BoolCells& c = *o.mask.cells;
    w.put("visible", rows_of(c.heads, c.rows, c.columns, [&](std::size_t i) {
            return std::string(c.visible[i] != 0 ? "true" : "false");
          }));
  }
  if (o.mask.bias && !d.tensors) {
    const FloatCells& c = *o.mask.bias;
    w.put("added", rows_of(c.heads, c.rows, c.columns, [&](std::size_t i) {
            // Both hide the key; only one of them can be written.
            return w.number(std::max(c.added[i], -std::numeric_limits<float>::max()), "added");
          }));
  }
  if (w.out.size() > before) w.out.insert(before, "\n[options]\n");
}

void write_state(Writer& w) {
  const InitialState& s = w.document.state;
  const std::size_t before = w.out.size();
  if (!s.word.empty()) w.text("word", s.word);
  if (!s.stage.empty()) w.text("stage", s.stage);
  if (!s.theme.empty()) w.text("theme", s.theme);
  if (s.layer > 0) w.put("layer", std::to_string(s.layer));
  if (s.batch > 0) w.put("batch", std::to_string(s.batch));
  if (s.head > 0) w.put("head", std::to_string(s.head));
  if (!s.picture.empty()) w.text("picture", s.picture);
  if (!s.actions.empty()) w.text("actions", s.actions);
  if (w.out.size() > before) w.out.insert(before, "\n[state]\n");
}

void write_train(Writer& w) {
  if (!w.document.training) return;
  const Training& t = *w.document.training;
  w.out += "\n[train]\n";
  w.put("query", std::to_string(t.query));
  w.put("key", std::to_string(t.key));
  w.put("rate", w.number(t.rate, "rate"));
  w.put("steps", std::to_string(t.steps));
  write_tensor(w, "w_q", t.start_w_q);
  write_tensor(w, "w_k", t.start_w_k);
  if (!t.on()) return;
  std::string path;
  for (const float weight : t.path) path += (path.empty() ? "" : ", ") + w.number(weight, "path");
  w.put("path", "[" + path + "]");
  write_tensor(w, "own_w_q", t.own_w_q);
  write_tensor(w, "own_w_k", t.own_w_k);
  w.text("own_data", std::string(provenance_text(t.own_provenance)));
  w.text("own_note", t.own_note);
}

void write_pieces(Writer& w) {
  if (!w.document.pieces) return;
  w.out += "\n[" + quoted_text(w.document.pieces->kind) + "]\n";
  if (!w.document.pieces->words.empty()) w.put("words", list_of(w.document.pieces->words));
  for (const auto& [name, tensor] : w.document.pieces->given) write_tensor(w, name, tensor);
}

void write_knobs(Writer& w) {
  for (const Knob& knob : w.document.knobs) {
    w.out += "\n[[knob]]\n";
    w.text("name", knob.name);
    if (!knob.parts.empty()) w.put("parts", list_of(knob.parts));
    if (!knob.choices.empty()) {
      w.put("choices", list_of(knob.choices));
      w.text("start", place_text(knob, knob.start));
      continue;
    }
    std::string values;
    for (const float value : knob.values)
      values += (values.empty() ? "" : ", ") + w.number(value, "values");
    w.put("values", "[" + values + "]");
    w.put("start", place_text(knob, knob.start));
  }
}

void write_knob_texts(Writer& w) {
  for (const Knob& knob : w.document.knobs) {
    std::set<std::string> languages;
    for (const auto& [language, label] : knob.label) languages.insert(language);
    for (const auto& [language, options] : knob.options) languages.insert(language);
    for (const std::string& language : languages) {
      w.out += "\n[text." + quoted_text(language) + "." + quoted_text("knob:" + knob.name) + "]\n";
      if (const auto it = knob.label.find(language); it != knob.label.end())
        w.text("label", it->second);
      if (const auto it = knob.options.find(language); it != knob.options.end())
        w.put("options", list_of(it->second));
    }
  }
}

/// Title, note and names of heads in other languages.
void write_own_texts(Writer& w) {
  const Document& d = w.document;
  std::set<std::string> languages;
  for (const auto& [language, title] : d.titles) languages.insert(language);
  for (const auto& [language, names] : d.head_names_in) languages.insert(language);
  for (const auto& [language, note] : d.notes)
    if (language != "en" || note != d.provenance_note) languages.insert(language);
  for (const std::string& language : languages) {
    w.out += "\n[text." + quoted_text(language) + "]\n";
    if (const auto it = d.titles.find(language); it != d.titles.end()) w.text("title", it->second);
    if (const auto it = d.notes.find(language); it != d.notes.end()) w.text("note", it->second);
    if (const auto it = d.head_names_in.find(language); it != d.head_names_in.end())
      w.put("head_names", list_of(it->second));
  }
}

void write_texts(Writer& w) {
  const Document& d = w.document;
  for (const StepText& step : d.steps) {
    w.out += "\n[[step]]\n";
    w.text("at", step.at);
    if (!step.knobs.empty()) w.text("knobs", settings_text(step.knobs, d.knobs));
    if (!step.formula.empty()) w.text("formula", step.formula);
    if (step.seconds > 0) w.put("seconds", w.number(step.seconds, "seconds"));
  }
  for (const Question& q : d.questions) {
    constexpr const char* kKinds[] = {"word", "cell", "choose", "number"};
    w.out += "\n[[question]]\n";
    w.text("id", q.id);
    w.text("kind", kKinds[static_cast<std::size_t>(q.kind)]);
    if (!q.word.empty()) w.text("word", q.word);
    if (!q.at.empty()) w.text("at", q.at);
    if (!q.show.empty()) w.text("show", q.show);
    if (!q.with.empty()) w.text("with", q.with);
    std::vector<std::string> conditions;
    for (const Condition& c : q.holds) conditions.push_back(condition_text(c, d));
    if (q.kind == Question::Kind::choose)
      w.put("holds", list_of(conditions));
    else
      w.text("answer", condition_text(q.answer, d));
  }
  write_own_texts(w);
  for (const StepText& step : d.steps) {
    std::map<std::string, std::pair<const std::string*, const std::string*>> languages;
    for (const auto& [language, title] : step.title) languages[language].first = &title;
    for (const auto& [language, text] : step.text) languages[language].second = &text;
    for (const auto& [language, words] : languages) {
      w.out += "\n[text." + quoted_text(language) + "." + quoted_text(step.at) + "]\n";
      if (words.first != nullptr) w.text("title", *words.first);
      if (words.second != nullptr) w.text("text", *words.second);
    }
  }
  for (const Question& q : d.questions) {
    std::set<std::string> languages;
    for (const auto* const texts : {&q.text, &q.why})
      for (const auto& [language, words] : *texts) languages.insert(language);
    for (const auto& [language, options] : q.options) languages.insert(language);
    for (const std::string& language : languages) {
      w.out += "\n[text." + quoted_text(language) + "." + quoted_text("question:" + q.id) + "]\n";
      if (const auto it = q.text.find(language); it != q.text.end()) w.text("text", it->second);
      if (const auto it = q.why.find(language); it != q.why.end()) w.text("why", it->second);
      if (const auto it = q.options.find(language); it != q.options.end())
        w.put("options", list_of(it->second));
    }
  }
}

}  // namespace

std::string write_qkv(const Document& document) {
  Writer writer{document, {}};
  write_head(writer);
  write_options(writer);
  write_train(writer);
  write_pieces(writer);
  write_knobs(writer);
  write_state(writer);
  write_texts(writer);
  write_knob_texts(writer);
  return writer.out;
}

}  // namespace qkv
