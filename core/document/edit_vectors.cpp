#include "core/document/edit_vectors.h"

#include <algorithm>
#include <cmath>

#include "core/document/one_score.h"
#include "core/document/shapes.h"
#include "core/document/shortest_move.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// A scene carries what is edited: more than this stays with its own file.
constexpr std::size_t kMostNumbers = 1u << 18;
constexpr int kWidestEmbedding = 256;

[[noreturn]] void refuse(std::string_view key,
                         const std::vector<std::pair<std::string_view, std::string>>& values = {}) {
  throw InputError(filled(text(key), values));
}

/// A copy that is its own: it no longer stands for the file that its tensors came from.
std::shared_ptr<Document> own_copy(const Document& document) {
  auto copy = std::make_shared<Document>(document);
  copy->tensors.reset();
  return copy;
}

Tensor& tensor_of(Document& document, VectorKind kind) {
  switch (kind) {
    case VectorKind::query:
      return document.queries;
    case VectorKind::key:
      return document.keys;
    case VectorKind::value:
      return document.values;
    default:
      return document.projection->embeddings;
  }
}
/// Which head of a tensor serves query head `head`.
int own_head(const Tensor& tensor, int head, int heads) {
  return std::min(head / std::max(1, heads / std::max(1, tensor.heads)), tensor.heads - 1);
}

std::span<float> row_in(Tensor& tensor, int head, int heads, int row) {
  const auto width = static_cast<std::size_t>(tensor.columns);
  const auto at = static_cast<std::size_t>(own_head(tensor, head, heads)) *
                      static_cast<std::size_t>(tensor.rows) +
                  static_cast<std::size_t>(row);
  return std::span(tensor.data).subspan(at * width, width);
}

float checked(double number) {
  if (!(std::abs(number) <= static_cast<double>(kLargestNumber))) refuse("edit.too_large");
  return static_cast<float>(number) + 0.0f;  // never −0
}

void project_again(Document& document) {
  const Projection& p = *document.projection;
  document.queries = projected(p.embeddings, p.w_q);
  document.keys = projected(p.embeddings, p.w_k);
  document.values = projected(p.embeddings, p.w_v);
}

/// The matrix e × columns by which `head` makes such vectors of embeddings.
struct Weights {
  std::vector<double> data;
  int rows = 0, columns = 0;
  Weights(const Tensor& w, int head, int heads) : rows(w.rows), columns(w.columns) {
    const int own = own_head(w, head, heads);
    for (int r = 0; r < rows; ++r)
      for (const float x : w.view().row(own, r)) data.push_back(static_cast<double>(x));
  }
  double at(std::size_t r, std::size_t c) const {
    return data[r * static_cast<std::size_t>(columns) + c];
  }
};

const Tensor& weights_of(const Projection& p, VectorKind kind) {
  return kind == VectorKind::query ? p.w_q : kind == VectorKind::key ? p.w_k : p.w_v;
}

void add(std::span<float> row, std::span<const double> by) {
  for (std::size_t i = 0; i < row.size(); ++i)
    row[i] = checked(static_cast<double>(row[i]) + by[i]);
}

/// The score of two embeddings and what it does when one of them moves along its slope.
struct ScoreOfEmbeddings {
  std::vector<double> slope;  ///< e: how the score changes with the word's embedding
  double bend = 0;            ///< of a step of 1 along it, when query and key move together
};

ScoreOfEmbeddings slope_of(const Document& document, int head, int row, int column,
                           bool move_query) {
  const Projection& p = *document.projection;
  const Weights wq(p.w_q, head, document.heads()), wk(p.w_k, head, document.heads());
  const auto q = query_row(document, head, row), k = key_row(document, head, column);
  const auto e = static_cast<std::size_t>(wq.rows);
  ScoreOfEmbeddings result{std::vector<double>(e)};
  const bool both = row == column;
  for (std::size_t i = 0; i < e; ++i)
    for (std::size_t c = 0; c < q.size(); ++c) {
      if (move_query || both) result.slope[i] += wq.at(i, c) * static_cast<double>(k[c]);
      if (!move_query || both) result.slope[i] += wk.at(i, c) * static_cast<double>(q[c]);
    }
  for (std::size_t c = 0; both && c < q.size(); ++c) {
    double qc = 0, kc = 0;
    for (std::size_t i = 0; i < e; ++i) {
      qc += result.slope[i] * wq.at(i, c);
      kc += result.slope[i] * wk.at(i, c);
    }
    result.bend += qc * kc;
  }
  return result;
}

double squared(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}

std::vector<double> doubles(std::span<const float> row) { return {row.begin(), row.end()}; }

}  // namespace

void check_editable(const Document& document) {
  if (document.recording) refuse("edit.recorded");
  if (document.queries.data.empty() || document.keys.data.empty() || document.values.data.empty())
    refuse("edit.no_vectors");
  if (!pieces_follow_edits(document)) refuse("edit.pieces");
  if (document.training && document.training->on()) refuse("edit.trained");
  const std::size_t numbers =
      document.queries.data.size() + document.keys.data.size() + document.values.data.size();
  const bool wide =
      document.projection && document.projection->embeddings.columns > kWidestEmbedding;
  if (numbers > kMostNumbers || wide) refuse("edit.large");
}

