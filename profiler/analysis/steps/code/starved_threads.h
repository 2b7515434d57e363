// Ops of a CPU whose threads wait for cores, as where more threads compute than cores are free: an
// op ends when its last thread has run, so ops that compute next to nothing take a time slice of
// the system or more.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_STARVED_THREADS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_STARVED_THREADS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where nearly all runs stall there is no short one to compare with. But then ops of many kinds
// take nearly the same time, whether they get few values or very many.
struct AlikeOps {
  double share = 0;  // that these ops take of the steps, 0 to 1
  size_t kinds = 0;  // by name, those which get few values among them
  size_t small_kinds = 0;
  double time = 0;              // what each typically takes
  double fewest = 0, most = 0;  // the values of all inputs of the smallest and of the largest op
};

// Runs of PyTorch's ops on hosts in typical steps (TypicalSteps()) that take far longer than they
// compute. They are compared with runs of the same op on the same shapes or, where shapes were not
// recorded, with the same call in other steps that call the op as often, by the time of these with
// all that they call. Calls of an op by itself are of the run that calls. Only ops count that stall
// in many of their runs: a busy machine interrupts few of the short ones, however busy it is. Times
// in picoseconds.
struct StarvedThreads {
  double share = 0;      // that such runs take of the steps, 0 to 1
  double most_have = 0;  // most of the steps have this share or more
  size_t kinds = 0;      // ops, by name
  // Of the op whose stalled runs take most time together.
  StringId op;
  bool knows_shapes = false;
  int64_t runs = 0, stalled = 0;
  double shortest = 0;  // the shortest run of what stalls in others, with all that it calls
  double mean = 0;      // of the stalled ones
  AlikeOps alike;
};
// Empty where neither can take `least` of the steps, 0 to 1.
StarvedThreads StarvedThreadsIn(const Selected& selected, const std::vector<StepTimings>& runs,
                                double least);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_STARVED_THREADS_H_
