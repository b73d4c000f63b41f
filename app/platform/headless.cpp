#include "app/platform/headless.h"

#include <GLFW/glfw3.h>

#include "app/platform/egl.h"
#include "app/platform/gl_loading.h"
#include "core/text/input_error.h"

namespace qkv {

struct HeadlessContext::Impl {
  virtual ~Impl() = default;
  virtual std::string name() const = 0;
};

namespace {

#ifdef QKV_HAVE_EGL
struct Surfaceless : HeadlessContext::Impl {
  Egl egl;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  ~Surfaceless() override {
    if (display == EGL_NO_DISPLAY) return;
    egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) egl.destroy_context(display, context);
    egl.terminate(display);
  }
  std::string name() const override { return "surfaceless EGL"; }

  bool start() {
    if (!egl.load()) return false;
    display = egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || egl.initialize(display, nullptr, nullptr) != EGL_TRUE) {
      display = EGL_NO_DISPLAY;
      return false;
    }
    if (egl.bind_api(EGL_OPENGL_API) != EGL_TRUE) return false;
    const EGLint config_wishes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                    EGL_DONT_CARE, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    egl.choose_config(display, config_wishes, &config, 1, &found);
    const EGLint wishes[] = {EGL_CONTEXT_MAJOR_VERSION,
                             3,
                             EGL_CONTEXT_MINOR_VERSION,
                             3,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                             EGL_NONE};
    // Without a config where the driver offers none: nothing is drawn to a surface anyway.
    context =
        egl.create_context(display, found > 0 ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wishes);
    return context != EGL_NO_CONTEXT &&
           egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE;
  }
};
#endif

struct HiddenWindow : HeadlessContext::Impl {
  bool started = false;
  GLFWwindow* window = nullptr;

  ~HiddenWindow() override {
    if (window != nullptr) glfwDestroyWindow(window);
    if (started) glfwTerminate();
  }
  std::string name() const override { return "hidden window"; }

  bool start() {
    started = glfwInit() == GLFW_TRUE;
    if (!started) return false;
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    window = glfwCreateWindow(64, 64, "qkv", nullptr, nullptr);
    if (window == nullptr) return false;
    glfwMakeContextCurrent(window);
    return true;
  }
};

}  // namespace

HeadlessContext::HeadlessContext() {
  GlProcAddress lookup = nullptr;
#ifdef QKV_HAVE_EGL
  auto surfaceless = std::make_unique<Surfaceless>();
  if (surfaceless->start()) {
    lookup = surfaceless->egl.get_proc_address;
    impl_ = std::move(surfaceless);
  }
  surfaceless.reset();
#endif
  if (!impl_) {
    auto hidden = std::make_unique<HiddenWindow>();
    if (!hidden->start())
      throw InputError(
          "display: neither a surfaceless EGL context nor a hidden window with OpenGL 3.3 "
          "can be made; install a graphics driver (Mesa's libegl1 draws in software)");
    impl_ = std::move(hidden);
    lookup = glfwGetProcAddress;
  }
  load_gl(lookup);
  how_ = impl_->name() + ", " + gl_description();
}

HeadlessContext::~HeadlessContext() = default;

}  // namespace qkv
