#include "core/document/reference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/document/document.h"
#include "core/document/reference_parts.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

using Kind = Reference::Kind;

enum class Takes { query_key, query, key, query_dim, key_dim, piece };
struct KindRow {
  std::string_view name;
  Kind kind;
  Takes takes;
};
constexpr std::array<KindRow, 20> kKinds = {{
    {"score", Kind::score, Takes::query_key},
    {"scaled", Kind::scaled, Takes::query_key},
    {"masked", Kind::masked, Takes::query_key},
    {"exp", Kind::exp, Takes::query_key},
    {"weight", Kind::weight, Takes::query_key},
    {"percent", Kind::percent, Takes::query_key},
    {"visible", Kind::visible, Takes::query_key},
    {"max", Kind::max, Takes::query},
    {"sum", Kind::sum, Takes::query},
    {"sees", Kind::sees, Takes::query},
    {"best", Kind::best, Takes::query},
    {"total", Kind::total, Takes::query},
    {"handed", Kind::handed, Takes::key},
    {"q", Kind::query, Takes::query_dim},
    {"x", Kind::embedding, Takes::query_dim},
    {"z", Kind::output, Takes::query_dim},
    {"k", Kind::key, Takes::key_dim},
    {"v", Kind::value, Takes::key_dim},
    {"piece", Kind::piece, Takes::piece},
    {"piece_percent", Kind::piece_percent, Takes::piece},
}};

constexpr std::array<std::string_view, 23> kMomentNames = {
    "line",        "lines",   "Line", "cross",  "reading", "word",  "key",    "best",
    "keys",        "visible", "rest", "hidden", "d",       "score", "scaled", "weight",
    "best_weight", "percent", "max",  "sum",    "q",       "z",     "head"};

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> pieces_of(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view piece = trim(text.substr(0, end));
    if (!piece.empty()) pieces.push_back(piece);
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return pieces;
}

bool real(std::string_view text, float& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

std::string word_name(int index, const std::vector<std::string>& words) {
  if (index == Reference::kAny) return "?";
  const auto i = static_cast<std::size_t>(index);
  const auto before = std::count(words.begin(), words.begin() + index, words[i]);
  return before == 0 ? words[i] : words[i] + "#" + std::to_string(before + 1);
}

const KindRow& row_of(Kind kind) {
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [&](const KindRow& row) { return row.kind == kind; });
}

const KindRow& kind_named(std::string_view name) {
  std::vector<std::string_view> names;
  std::string all;
  for (const KindRow& row : kKinds) {
    if (row.name == name) return row;
    names.push_back(row.name);
    all += (all.empty() ? "" : ", ") + std::string(row.name);
  }
  const std::string near = nearest(name, names);
  throw InputError("\"" + std::string(name) + "\" names no number; " +
                   (near.empty() ? "there are " + all : "did you mean " + near + "?"));
}

constexpr std::string_view usage_of(Takes takes) {
  switch (takes) {
    case Takes::query_key:
      return "QUERY KEY";
    case Takes::query:
      return "QUERY";
    case Takes::key:
      return "KEY";
    case Takes::query_dim:
      return "QUERY, perhaps with a number from 1";
    case Takes::key_dim:
      return "KEY, perhaps with a number from 1";
    case Takes::piece:
      break;
  }
  return "NAME, perhaps ROW and COLUMN from 1";
}

/// `knobs`: may they be turned?
void read_changes(std::string_view text, const Document& document, bool knobs, Reference& result) {
  for (const std::string_view change : pieces_of(text, ',')) {
    const std::size_t space = std::min(change.find(' '), change.size());
    const std::string_view name = change.substr(0, space), value = trim(change.substr(space));
    int head = 0;
    if (name == "scale" && (value == "on" || value == "off")) {
      result.scale = value == "on";
    } else if (float factor = 0; name == "scale" && real(value, factor)) {
      result.factor = factor;
    } else if (name == "variant" && !value.empty()) {
      result.variant = parse_variant(value);
    } else if (name == "mask" && !value.empty()) {
      result.rules = parse_mask_rules(value);
    } else if (name == "head" && whole(value, head) && head >= 1 && head <= document.heads()) {
      result.head = head - 1;
    } else if (name == "knob" && !value.empty() && knobs) {
      const auto settings = parse_settings(value, document.knobs);
      result.knobs.insert(result.knobs.end(), settings.begin(), settings.end());
    } else if (int digits = 0; name == "digits" && is_piece(result.kind) && whole(value, digits) &&
                               digits >= 0 && digits <= 6) {
      result.digits = digits;
    } else if (change == "apart" && result.kind == Reference::Kind::piece) {
      result.digits = kApart;
    } else if (change == "bytes" && result.kind == Reference::Kind::piece) {
      result.digits = kBytes;
    } else if (int figures = 0; name == "figures" && is_piece(result.kind) &&
                                whole(value, figures) && figures >= 1 && figures <= 6) {
      result.figures = figures;
    } else {
      throw InputError(
          "\"" + std::string(change) +
          "\" changes nothing; after | write scale on, scale off, scale FACTOR, mask RULES, "
          "variant NAME=VALUE or head 1 to " +
          std::to_string(document.heads()));
    }
  }
}

int columns_of(Kind kind, const Document& document) {
  switch (kind) {
    case Kind::query:
    case Kind::key:
      return document.queries.columns;
    case Kind::embedding:
      return document.projection ? document.projection->embeddings.columns : 0;
    default:
      return document.values.columns;
  }
}

}  // namespace

std::string kinds_of_references() {
  std::string all;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const bool last = i + 1 == kKinds.size() || kKinds[i + 1].takes != kKinds[i].takes;
    all += std::string(kKinds[i].name);
    all += last ? " " + std::string(usage_of(kKinds[i].takes)) : std::string();
    if (i + 1 < kKinds.size()) all += last ? "; " : ", ";
  }
  return all;
}

