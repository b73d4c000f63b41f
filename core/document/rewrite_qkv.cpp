#include "core/document/rewrite_qkv.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/document/qkv_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

/// A stretch of whole lines: a header, a key with its value, or what lies between.
struct Piece {
  enum class Kind { header, value, between } kind = Kind::between;
  std::string section;             ///< "", "options", "step#1": which table it belongs to
  std::string key;                 ///< of a value
  std::string_view text;           ///< whole lines
  std::size_t begin = 0, end = 0;  ///< of the value, within text
};

/// Past a string that begins at `i`.
std::size_t past_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const std::string three(3, quote);
  const bool long_one = text.substr(i, 3) == three;
  i += long_one ? 3 : 1;
  while (i < text.size()) {
    if (quote == '"' && text[i] == '\\') {
      i += 2;
    } else if (long_one ? text.substr(i, 3) == three : text[i] == quote) {
      i += long_one ? 3 : 1;
      while (long_one && i < text.size() && text[i] == quote) ++i;  // quotes before the last three
      return i;
    } else {
      ++i;
    }
  }
  return text.size();
}

std::size_t line_end(std::string_view text, std::size_t i) {
  return std::min(text.find('\n', i), text.size());
}

/// Past a value that begins at `i`: to the end of its line, or of the line where its list ends.
std::size_t past_value(std::string_view text, std::size_t i) {
  int depth = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = past_string(text, i);
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == '#' && depth > 0) {
      i = line_end(text, i);
      continue;
    }
    if ((c == '#' || c == '\n') && depth <= 0) break;
    ++i;
  }
  while (i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t' || text[i - 1] == '\r')) --i;
  return i;
}

/// a."b c".d as its parts, each without quotes, so that one name has one spelling.
std::string plain_name(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    const char c = name[i];
    if (c == '"' || c == '\'') {
      const std::size_t end = past_string(name, i);
      out += name.substr(i + 1, end - i - 2);
      i = end;
    } else {
      if (c == '.') out += '\x1f';
      if (c != '.' && c != ' ' && c != '\t') out += c;
      ++i;
    }
  }
  return out;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  std::vector<Piece> cut() {
    while (at_ < text_.size()) {
      const std::size_t first = text_.find_first_not_of(" \t", at_);
      const char c = first < text_.size() ? text_[first] : '\n';
      if (c == '\n' || c == '\r' || c == '#')
        add(Piece::Kind::between, line_end(text_, at_));
      else if (c == '[')
        header(first);
      else
        value(first);
    }
    return std::move(pieces_);
  }

 private:
  Piece& add(Piece::Kind kind, std::size_t end) {
    end = std::min(text_.size(), end + 1);
    Piece piece;
    piece.kind = kind;
    piece.section = section_;
    piece.text = text_.substr(at_, end - at_);
    pieces_.push_back(std::move(piece));
    at_ = end;
    return pieces_.back();
  }

  void header(std::size_t first) {
    const bool list = text_.substr(first, 2) == "[[";
    const std::size_t begin = first + (list ? 2 : 1);
    std::size_t end = begin;
    while (end < text_.size() && text_[end] != ']' && text_[end] != '\n')
      end = text_[end] == '"' || text_[end] == '\'' ? past_string(text_, end) : end + 1;
    section_ = plain_name(text_.substr(begin, end - begin));
    if (list) section_ += "#" + std::to_string(count_[section_]++);
    add(Piece::Kind::header, line_end(text_, end));
  }

  void value(std::size_t first) {
    std::size_t equals = first;
    while (equals < text_.size() && text_[equals] != '=' && text_[equals] != '\n')
      equals =
          text_[equals] == '"' || text_[equals] == '\'' ? past_string(text_, equals) : equals + 1;
    std::size_t begin = std::min(text_.size(), equals + 1);
    while (begin < text_.size() && (text_[begin] == ' ' || text_[begin] == '\t')) ++begin;
    const std::size_t end = past_value(text_, begin), from = at_;
    const std::string key = plain_name(text_.substr(first, equals - first));
    Piece& piece = add(Piece::Kind::value, line_end(text_, end));
    piece.key = key;
    piece.begin = begin - from;
    piece.end = end - from;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string section_;
  std::map<std::string, int> count_;
  std::vector<Piece> pieces_;
};

