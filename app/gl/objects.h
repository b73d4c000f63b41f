#pragma once
// Owners of GL names: freed with the scope, moved, never copied. GL 3.3 core, one context current.

#include <string_view>
#include <utility>

#include <glad/gl.h>

namespace qkv::gl {

/// A GL name that `Free` gives back.
template <void (*Free)(GLuint)>
class Name {
 public:
  Name() = default;
  explicit Name(GLuint id) : id_(id) {}
  Name(Name&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Name& operator=(Name&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Name() {
    if (id_ != 0) Free(id_);
  }
  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

void free_buffer(GLuint id);
void free_vertex_array(GLuint id);
void free_texture(GLuint id);
void free_program(GLuint id);
void free_framebuffer(GLuint id);

using Buffer = Name<free_buffer>;
using VertexArray = Name<free_vertex_array>;
using Texture = Name<free_texture>;
using Program = Name<free_program>;
using Framebuffer = Name<free_framebuffer>;

Buffer make_buffer();
VertexArray make_vertex_array();
Texture make_texture();  ///< bound to GL_TEXTURE_2D, nearest, clamped, without mipmaps
Framebuffer make_framebuffer();

/// To draw on: 8 bits a channel, in the order that windows have. Software then copies it to a
/// window as bytes, ten times faster than turning each pixel around; and drivers may blend other
/// orders with other rounding.
Texture make_surface(int width, int height);

/// Compiles and links two shaders that are assets ("shaders/page.vert"). A shader that does not
/// compile is our mistake: std::logic_error with the driver's log.
Program make_program(std::string_view vertex_asset, std::string_view fragment_asset);

/// std::runtime_error naming the first pending GL error and `where`, if there is one.
void check(std::string_view where);

}  // namespace qkv::gl
