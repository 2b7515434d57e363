// The signals that ask the program to stop: Ctrl-C (SIGINT), and those that end it, as SIGTERM.
#ifndef CLI_INTERRUPT_H_
#define CLI_INTERRUPT_H_

#include <signal.h>

#include "profiler/base/run_context.h"

namespace profiler {

// From here on such a signal cancels `context`, which must outlive the program's last command, and
// all but Ctrl-C end the program when what runs has stopped. The second one ends it on the spot,
// without its temporary files; with `ctrl_c_ends`, so does a second Ctrl-C. What whoever started
// the program lets it ignore stays ignored.
void HandleInterrupts(RunContext& context, bool ctrl_c_ends);

// The signal that is to end the program, whatever else there is to do; 0: none has come.
int EndingSignal();

// Keeps these signals pending while it lives, but for calls that are given outside().
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
