#include "cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include "cli/output/temporary_name.h"

namespace profiler {
namespace {

// SIGXCPU is sent at the limit of `ulimit -t`.
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

// Global, because a signal handler takes no arguments.
RunContext* g_context = nullptr;
volatile sig_atomic_t g_ctrl_c_ends = 0;
volatile sig_atomic_t g_ending = 0;

void OnSignal(int signal) {
  if (signal != SIGINT || g_ctrl_c_ends != 0) {
    if (g_ending != 0) {
      RemoveTemporaryFiles();
      _exit(128 + signal);
    }
    g_ending = signal;
  }
  g_context->Cancel();
}

sigset_t AllSignals() {
  sigset_t all;
  sigemptyset(&all);
  for (const int signal : kSignals) sigaddset(&all, signal);
  return all;
}

}  // namespace

void HandleInterrupts(RunContext& context, bool ctrl_c_ends) {
  g_context = &context;
  g_ctrl_c_ends = ctrl_c_ends ? 1 : 0;
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_mask = AllSignals();
  for (const int signal : kSignals) {
    struct sigaction before;
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

int EndingSignal() { return g_ending; }

InterruptsBlocked::InterruptsBlocked() {
  const sigset_t all = AllSignals();
  pthread_sigmask(SIG_BLOCK, &all, &outside_);
}

InterruptsBlocked::~InterruptsBlocked() { pthread_sigmask(SIG_SETMASK, &outside_, nullptr); }

}  // namespace profiler
