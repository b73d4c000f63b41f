#pragma once

#include <string>

#include "core/page/page.h"

namespace qkv {

/// The page as SVG 1.1: shapes stay shapes, texts stay text. What shows a quantity carries it in
/// data-kind, data-row, data-column, …; what belongs to a panel stands in a group of its name.
/// A text is as wide as the page made it (textLength), whichever font the reader has. `title` and
/// `description` are what a screen reader says.
std::string svg_of(const Page& page, const std::string& title, const std::string& description);

/// "score", as data-kind says it.
const char* kind_name(Quantity::Kind kind);

}  // namespace qkv
