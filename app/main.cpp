#include <cstdio>

int main() {
  std::puts("qkv " QKV_VERSION);
  return 0;
}
