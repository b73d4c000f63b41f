#pragma once

#include "core/page/page.h"
#include "core/picture/offer.h"

namespace qkv {

/// The end of a lesson, with the title of the next, in the place of story, scene and table.
void layout_offer(Page& page, const Session& session, const OfferPicture& offer, const Rect& rect);

}  // namespace qkv
