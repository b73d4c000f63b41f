#pragma once

namespace qkv {

/// What this process has used so far; zeros where the system does not tell.
struct ProcessUse {
  double at = 0;           ///< seconds on the system's monotonic clock
  double cpu = 0;          ///< seconds of all threads
  double resident_mb = 0;  ///< most memory at once
};
ProcessUse process_use();

long own_process();  ///< its number

}  // namespace qkv
