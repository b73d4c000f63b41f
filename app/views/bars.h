#pragma once
// What the window has to say: messages, and the bar that offers recovered work. They stand in a
// band of their own above the ribbon, so that nothing of the picture lies below them.

#include "app/views/view_state.h"

namespace qkv {

/// Pixels of the band, PageSize::band; 0: there is nothing to say. `size` of the window, `unit`:
/// pixels of a design pixel.
float band_height(const Session& session, const ViewState& view, glm::vec2 size, float unit);

void add_bars(std::vector<Item>& items, const Session& session, const Page& page,
              const ViewState& view);

/// The bar that offers recovered work: where it stands, and what lies under a point of it.
Rect offer_rect(const Page& page, const ViewState& view);
OfferAnswer offer_at(const Page& page, const ViewState& view, glm::vec2 point);

/// The rectangle of the message bar, empty without a message: a click on it dismisses it.
Rect message_rect(const Page& page, const ViewState& view);

}  // namespace qkv
