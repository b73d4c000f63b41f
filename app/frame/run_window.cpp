#include "app/frame/run_window.h"

#include "app/frame/window_loop.h"

namespace qkv {

int run_window(const WindowRequest& request) {
  WindowLoop loop(request, hooks_from_environment());
  return loop.run();
}

}  // namespace qkv
