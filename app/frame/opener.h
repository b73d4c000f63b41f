#pragma once

#include <future>
#include <optional>
#include <string>

#include "core/document/document.h"

namespace qkv {

/// Loads a document beside the drawing thread, one at a time; the window is woken when it is done.
class Opener {
 public:
  struct Result {
    std::string path;
    DocumentPtr document;  ///< null when it failed
    std::string error;     ///< one line
  };

  /// A lesson's id or a file's path. One that is still being read is forgotten.
  void open(std::string path, void (*wake)());
  bool busy() const { return pending_.valid(); }
  std::optional<Result> take();  ///< once, when it is done

 private:
  std::future<Result> pending_;
};

}  // namespace qkv
