#version 330 core
// Large areas of one colour, without the texture that text needs.
in vec4 frag_color;

out vec4 color;

// The maximum changes nothing. But a shader that only passes its colour on is one that Mesa's
// llvmpipe draws in another precision in some of its tiles, depending on what else lies in them: then
// a part drawn alone would not be that part of the whole.
void main() { color = max(frag_color, vec4(-1.0)); }