void apply_changes(const Reference& r, AttentionOptions& options) {
  if (r.rules) options.mask.rules = *r.rules;
  if (r.scale) options.scale = *r.scale ? std::nullopt : std::optional<float>(1.0f);
  if (r.factor) options.scale = *r.factor;
  if (r.variant) options.variant = *r.variant;
}

Reference parse_reference(std::string_view given, const Document& document) {
  const std::size_t bar = std::min(given.find('|'), given.size());
  const std::vector<std::string_view> parts = pieces_of(given.substr(0, bar), ' ');
  if (parts.empty()) throw InputError("no number is named; write for instance weight its cat");
  const KindRow& row = kind_named(parts.front());
  Reference result;
  result.kind = row.kind;
  const bool dim = row.takes == Takes::query_dim || row.takes == Takes::key_dim;
  const bool piece = row.takes == Takes::piece;
  const std::size_t least = row.takes == Takes::query_key ? 3 : 2;
  const std::size_t most = piece ? 4 : least + (dim ? 1 : 0);
  if (parts.size() < least || parts.size() > most)
    throw InputError("\"" + std::string(trim(given)) + "\": write " + std::string(row.name) + " " +
                     std::string(usage_of(row.takes)));
  if (piece) {
    read_piece(parts, document, result);
  } else if (row.takes == Takes::key_dim || row.takes == Takes::key) {
    result.column = word_index(parts[1], document.key_words);
  } else {
    result.row = word_index(parts[1], document.query_words);
  }
  if (row.takes == Takes::query_key) result.column = word_index(parts[2], document.key_words);
  if (dim && parts.size() == 3) {
    int number = 0;
    const int columns = columns_of(row.kind, document);
    if (!whole(parts[2], number) || number < 1 || number > columns)
      throw InputError("\"" + std::string(parts[2]) +
                       "\" is none of its numbers; count from 1 to " + std::to_string(columns));
    result.dim = number - 1;
  }
  if (bar < given.size()) read_changes(given.substr(bar + 1), document, piece, result);
  return result;
}

Reference parse_changes(std::string_view text, const Document& document) {
  Reference result;
  read_changes(text, document, true, result);
  return result;
}

std::string reference_text(const Reference& r, const Document& document) {
  const KindRow& row = row_of(r.kind);
  std::string text(row.name);
  const bool of_key = row.takes == Takes::key_dim || row.takes == Takes::key;
  if (row.takes == Takes::piece) {
    text += " " + r.piece + piece_places(r);
  } else if (!of_key) {
    text += " " + word_name(r.row, document.query_words);
  }
  if (row.takes == Takes::query_key || of_key)
    text += " " + word_name(r.column, document.key_words);
  if (r.dim >= 0) text += " " + std::to_string(r.dim + 1);
  std::string changes;
  const auto add = [&](const std::string& change) {
    changes += (changes.empty() ? " | " : ", ") + change;
  };
  if (r.scale) add(*r.scale ? "scale on" : "scale off");
  if (r.factor) add("scale " + shortest(*r.factor));
  if (r.variant) add("variant " + variant_text(*r.variant));
  if (r.rules) add("mask " + mask_rules_text(*r.rules));
  if (r.head) add("head " + std::to_string(*r.head + 1));
  for (const KnobSetting& s : r.knobs) add("knob " + settings_text({s}, document.knobs));
  if (r.digits)
    add(*r.digits == kApart   ? "apart"
        : *r.digits == kBytes ? "bytes"
                              : "digits " + std::to_string(*r.digits));
  if (r.figures) add("figures " + std::to_string(*r.figures));
  return text + changes;
}

Condition parse_condition(std::string_view text, const Document& document) {
  Condition result;
  // A variant after the bar has an = of its own; a comparison stands between spaces.
  std::size_t at = text.npos;
  for (const std::string_view sign : {" < ", " = ", " > "}) {
    const std::size_t found = text.find(sign);
    if (found != text.npos) at = std::min(at, found + 1);
  }
  if (at == text.npos && text.find('|') == text.npos) at = text.find_first_of("<=>");
  result.left = parse_reference(text.substr(0, at), document);
  if (at == text.npos) return result;
  result.compare = text[at];
  const std::string_view right = trim(text.substr(at + 1));
  const auto [end, error] =
      std::from_chars(right.data(), right.data() + right.size(), result.number);
  if (error == std::errc() && end == right.data() + right.size()) return result;
  result.number = 0;
  result.right = parse_reference(right, document);
  return result;
}

std::string condition_text(const Condition& c, const Document& document) {
  std::string text = reference_text(c.left, document);
  if (c.compare == 0) return text;
  text += std::string(" ") + c.compare + " ";
  return text +
         (c.right ? reference_text(*c.right, document) : shortest(static_cast<float>(c.number)));
}

bool holds(const Condition& c, const TraceView& view, int row, int column) {
  const double left = value_of(c.left, view, row, column);
  const double right = c.right ? value_of(*c.right, view, row, column) : c.number;
  const bool equal = left == right || std::abs(left - right) < 5e-4;
  if (c.compare == '=') return equal;
  return !equal && (c.compare == '<' ? left < right : left > right);
}

std::vector<std::string> names_in_braces(std::string_view text) {
  std::vector<std::string> names;
  for (;;) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
    if (close == text.npos) return names;
    names.emplace_back(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

bool is_name_of_moment(std::string_view name) {
  return std::find(kMomentNames.begin(), kMomentNames.end(), name) != kMomentNames.end();
}

}  // namespace qkv
