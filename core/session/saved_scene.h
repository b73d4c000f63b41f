#pragma once

#include <string>

#include "core/session/session.h"

namespace qkv {

/// The document that reopens to this picture: open_session of it stands where `session` stands.
/// `path` is where it will be written: a model's tensors are named relative to its folder.
Document saved_scene(const Session& session, const std::string& path);

}  // namespace qkv
