#pragma once

namespace qkv {

/// While one lives, Ctrl+C is a wish that is asked for, not the end of the program. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  bool asked() const;

 private:
  void (*on_interrupt_)(int);
  void (*on_terminate_)(int);
};

/// Does a person read what goes to stderr?
bool errors_go_to_a_terminal();

}  // namespace qkv