bool is_editable(const Document& document) {
  try {
    check_editable(document);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::span<const float> vector_of(const Document& document, int head, VectorKind kind, int row) {
  switch (kind) {
    case VectorKind::query:
      return query_row(document, head, row);
    case VectorKind::key:
      return key_row(document, head, row);
    case VectorKind::value:
      return value_row(document, head, row);
    default:
      if (!document.projection || row < 0 || row >= document.projection->embeddings.rows) return {};
      return document.projection->embeddings.view().row(0, row);
  }
}

void check_sizes(const Document& document) {
  const auto largest = [](const Tensor& tensor) {
    double most = 0;
    for (const float x : tensor.data)
      if (std::isfinite(x)) most = std::max(most, std::abs(static_cast<double>(x)));
    return most;
  };
  const AttentionOptions& options = document.options;
  const double scale = std::max(1.0, std::abs(static_cast<double>(options.scale.value_or(1.0f))));
  const double bound = largest(document.queries) * largest(document.keys) *
                       static_cast<double>(document.queries.columns) * scale;
  if (!(bound < 1e37) || !(largest(document.values) < 1e37)) refuse("edit.too_large");
}

DocumentPtr with_vector(const Document& document, int head, VectorKind kind, int row,
                        std::span<const float> numbers) {
  check_editable(document);
  if (kind == VectorKind::embedding && !document.projection) refuse("edit.no_embedding");
  const std::span<const float> old = vector_of(document, head, kind, row);
  if (old.empty()) refuse("edit.no_word");
  if (numbers.size() != old.size())
    refuse("edit.count",
           {{"given", std::to_string(numbers.size())}, {"wanted", std::to_string(old.size())}});
  for (const float number : numbers) checked(static_cast<double>(number));
  auto copy = own_copy(document);
  if (!document.projection || kind == VectorKind::embedding) {
    const std::span<float> own = row_in(tensor_of(*copy, kind), head, document.heads(), row);
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = numbers[i] + 0.0f;
  } else {
    const Weights w(weights_of(*document.projection, kind), head, document.heads());
    std::vector<double> wanted = doubles(numbers);
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] -= static_cast<double>(old[i]);
    add(row_in(copy->projection->embeddings, 0, 1, row),
        shortest_move(w.data, w.rows, w.columns, wanted));
  }
  if (document.projection) project_again(*copy);
  check_sizes(*copy);
  return copy;
}

DocumentPtr with_score(const Document& document, int head, int row, int column, float score,
                       bool move_query) {
  check_editable(document);
  const auto q = query_row(document, head, row), k = key_row(document, head, column);
  if (q.empty() || k.empty()) refuse("edit.no_word");
  if (!std::isfinite(score)) refuse("edit.too_large");
  const double now = one_score(document, head, row, column);
  auto copy = own_copy(document);
  ScoreOfEmbeddings way;
  if (document.projection) {
    way = slope_of(document, head, row, column, move_query);
  } else {
    way.slope = doubles(move_query ? k : q);
  }
  const double t = step_to(now, squared(way.slope), way.bend, static_cast<double>(score));
  if (!std::isfinite(t)) refuse(move_query ? "edit.no_way_query" : "edit.no_way_key");
  for (double& x : way.slope) x *= t;
  if (document.projection) {
    add(row_in(copy->projection->embeddings, 0, 1, move_query ? row : column), way.slope);
    project_again(*copy);
  } else {
    add(row_in(move_query ? copy->queries : copy->keys, head, document.heads(),
               move_query ? row : column),
        way.slope);
  }
  check_sizes(*copy);
  return copy;
}

DocumentPtr with_dimensions(const Document& document, int d) {
  check_editable(document);
  if (document.projection) refuse("edit.projected_dimensions");
  if (d < 1 || d > kMostDimensions)
    refuse("edit.dimensions", {{"most", std::to_string(kMostDimensions)}});
  auto copy = own_copy(document);
  for (Tensor* const tensor : {&copy->queries, &copy->keys, &copy->values}) {
    Tensor resized{tensor->heads, tensor->rows, d, {}};
    const int kept = std::min(d, tensor->columns);
    for (int head = 0; head < tensor->heads; ++head)
      for (int row = 0; row < tensor->rows; ++row) {
        const auto old = tensor->view().row(head, row);
        resized.data.insert(resized.data.end(), old.begin(), old.begin() + kept);
        resized.data.resize(resized.data.size() + static_cast<std::size_t>(d - kept));
      }
    *tensor = std::move(resized);
  }
  return copy;
}

std::vector<float> moved_on_floor(std::span<const float> vector, std::span<const glm::vec2> axes,
                                  glm::vec2 by) {
  std::vector<double> a;
  for (const glm::vec2 axis : axes) {
    a.push_back(static_cast<double>(axis.x));
    a.push_back(static_cast<double>(axis.y));
  }
  const double wanted[] = {static_cast<double>(by.x), static_cast<double>(by.y)};
  const std::vector<double> move = shortest_move(a, static_cast<int>(axes.size()), 2, wanted);
  std::vector<float> moved(vector.begin(), vector.end());
  for (std::size_t i = 0; i < std::min(moved.size(), move.size()); ++i)
    moved[i] = static_cast<float>(static_cast<double>(moved[i]) + move[i]) + 0.0f;
  return moved;
}

}  // namespace qkv
