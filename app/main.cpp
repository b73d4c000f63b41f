#include "app/cli/command_line.h"
#include "app/platform/console.h"

int main(int argc, char** argv) {
  qkv::join_console();
  return qkv::run_command_line(argc, argv);
}
