#include "core/system/memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace qkv {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

// Linux counts what it can reclaim from its caches as available; free pages alone are too few.
std::uint64_t available_to_the_machine() {
  std::ifstream info("/proc/meminfo");
  std::string name;
  std::uint64_t kilobytes = 0;
  while (info >> name >> kilobytes) {
    if (name == "MemAvailable:") return kilobytes * 1024;
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0) {
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
  }
#endif
  return kUnknown;
}

// A container may be given less than its machine has; "max" is no number and no limit.
std::uint64_t available_to_the_container() {
  std::uint64_t most = 0, used = 0;
  if (!(std::ifstream("/sys/fs/cgroup/memory.max") >> most)) return kUnknown;
  if (!(std::ifstream("/sys/fs/cgroup/memory.current") >> used)) return most;
  return most > used ? most - used : 0;
}

}  // namespace

std::uint64_t available_memory() {
  return std::min(available_to_the_machine(), available_to_the_container());
}

}  // namespace qkv
