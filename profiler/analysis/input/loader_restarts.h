// When a DataLoader ends its workers after an epoch and starts new ones for the next.
#ifndef PROFILER_ANALYSIS_INPUT_LOADER_RESTARTS_H_
#define PROFILER_ANALYSIS_INPUT_LOADER_RESTARTS_H_

#include <cstddef>
#include <cstdint>

#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct LoaderRestarts {
  size_t count = 0;
  Int128 time = 0;   // from the wait that ended an epoch to the end of the next epoch's first wait
  Int128 waits = 0;  // of the thread, all of its waits for batches
};

// Finds restarts on one thread: a step waits twice for batches and does nothing else in between but
// starting workers, which takes a good part of that time. Where workers are kept, it takes little.
class LoaderRestartsFinder {
 public:
  // In the order of begins.
  void AddWait(StepId step, Interval time);
  void AddWork(Interval time);  // an op of the step, nested in no wait

  const LoaderRestarts& found() const { return found_; }

 private:
  LoaderRestarts found_;
  StepId step_;    // of the wait before
  Interval wait_;  // that wait
  Int128 worked_ = 0;
  int64_t worked_until_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_LOADER_RESTARTS_H_
