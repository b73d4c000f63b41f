#version 330 core
// One vertex format for everything on a page: pixels (y down), texels, sRGB colour.
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texel;
layout(location = 2) in vec4 color;

uniform vec2 page_size;
uniform float up;  // 1 in a window, -1 in a texture whose first row is the page's top

out vec2 frag_texel;
out vec4 frag_color;

void main() {
  frag_texel = texel;
  frag_color = color;
  vec2 place = position / page_size * 2.0 - 1.0;
  gl_Position = vec4(place.x, -up * place.y, 0.0, 1.0);
}
