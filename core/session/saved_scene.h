#pragma once

#include <string>

#include "core/session/session.h"

namespace qkv {

/// The document that reopens to this picture: open_session of it stands where `session` comes to
/// rest. Kept are also the answers to the questions and what stands behind Present and a question;
/// not kept are the history, the state A of a comparison, the remark on the last action, a next
/// lesson that is offered and the page of the course, which are the reader's.
/// `path` is where it will be written: a model's tensors are named relative to its folder.
Document saved_scene(const Session& session, const std::string& path);

}  // namespace qkv
