// Ctrl-C.
#ifndef CLI_INTERRUPT_H_
#define CLI_INTERRUPT_H_

#include <signal.h>

#include "profiler/base/run_context.h"

namespace profiler {

// From here on an interrupt cancels `context`, which must outlive the program's last command.
// With `second_ends` the second one ends the program with status 130 on the spot.
void HandleInterrupts(RunContext& context, bool second_ends);

// Keeps interrupts pending while it lives, but for calls that are given outside().
class InterruptsBlocked {
 public:
  InterruptsBlocked();
  ~InterruptsBlocked();
  InterruptsBlocked(const InterruptsBlocked&) = delete;
  InterruptsBlocked& operator=(const InterruptsBlocked&) = delete;

  const sigset_t& outside() const { return outside_; }

 private:
  sigset_t outside_;
};

}  // namespace profiler

#endif  // CLI_INTERRUPT_H_
