#include "core/document/shapes.h"

namespace qkv {
namespace {

std::string s(int n) { return std::to_string(n); }

std::string shape_text(int heads, int rows, int columns) {
  return "[" + (heads == 1 ? "" : s(heads) + ", ") + s(rows) + ", " + s(columns) + "]";
}

ShapeFault cells_fault(const Document& document, const std::string& key, int heads, int rows,
                       int columns) {
  if ((heads == 1 || heads == document.heads()) && rows == document.n() && columns == document.m())
    return {};
  return {key,
          key + ": has shape " + shape_text(heads, rows, columns) + ", the scores have " +
              shape_text(document.heads(), document.n(), document.m()),
          "give one cell for each query and key"};
}

}  // namespace

std::string shape_text(const Tensor& tensor) {
  return shape_text(tensor.heads, tensor.rows, tensor.columns);
}

ShapeFault shape_fault(const Document& d) {
  const Tensor &q = d.queries, &k = d.keys, &v = d.values;
  if (q.rows != d.n())
    return {"queries", "there are " + s(d.n()) + " words but " + s(q.rows) + " rows of queries",
            "give one row a word"};
  if (k.columns != q.columns)
    return {"keys",
            "keys: has shape " + shape_text(k) + ", queries " + shape_text(q) +
                ": their last numbers differ",
            "a query and a key need the same length to be multiplied"};
  if (k.rows != d.m())
    return {"keys",
            "there are " + s(d.m()) + " words to look at but " + s(k.rows) + " rows of keys",
            "give one row a word, or name the other words with key_words"};
  if (v.rows != k.rows)
    return {"values", "values: has " + s(v.rows) + " rows, keys " + s(k.rows),
            "every key needs its value"};
  if (v.heads != k.heads)
    return {"values", "values: has " + s(v.heads) + " heads, keys " + s(k.heads),
            "give both the same number of heads"};
  if (k.heads < 1 || q.heads % k.heads != 0)
    return {"keys",
            "queries: have " + s(q.heads) + " heads, keys " + s(k.heads) +
                ": they do not divide evenly",
            "each key head serves the same number of query heads"};
  return {};
}

ShapeFault options_fault(const Document& d) {
  if (d.options.mask.cells) {
    const BoolCells& c = *d.options.mask.cells;
    if (ShapeFault f = cells_fault(d, "visible", c.heads, c.rows, c.columns); !f.what.empty())
      return f;
  }
  if (d.options.mask.bias) {
    const FloatCells& c = *d.options.mask.bias;
    if (ShapeFault f = cells_fault(d, "added", c.heads, c.rows, c.columns); !f.what.empty())
      return f;
  }
  if (!d.options.sink.empty() && d.options.sink.size() != static_cast<std::size_t>(d.heads()))
    return {"sink",
            "sink: has " + std::to_string(d.options.sink.size()) + " numbers, there are " +
                s(d.heads()) + " heads",
            "give one number a head"};
  return {};
}

Tensor projected(const Tensor& x, const Tensor& w) {
  Tensor result{w.heads, x.rows, w.columns, {}};
  for (int h = 0; h < w.heads; ++h)
    for (int r = 0; r < x.rows; ++r)
      for (int c = 0; c < w.columns; ++c) {
        float sum = 0;
        for (int e = 0; e < w.rows; ++e)
          sum += x.view().row(0, r)[static_cast<std::size_t>(e)] *
                 w.view().row(h, e)[static_cast<std::size_t>(c)];
        result.data.push_back(sum);
      }
  return result;
}

int model_width(const Document& document) {
  return document.projection ? document.projection->embeddings.columns
                             : document.queries.heads * document.queries.columns;
}

}  // namespace qkv
