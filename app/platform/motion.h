#pragma once

namespace qkv {

/// Does the person ask the whole system for less movement? False where it does not tell. May take
/// a second or two: not for the drawing thread.
bool system_reduces_motion();

}  // namespace qkv
