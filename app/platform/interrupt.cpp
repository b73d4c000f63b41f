#include "app/platform/interrupt.h"

#include <csignal>
#include <cstdio>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace qkv {
namespace {

// The one thing that a signal's handler may touch.
volatile std::sig_atomic_t interrupted = 0;

void note(int) { interrupted = 1; }

}  // namespace

InterruptWatch::InterruptWatch()
    : on_interrupt_(std::signal(SIGINT, note)), on_terminate_(std::signal(SIGTERM, note)) {
  interrupted = 0;
}

InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, on_interrupt_ == SIG_ERR ? SIG_DFL : on_interrupt_);
  std::signal(SIGTERM, on_terminate_ == SIG_ERR ? SIG_DFL : on_terminate_);
}

bool InterruptWatch::asked() const { return interrupted != 0; }

#ifdef _WIN32
bool errors_go_to_a_terminal() { return _isatty(_fileno(stderr)) != 0; }
#else
bool errors_go_to_a_terminal() { return isatty(fileno(stderr)) == 1; }
#endif

}  // namespace qkv
