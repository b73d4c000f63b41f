#pragma once

#include <string>

#include "core/page/page.h"

namespace qkv {

/// Everything that is drawn, a line an item, floats exact: two pages of one text are one picture.
std::string page_text(const Page& page);

}  // namespace qkv
