#version 330 core
// Large areas of one colour, without the texture that text needs.
in vec4 frag_color;

out vec4 color;

void main() { color = frag_color; }
