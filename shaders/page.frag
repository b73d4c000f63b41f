#version 330 core
// Glyph coverage, a white texel or a heatmap's cell: fetched unfiltered, never scaled in between.
in vec2 frag_texel;
in vec4 frag_color;

uniform sampler2D picture;

out vec4 color;

void main() {
  ivec2 last = textureSize(picture, 0) - 1;
  color = frag_color * texelFetch(picture, clamp(ivec2(frag_texel), ivec2(0), last), 0);
}
