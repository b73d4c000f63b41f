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
          told("error.shape.cells_what",
               {{"where", key},
                {"shape", shape_text(heads, rows, columns)},
                {"scores", shape_text(document.heads(), document.n(), document.m())}}),
          told("error.shape.cells_mend")};
}

}  // namespace

std::string shape_text(const Tensor& tensor) {
  return shape_text(tensor.heads, tensor.rows, tensor.columns);
}

ShapeFault shape_fault(const Document& d) {
  const Tensor &q = d.queries, &k = d.keys, &v = d.values;
  const auto fault = [](const char* key, const std::string& name,
                        const std::vector<std::pair<std::string_view, ToldValue>>& values) {
    return ShapeFault{key, told("error.shape." + name + "_what", values),
                      told("error.shape." + name + "_mend")};
  };
  if (q.rows != d.n())
    return fault("queries", "query_rows", {{"words", s(d.n())}, {"rows", s(q.rows)}});
  if (k.columns != q.columns)
    return fault("keys", "width", {{"keys", shape_text(k)}, {"queries", shape_text(q)}});
  if (k.rows != d.m()) return fault("keys", "key_rows", {{"words", s(d.m())}, {"rows", s(k.rows)}});
  if (v.rows != k.rows)
    return fault("values", "value_rows", {{"values", s(v.rows)}, {"keys", s(k.rows)}});
  if (v.heads != k.heads)
    return fault("values", "value_heads", {{"values", s(v.heads)}, {"keys", s(k.heads)}});
  if (k.heads < 1 || q.heads % k.heads != 0)
    return fault("keys", "groups", {{"queries", s(q.heads)}, {"keys", s(k.heads)}});
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
            told("error.shape.sink_what",
                 {{"numbers", std::to_string(d.options.sink.size())}, {"heads", s(d.heads())}}),
            told("error.shape.sink_mend")};
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
