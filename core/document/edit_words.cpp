#include "core/document/edit_words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/document/edit_vectors.h"
#include "core/document/shapes.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

[[noreturn]] void refuse(std::string_view key,
                         const std::vector<std::pair<std::string_view, std::string>>& values = {}) {
  throw InputError(filled(text(key), values));
}

std::string lower(std::string word) {
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

/// Place of the `nth` such word from 0, else of the first, else of one in other case; -1: none.
int place_of(const std::vector<std::string>& words, const std::string& word, int nth) {
  int first = -1;
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    if (words[static_cast<std::size_t>(i)] != word) continue;
    if (first < 0) first = i;
    if (nth-- == 0) return i;
  }
  if (first >= 0) return first;
  for (int i = 0; i < static_cast<int>(words.size()); ++i)
    if (lower(words[static_cast<std::size_t>(i)]) == lower(word)) return i;
  return -1;
}

/// Where the vectors of a word come from.
struct Source {
  const Document* document = nullptr;  ///< null: made up
  int row = -1;
};

std::vector<Source> sources_of(const Document& document, const Document& known,
                               const std::vector<std::string>& words, const OldPlaces& from) {
  std::vector<Source> sources;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (from[i] >= 0) {
      sources.push_back({&document, from[i]});
      continue;
    }
    const auto nth = static_cast<int>(
        std::count(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i), words[i]));
    Source source;
    for (const Document* const where : {&document, &known}) {
      if (source.document || where->heads() != document.heads()) continue;
      const int row = place_of(where->query_words, words[i], nth);
      if (row >= 0) source = {where, row};
    }
    sources.push_back(source);
  }
  return sources;
}

/// FNV-1a and a finaliser: a few letters must already spread.
std::uint32_t hash_of(std::string_view word, std::uint32_t salt) {
  std::uint32_t hash = 2166136261u ^ (salt * 0x9E3779B9u);
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  hash ^= hash >> 16;
  hash *= 0x7FEB352Du;
  hash ^= hash >> 15;
  return hash;
}

float largest(const Tensor& tensor) {
  float most = 0;
  for (const float x : tensor.data)
    if (std::isfinite(x)) most = std::max(most, std::abs(x));
  return most > 0 ? std::min(most, kLargestNumber) : 1.0f;
}

/// Ten steps of a tenth of the tensor's own size to either side: numbers that look chosen by hand
/// because they are not measured.
std::vector<float> made_up(const std::string& word, const Tensor& like, std::uint32_t salt) {
  const float power = std::pow(10.0f, std::floor(std::log10(largest(like))));
  const float step = power / 2;
  const int reach = std::max(1, static_cast<int>(std::floor(largest(like) / step)));
  std::vector<float> row;
  for (int i = 0; i < like.columns; ++i) {
    const std::uint32_t hash = hash_of(word, salt * 64 + static_cast<std::uint32_t>(i));
    const int number = static_cast<int>(hash % static_cast<std::uint32_t>(2 * reach + 1)) - reach;
    row.push_back(static_cast<float>(number) * step);
  }
  return row;
}

using TensorIn = Tensor Document::*;

/// The rows of `words` in one tensor; `pick` finds it in either document.
template <class Pick>
Tensor gathered(const Document& document, const std::vector<std::string>& words,
                const std::vector<Source>& sources, std::uint32_t salt, Pick pick) {
  const Tensor& old = *pick(document);
  Tensor tensor{old.heads, static_cast<int>(words.size()), old.columns, {}};
  tensor.data.reserve(words.size() * static_cast<std::size_t>(old.heads * old.columns));
  for (int head = 0; head < old.heads; ++head)
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Tensor* const source = sources[i].document ? pick(*sources[i].document) : nullptr;
      const std::size_t end = tensor.data.size() + static_cast<std::size_t>(old.columns);
      if (source && head < source->heads && sources[i].row < source->rows) {
        const auto row = source->view().row(head, sources[i].row);
        const auto kept = std::min(row.size(), static_cast<std::size_t>(old.columns));
        tensor.data.insert(tensor.data.end(), row.begin(),
                           row.begin() + static_cast<std::ptrdiff_t>(kept));
      } else {
        const std::vector<float> row =
            made_up(words[i], old, salt + 16 * static_cast<std::uint32_t>(head));
        tensor.data.insert(tensor.data.end(), row.begin(), row.end());
      }
      tensor.data.resize(end);
    }
  return tensor;
}

