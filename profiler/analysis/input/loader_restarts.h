// When a DataLoader ends its workers after an epoch and starts new ones for the next.
#ifndef PROFILER_ANALYSIS_INPUT_LOADER_RESTARTS_H_
#define PROFILER_ANALYSIS_INPUT_LOADER_RESTARTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct LoaderRestarts {
  size_t count = 0;
  // From the wait that ended an epoch, or where that is in the step before, from the end of what
  // ran before, to the end of the next epoch's first wait.
  Int128 time = 0;
  Int128 waits = 0;  // of the thread, all of its waits for batches
};

// Finds restarts on one thread: a step waits twice for batches and does nothing else in between but
// starting workers, which takes a good part of that time; or it does so before its first wait, much
// longer than other steps do nothing there. Where workers are kept, it takes little.
class LoaderRestartsFinder {
 public:
  // In the order of begins.
  void AddWait(StepId step, Interval time);
  void AddWork(Interval time);  // an op of the step, nested in no wait

  LoaderRestarts Found() const;

 private:
  // A step's first wait, and how long nothing ran before it.
  struct FirstWait {
    Int128 before = 0, wait = 0;
  };

  LoaderRestarts found_;  // of steps that wait twice
  std::vector<FirstWait> first_waits_;
  StepId step_;    // of the wait before
  Interval wait_;  // that wait
  Int128 worked_ = 0;
  int64_t worked_until_ = 0;
  bool has_worked_ = false;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_LOADER_RESTARTS_H_
