#include "app/platform/gl_loading.h"

#include <glad/gl.h>

#include "core/text/input_error.h"

namespace qkv {

namespace {

std::string gl_text(GLenum name) {
  const auto* s = reinterpret_cast<const char*>(glGetString(name));
  return s != nullptr ? s : "?";
}

}  // namespace

std::string gl_description() {
  return "OpenGL " + gl_text(GL_VERSION) + ", " + gl_text(GL_RENDERER);
}

bool draws_in_software() {
  const std::string renderer = gl_text(GL_RENDERER);
  return renderer.starts_with("llvmpipe") || renderer.starts_with("softpipe");
}

void load_gl(GlProcAddress lookup) {
  const int version = gladLoadGL(lookup);
  const int major = GLAD_VERSION_MAJOR(version), minor = GLAD_VERSION_MINOR(version);
  if (version != 0 && (major > 3 || (major == 3 && minor >= 3))) return;
  throw InputError(
      "display: OpenGL 3.3 is needed, this driver has " +
      (version == 0 ? std::string("none") : std::to_string(major) + "." + std::to_string(minor)) +
      "; install a newer graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw in software");
}

}  // namespace qkv
