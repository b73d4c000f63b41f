#include "app/gl/objects.h"

#include <stdexcept>
#include <string>

#include "core/assets/assets.h"

namespace qkv::gl {

void free_buffer(GLuint id) { glDeleteBuffers(1, &id); }
void free_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }
void free_texture(GLuint id) { glDeleteTextures(1, &id); }
void free_program(GLuint id) { glDeleteProgram(id); }
void free_framebuffer(GLuint id) { glDeleteFramebuffers(1, &id); }

Buffer make_buffer() {
  GLuint id = 0;
  glGenBuffers(1, &id);
  return Buffer(id);
}

VertexArray make_vertex_array() {
  GLuint id = 0;
  glGenVertexArrays(1, &id);
  return VertexArray(id);
}

Texture make_texture() {
  GLuint id = 0;
  glGenTextures(1, &id);
  glBindTexture(GL_TEXTURE_2D, id);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  return Texture(id);
}

Framebuffer make_framebuffer() {
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  return Framebuffer(id);
}

Texture make_surface(int width, int height) {
  Texture surface = make_texture();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               nullptr);
  return surface;
}

namespace {

// The driver's log of a shader or a program.
template <typename GetValue, typename GetLog>
std::string log_of(GLuint id, GetValue get_value, GetLog get_log) {
  GLint length = 0;
  get_value(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
  get_log(id, length, nullptr, log.data());
  return log;
}

GLuint compiled(GLenum kind, std::string_view name) {
  const char* source = asset_text(name).data();
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok != GL_TRUE)
    throw std::logic_error(std::string(name) + ": " +
                           log_of(shader, glGetShaderiv, glGetShaderInfoLog));
  return shader;
}

}  // namespace

Program make_program(std::string_view vertex_asset, std::string_view fragment_asset) {
  const GLuint vertex = compiled(GL_VERTEX_SHADER, vertex_asset);
  const GLuint fragment = compiled(GL_FRAGMENT_SHADER, fragment_asset);
  Program program(glCreateProgram());
  glAttachShader(program.id(), vertex);
  glAttachShader(program.id(), fragment);
  glLinkProgram(program.id());
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint ok = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &ok);
  if (ok != GL_TRUE)
    throw std::logic_error(std::string(vertex_asset) + ": " +
                           log_of(program.id(), glGetProgramiv, glGetProgramInfoLog));
  return program;
}

void check(std::string_view where) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  const char* name = error == GL_INVALID_ENUM        ? "GL_INVALID_ENUM"
                     : error == GL_INVALID_VALUE     ? "GL_INVALID_VALUE"
                     : error == GL_INVALID_OPERATION ? "GL_INVALID_OPERATION"
                     : error == GL_OUT_OF_MEMORY     ? "GL_OUT_OF_MEMORY"
                     : error == GL_INVALID_FRAMEBUFFER_OPERATION
                         ? "GL_INVALID_FRAMEBUFFER_OPERATION"
                         : "unknown GL error";
  throw std::runtime_error(std::string(where) + ": " + name);
}

}  // namespace qkv::gl