void gather_vectors(Document& result, const Document& document,
                    const std::vector<std::string>& words, const std::vector<Source>& sources) {
  if (document.projection) {
    result.projection->embeddings = gathered(document, words, sources, 1, [](const Document& d) {
      return d.projection ? &d.projection->embeddings : nullptr;
    });
    const Projection& p = *result.projection;
    result.queries = projected(p.embeddings, p.w_q);
    result.keys = projected(p.embeddings, p.w_k);
    result.values = projected(p.embeddings, p.w_v);
    return;
  }
  const auto all = [&](TensorIn tensor, std::uint32_t salt) {
    result.*tensor =
        gathered(document, words, sources, salt, [=](const Document& d) { return &(d.*tensor); });
  };
  all(&Document::queries, 2);
  all(&Document::keys, 3);
  all(&Document::values, 4);
}

/// New places of the old words; -1: gone.
std::vector<int> new_places(const OldPlaces& from, int before) {
  std::vector<int> to(static_cast<std::size_t>(before), -1);
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i] >= 0 && from[i] < before)
      to[static_cast<std::size_t>(from[i])] = static_cast<int>(i);
  return to;
}

/// Does what it names still stand in the sentence?
bool follow(Reference& reference, const std::vector<int>& to) {
  for (int* const place : {&reference.row, &reference.column}) {
    if (*place < 0) continue;
    *place = to[static_cast<std::size_t>(*place)];
    if (*place < 0) return false;
  }
  return true;
}
bool follow(Condition& condition, const std::vector<int>& to) {
  return follow(condition.left, to) && (!condition.right || follow(*condition.right, to));
}

/// A word as texts name it, "the#2", in the new sentence; empty: gone.
std::optional<std::string> follow(const std::string& word, const Document& before,
                                  const Document& after, const std::vector<int>& to) {
  if (word.empty()) return word;
  try {
    Reference sees = parse_reference("sees " + word, before);
    if (!follow(sees, to)) return {};
    return reference_text(sees, after).substr(5);
  } catch (const InputError&) {
    return {};
  }
}

void keep_questions(Document& result, const Document& document, const std::vector<int>& to) {
  std::vector<Question> kept;
  for (Question question : document.questions) {
    const auto word = follow(question.word, document, result, to);
    bool there = word.has_value();
    if (question.kind == Question::Kind::choose) {
      for (Condition& condition : question.holds) there = there && follow(condition, to);
    } else {
      there = there && follow(question.answer, to);
    }
    if (!there) continue;
    question.word = *word;
    kept.push_back(std::move(question));
  }
  if (kept != document.questions.items()) result.questions = std::move(kept);
}

bool same_row(const Tensor& a, int row, const Tensor& b, int other) {
  if (a.heads != b.heads || other >= b.rows) return false;
  const auto common = static_cast<std::size_t>(std::min(a.columns, b.columns));
  for (int head = 0; head < a.heads; ++head) {
    const auto left = a.view().row(head, row), right = b.view().row(head, other);
    if (!std::equal(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(common),
                    right.begin()))
      return false;
    // Dimensions that were added are 0 until somebody writes into them.
    const auto rest = left.subspan(common);
    if (std::any_of(rest.begin(), rest.end(), [](float x) { return x != 0; })) return false;
  }
  return true;
}

}  // namespace

