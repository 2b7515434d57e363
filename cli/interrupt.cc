#include "cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

namespace profiler {
namespace {

RunContext* g_context = nullptr;   // a signal handler has nothing else to hold on to
volatile sig_atomic_t g_left = 0;  // interrupts until the program ends; negative: never

void OnInterrupt(int) {
  if (g_left > 0) g_left = g_left - 1;
  if (g_left == 0) _exit(130);
  g_context->Cancel();
}

}  // namespace

void HandleInterrupts(RunContext& context, bool second_ends) {
  g_context = &context;
  g_left = second_ends ? 2 : -1;
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
}

InterruptsBlocked::InterruptsBlocked() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_BLOCK, &interrupt, &outside_);
}

InterruptsBlocked::~InterruptsBlocked() { pthread_sigmask(SIG_SETMASK, &outside_, nullptr); }

}  // namespace profiler
