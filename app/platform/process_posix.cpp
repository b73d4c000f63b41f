#include <ctime>
#include <sys/resource.h>
#include <unistd.h>

#include "app/platform/process.h"

namespace qkv {

ProcessUse process_use() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
#ifdef __APPLE__
  constexpr double kUnitsPerMb = 1024.0 * 1024.0;
#else
  constexpr double kUnitsPerMb = 1024.0;
#endif
  return {static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec),
          seconds(use.ru_utime) + seconds(use.ru_stime),
          static_cast<double>(use.ru_maxrss) / kUnitsPerMb};
}

long own_process() { return static_cast<long>(::getpid()); }

}  // namespace qkv
