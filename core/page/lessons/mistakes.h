#pragma once
// The scene of the lesson of common mistakes: right and wrong side by side, and under them what
// attention promises, the broken promise lit.

#include "core/page/lesson_scene.h"

namespace qkv {

std::string mistakes_title(const Session& session);
std::string mistakes_subtitle(const Session& session);
void layout_mistakes(Page& page, const Session& session, const Rect& rect);

}  // namespace qkv
