#pragma once

namespace qkv {

/// A program with windows has no console on Windows, not even when it is started from one; this
/// gives it the one that it was started from, in UTF-8, unless its output goes to a file or a pipe.
/// Elsewhere there is nothing to do.
#ifdef _WIN32
void join_console();
#else
inline void join_console() {}
#endif

}  // namespace qkv
