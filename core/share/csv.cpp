// One line a pair of words, every stage a column: what a spreadsheet or a data frame reads.

#include <array>
#include <charconv>
#include <cmath>

#include "core/session/knob_places.h"
#include "core/share/writers.h"

namespace qkv {
namespace {

// RFC 4180: quoted where a comma, a quote or a line break asks for it. A sign that a spreadsheet
// would take for the beginning of a formula is a word like any other here.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string number(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

std::string pairs(const Document& document, const Trace& trace) {
  std::string text = "head,row,query,column,key";
  const auto stage = [&](bool there, const char* name) {
    if (there) text += std::string(",") + name;
  };
  stage(trace.has_scores, "score");
  stage(trace.has_scaled, "scaled");
  stage(trace.has_scaled, "masked");
  stage(trace.has_weights, "weight");
  text += "\r\n";
  for (int h = 0; h < trace.heads; ++h)
    for (int r = 0; r < trace.n; ++r)
      for (int c = 0; c < trace.m; ++c) {
        text += std::to_string(h) + "," + std::to_string(r) + "," +
                field(document.query_words[static_cast<std::size_t>(r)]) + "," + std::to_string(c) +
                "," + field(document.key_words[static_cast<std::size_t>(c)]);
        if (trace.has_scores) text += "," + number(trace.score(h, r, c));
        if (trace.has_scaled)
          text += "," + number(trace.scaled(h, r, c)) + "," +
                  (trace.visible(h, r, c) ? number(trace.masked(h, r, c)) : "-inf");
        if (trace.has_weights) text += "," + number(trace.weight(h, r, c));
        text += "\r\n";
      }
  return text;
}

// A lesson without attention has its own numbers.
std::string pieces(const Document& document) {
  std::string text = "piece,head,row,column,value\r\n";
  if (!document.pieces) return text;
  for (const auto& [name, tensor] : document.pieces->computed) {
    std::size_t i = 0;
    for (int h = 0; h < tensor.heads; ++h)
      for (int r = 0; r < tensor.rows; ++r)
        for (int c = 0; c < tensor.columns; ++c)
          text += field(name) + "," + std::to_string(h) + "," + std::to_string(r) + "," +
                  std::to_string(c) + "," + number(tensor.data[i++]) + "\r\n";
  }
  return text;
}

}  // namespace

std::string write_csv(ExportSource& source) {
  const Trace& now = source.trace();
  return now.heads > 0 ? pairs(*source.session.document, now) : pieces(*as_turned(source.session));
}

}  // namespace qkv
