#pragma once

#include <string>

#include "core/share/exporter.h"

namespace qkv {

/// The bytes of a PNG file; without alpha where all of it is opaque.
std::string png_of(const Pixels& pixels);

}  // namespace qkv
