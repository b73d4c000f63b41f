#include "app/platform/egl.h"

#ifdef QKV_HAVE_EGL
#include <dlfcn.h>

namespace qkv {

namespace {

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

bool Egl::load() {
  void* const library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  return library != nullptr && find(library, "eglGetProcAddress", get_proc_address) &&
         find(library, "eglGetPlatformDisplay", get_platform_display) &&
         find(library, "eglInitialize", initialize) && find(library, "eglBindAPI", bind_api) &&
         find(library, "eglChooseConfig", choose_config) &&
         find(library, "eglCreateContext", create_context) &&
         find(library, "eglMakeCurrent", make_current) &&
         find(library, "eglDestroyContext", destroy_context) &&
         find(library, "eglTerminate", terminate);
}

}  // namespace qkv
#endif
