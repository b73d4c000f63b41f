#pragma once
// EGL found when a picture is drawn without a window, not when the program starts: a machine
// without it still opens the window, and a start does not wait for the driver's libraries.

#ifdef QKV_HAVE_EGL
#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace qkv {

/// Functions of libEGL.so.1; null until load() has found them all.
struct Egl {
  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglGetPlatformDisplay) get_platform_display = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglChooseConfig) choose_config = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglTerminate) terminate = nullptr;

  /// False where the machine has no EGL 1.5. The library stays loaded: drivers leave threads and
  /// handlers behind that must not lose their code.
  bool load();
};

}  // namespace qkv
#endif