OldPlaces old_places(const std::vector<std::string>& before,
                     const std::vector<std::string>& after) {
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t head = 0, tail = 0;
  while (head < most && before[head] == after[head]) ++head;
  while (tail < most - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  OldPlaces from(after.size(), -1);
  for (std::size_t i = 0; i < head; ++i) from[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < tail; ++i)
    from[after.size() - 1 - i] = static_cast<int>(before.size() - 1 - i);
  std::vector<bool> taken(before.size());
  for (std::size_t i = head; i + tail < after.size(); ++i)
    for (std::size_t j = head; j + tail < before.size(); ++j) {
      if (taken[j] || before[j] != after[i]) continue;
      taken[j] = true;
      from[i] = static_cast<int>(j);
      break;
    }
  if (before.size() != after.size()) return from;
  std::size_t j = head;
  for (std::size_t i = head; i + tail < after.size(); ++i) {
    if (from[i] >= 0) continue;
    while (taken[j]) ++j;
    from[i] = static_cast<int>(j++);
  }
  return from;
}

void check_words_editable(const Document& document) {
  check_editable(document);
  if (document.query_words != document.key_words) refuse("edit.two_sentences");
}

AttentionOptions with_rows(const AttentionOptions& options, const OldPlaces& from) {
  AttentionOptions result = options;
  const int n = static_cast<int>(from.size());
  if (const auto& cells = options.mask.cells) {
    BoolCells grown{cells->heads, n, n, {}};
    for (int head = 0; head < cells->heads; ++head)
      for (const int row : from)
        for (const int column : from)
          grown.visible.push_back(row >= 0 && column >= 0
                                      ? cells->visible[cell_index(*cells, head, row, column)]
                                      : std::uint8_t{1});
    result.mask.cells = std::make_shared<const BoolCells>(std::move(grown));
  }
  if (const auto& bias = options.mask.bias) {
    FloatCells grown{bias->heads, n, n, {}};
    for (int head = 0; head < bias->heads; ++head)
      for (const int row : from)
        for (const int column : from)
          grown.added.push_back(
              row >= 0 && column >= 0 ? bias->added[cell_index(*bias, head, row, column)] : 0.0f);
    result.mask.bias = std::make_shared<const FloatCells>(std::move(grown));
  }
  return result;
}

DocumentPtr with_words(const Document& document, const Document& known,
                       const std::vector<std::string>& words, const OldPlaces& from) {
  check_words_editable(document);
  if (words.empty()) refuse("edit.last_word");
  if (words.size() > static_cast<std::size_t>(kMostWords) &&
      words.size() > document.query_words.size())
    refuse("edit.many_words",
           {{"given", std::to_string(words.size())}, {"most", std::to_string(kMostWords)}});
  const std::vector<Source> sources = sources_of(document, known, words, from);
  auto result = std::make_shared<Document>(document);
  result->tensors.reset();
  result->query_words = result->key_words = words;
  gather_vectors(*result, document, words, sources);
  result->options = with_rows(document.options, from);
  const std::vector<int> to = new_places(from, document.n());
  keep_questions(*result, document, to);
  if (result->training) {
    Training& wish = *result->training;
    wish.query = to[static_cast<std::size_t>(wish.query)];
    wish.key = to[static_cast<std::size_t>(wish.key)];
    if (wish.query < 0 || wish.key < 0) result->training.reset();
  }
  result->state.word = follow(document.state.word, document, *result, to).value_or("");
  check_sizes(*result);
  return result;
}

MadeByHand made_by_hand(const Document& document, const Document& known) {
  MadeByHand result;
  for (int row = 0; row < document.n(); ++row) {
    const std::string& word = document.query_words[static_cast<std::size_t>(row)];
    const auto nth = static_cast<int>(
        std::count(document.query_words.begin(), document.query_words.begin() + row, word));
    const int there = place_of(known.query_words, word, nth);
    if (there < 0) {
      result.added.push_back(row);
    } else if (!same_row(document.queries, row, known.queries, there) ||
               (document.m() == document.n() &&
                (!same_row(document.keys, row, known.keys, there) ||
                 !same_row(document.values, row, known.values, there)))) {
      result.changed.push_back(row);
    }
  }
  return result;
}

}  // namespace qkv
