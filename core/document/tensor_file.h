#pragma once
// Tensors of a real model as a document: q, k, v or recorded attention in .npz and .npy.

#include <string>

#include "core/document/document.h"

namespace qkv {

/// InputError names file, array, what is wrong and how to mend it. `batch` chooses among the
/// batches of q, k and v; a recording keeps all of its own.
DocumentPtr load_tensor_file(const std::string& path, int batch = 0);

}  // namespace qkv
