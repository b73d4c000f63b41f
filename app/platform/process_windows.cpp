#include <windows.h>
// After windows.h, whose types it uses.
#include <psapi.h>

#include "app/platform/process.h"

namespace qkv {
namespace {

double seconds(const FILETIME& time) {  // counted in 100 ns
  return 1e-7 * (4294967296.0 * time.dwHighDateTime + time.dwLowDateTime);
}

}  // namespace

ProcessUse process_use() {
  ProcessUse use;
  LARGE_INTEGER ticks{}, rate{};
  if (QueryPerformanceCounter(&ticks) && QueryPerformanceFrequency(&rate))
    use.at = static_cast<double>(ticks.QuadPart) / static_cast<double>(rate.QuadPart);
  FILETIME began{}, ended{}, kernel{}, user{};
  if (GetProcessTimes(GetCurrentProcess(), &began, &ended, &kernel, &user))
    use.cpu = seconds(kernel) + seconds(user);
  PROCESS_MEMORY_COUNTERS memory{};
  if (K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory))
    use.resident_mb = static_cast<double>(memory.PeakWorkingSetSize) / (1024.0 * 1024.0);
  return use;
}

long own_process() { return static_cast<long>(GetCurrentProcessId()); }

}  // namespace qkv
