#include "app/frame/opener.h"

#include <chrono>
#include <new>

#include "core/document/library.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

Opener::Result loaded(std::string path) {
  Opener::Result result{std::move(path), nullptr, {}};
  try {
    result.document = load(result.path);
  } catch (const std::bad_alloc&) {
    result.error = result.path + ": there is not enough memory for it; open a smaller file";
  } catch (const InputError& error) {
    result.error = error.said();
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  return result;
}

}  // namespace

void Opener::open(std::string path, void (*wake)()) {
  pending_ = std::async(std::launch::async, [path = std::move(path), wake]() mutable {
    Result result = loaded(std::move(path));
    wake();
    return result;
  });
}

std::optional<Opener::Result> Opener::take() {
  if (!pending_.valid()) return std::nullopt;
  // The thread wakes us a moment before its result can be had.
  pending_.wait_for(std::chrono::milliseconds(2));
  if (pending_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return pending_.get();
}

}  // namespace qkv
