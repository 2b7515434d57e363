// Handles the signals that stop a command or the program: Ctrl-C (SIGINT), and signals such as
// SIGTERM that end the program.
#ifndef CLI_INTERRUPT_H_
#define CLI_INTERRUPT_H_

#include <signal.h>

#include "profiler/base/run_context.h"

namespace profiler {

// After this call, each of these signals cancels `context`, which must outlive the program's last
// command. All signals but Ctrl-C also end the program after the running command has stopped. A
// second such signal (with `ctrl_c_ends` also a second Ctrl-C) ends the program immediately, after
// temporary files are removed. If the parent process made the program ignore a signal, it is still
// ignored.
void HandleInterrupts(RunContext& context, bool ctrl_c_ends);

// The received signal that must end the program; 0 if there is none.
int EndingSignal();

// Blocks these signals while the object exists. System calls that take a signal mask, such as
// ppoll(), can unblock them with outside().
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
