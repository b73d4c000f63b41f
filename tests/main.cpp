#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdlib>

#include <doctest/doctest.h>

int main(int argc, char** argv) {
#ifndef _WIN32
  // Pictures that tests compare are drawn by one software rasteriser, whatever the machine has.
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  setenv("GALLIUM_DRIVER", "llvmpipe", 1);
#endif
  return doctest::Context(argc, argv).run();
}
