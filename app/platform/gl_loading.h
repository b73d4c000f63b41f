#pragma once

#include <string>

namespace qkv {

using GlProcAddress = void (*(*)(const char*))();

/// Loads the functions of the context that is current. InputError when it has less than GL 3.3.
void load_gl(GlProcAddress lookup);
/// "GL 4.5 (Core Profile) Mesa …, llvmpipe"
std::string gl_description();
/// Mesa's rasterisers, which share the processor with us.
bool draws_in_software();

}  // namespace qkv
