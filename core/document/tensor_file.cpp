#include "core/document/tensor_file.h"

#include "core/text/input_error.h"

namespace qkv {

DocumentPtr load_tensor_file(const std::string& path) {
  throw InputError(path + ": tensor files are not read yet");
}

}  // namespace qkv
