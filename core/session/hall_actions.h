#pragma once

#include "core/session/action.h"

namespace qkv {

// What the actions of the hall do; outside of Present nothing.
void cover(Session& session, const action::CoverWith& wanted);
void fill(Session& session, const action::Fill& wanted);
void draw(Session& session, const action::Draw& stroke);
void count(Session& session, const action::Count& wanted);

/// Light, large type, by stages; or what that replaced.
void begin_present(Session& session);
void end_present(Session& session);

}  // namespace qkv
