#include "core/attention/memory.h"

#include <fstream>
#include <limits>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace qkv {

std::uint64_t available_memory() {
  // Linux counts what it can reclaim from its caches as available; free pages alone are too few.
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
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace qkv