using Name = std::pair<std::string, std::string>;  // section, key
using Values = std::map<Name, std::string_view>;

Values values_of(const std::vector<Piece>& pieces) {
  Values values;
  for (const Piece& piece : pieces)
    if (piece.kind == Piece::Kind::value)
      values[{piece.section, piece.key}] = piece.text.substr(piece.begin, piece.end - piece.begin);
  return values;
}

/// The old pieces with what changed from `base` to `fresh`, both in the program's own writing.
class Rewriter {
 public:
  Rewriter(const std::vector<Piece>& base, const std::vector<Piece>& fresh)
      : fresh_pieces_(fresh), base_(values_of(base)), fresh_(values_of(fresh)) {
    for (const Piece& piece : base) base_sections_.insert(piece.section);
    for (const Piece& piece : fresh) fresh_sections_.insert(piece.section);
  }

  std::string write(const std::vector<Piece>& old) {
    for (const Piece& piece : old) old_sections_.insert(piece.section);
    const Values written = values_of(old);
    for (std::size_t i = 0; i < old.size(); ++i) {
      keep(old[i]);
      const bool last = i + 1 == old.size() || old[i + 1].section != old[i].section;
      if (last) add_missing(old[i].section, written);
    }
    for (const Piece& piece : fresh_pieces_)
      if (old_sections_.count(piece.section) == 0) out_ += piece.text;
    return std::move(out_);
  }

 private:
  void keep(const Piece& piece) {
    if (base_sections_.count(piece.section) > 0 && fresh_sections_.count(piece.section) == 0)
      return;  // the whole table went
    const Name name{piece.section, piece.key};
    const auto was = base_.find(name), is = fresh_.find(name);
    const bool value = piece.kind == Piece::Kind::value && was != base_.end();
    if (value && is == fresh_.end()) return;
    if (!value || was->second == is->second) {
      out_ += piece.text;
      return;
    }
    out_ += piece.text.substr(0, piece.begin);
    out_ += is->second;
    out_ += piece.text.substr(piece.end);
  }

  void add_missing(const std::string& section, const Values& written) {
    for (const Piece& piece : fresh_pieces_) {
      if (piece.kind != Piece::Kind::value || piece.section != section) continue;
      const Name name{section, piece.key};
      const auto was = base_.find(name);
      const bool changed = was == base_.end() || was->second != fresh_.at(name);
      if (!changed || written.count(name) > 0) continue;
      if (!out_.empty() && out_.back() != '\n') out_ += '\n';
      out_ += piece.text;
    }
  }

  const std::vector<Piece>& fresh_pieces_;
  Values base_, fresh_;
  std::set<std::string> base_sections_, fresh_sections_, old_sections_;
  std::string out_;
};

}  // namespace

std::optional<std::string> rewrite_qkv(std::string_view old_text, const Document& scene) {
  try {
    const DocumentPtr old = parse_qkv(old_text, scene.origin, scene.id);
    const std::string base = write_qkv(*old), fresh = write_qkv(scene);
    const std::vector<Piece> base_pieces = Cutter(base).cut(), fresh_pieces = Cutter(fresh).cut();
    std::string text = Rewriter(base_pieces, fresh_pieces).write(Cutter(old_text).cut());
    const DocumentPtr again = parse_qkv(text, scene.origin, scene.id);
    const DocumentPtr wanted = parse_qkv(fresh, scene.origin, scene.id);
    if (*again == *wanted) return text;
  } catch (const InputError&) {
    // The old text is no scene, or the two do not go together.
  }
  return std::nullopt;
}

bool has_comments(std::string_view toml) {
  for (const Piece& piece : Cutter(toml).cut()) {
    const std::string_view rest =
        piece.kind == Piece::Kind::value ? piece.text.substr(piece.end) : piece.text;
    if (piece.kind != Piece::Kind::header && rest.find('#') != rest.npos) return true;
    if (piece.kind == Piece::Kind::header && rest.find('#', rest.rfind(']')) != rest.npos)
      return true;
    // A list may hold comments between its rows.
    const std::string_view value = piece.text.substr(piece.begin, piece.end - piece.begin);
    if (piece.kind == Piece::Kind::value && value.find('\n') != value.npos &&
        value.front() == '[' && value.find('#') != value.npos)
      return true;
  }
  return false;
}

}  // namespace qkv
