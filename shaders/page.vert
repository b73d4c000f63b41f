#version 330 core
// One vertex format for everything on a page: pixels (y down), texels, sRGB colour.
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texel;
layout(location = 2) in vec4 color;

uniform vec2 page_size;

out vec2 frag_texel;
out vec4 frag_color;

void main() {
  frag_texel = texel;
  frag_color = color;
  gl_Position = vec4(position / page_size * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
