#include "app/cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "core/text/input_error.h"

namespace qkv {
namespace {

[[noreturn]] void fail() {
  const int error = errno;
  // What is still buffered would be written again, and fail again, on the way out.
  throw InputError(std::string("the output cannot be written (") + std::strerror(error) +
                   "); make room or send it elsewhere");
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail();
}

void complain(std::string_view message) {
  std::string line = "qkv: ";
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == '\n') {
      line += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      line += '?';
    } else {
      line += c;
    }
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace qkv
