#pragma once
// The end of a lesson as a slide of its own: a hall sees that one is over before the next begins,
// and a press too many of a clicker opens nothing.

#include <string>

#include "core/session/session.h"

namespace qkv {

/// `title` empty: nothing is offered.
struct OfferPicture {
  std::string heading, title, hint;
};
OfferPicture paint_offer(const Session& session);

}  // namespace qkv
