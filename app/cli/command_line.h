#pragma once

namespace qkv {

/// The whole program but for the clock: reads the arguments, does what they say, returns the exit
/// status. 0 done; 1 the input is wrong, or output, display or memory fail; 2 the command line
/// cannot be read. Any failure is one line on stderr and leaves stdout empty.
int run_command_line(int argc, char** argv);

}  // namespace qkv
