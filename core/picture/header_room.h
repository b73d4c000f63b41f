#pragma once

#include <string>
#include <vector>

#include "core/session/session.h"

namespace qkv {

/// A vector that is dragged has other digits at every moment. Its table's headers keep the room of
/// the vectors that were there when the drag began, so that the cells stay where they are. Empty
/// where nothing is dragged.
struct HeaderRoom {
  std::vector<std::string> queries, keys;
};
HeaderRoom header_room(const Session& session);

}  // namespace qkv
