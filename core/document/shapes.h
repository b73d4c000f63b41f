#pragma once
// Do the matrices of a document fit together? One place for .qkv scenes and tensor files.

#include <string>

#include "core/document/document.h"
#include "core/text/told.h"

namespace qkv {

struct ShapeFault {
  std::string key;  ///< "queries", "keys", "values", "key_words", "visible", "added", "sink"
  Told what;        ///< empty: nothing is wrong
  Told mend;
};

/// Words n and m against queries [h, n, d], keys [kv, m, d], values [kv, m, dv].
ShapeFault shape_fault(const Document& document);
/// Mask cells against [h or 1, n, m], the sink against the heads.
ShapeFault options_fault(const Document& document);

/// embeddings [1, n, e], w [h, e, d] → [h, n, d]
Tensor projected(const Tensor& embeddings, const Tensor& w);

/// "[2, 5, 3]", without the heads when there is one.
std::string shape_text(const Tensor& tensor);

/// d_model: the width of an embedding, or of all heads side by side where there is none.
int model_width(const Document& document);

}  // namespace qkv
