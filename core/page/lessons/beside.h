#pragma once
// The scene of lessons that take a recording beside them: a head made by hand, a head of a model.

#include "core/page/lesson_scene.h"

namespace qkv {

std::string beside_title(const Session& session);
std::string beside_subtitle(const Session& session);
void layout_beside(Page& page, const Session& session, const Rect& rect);

}  // namespace qkv
