#ifndef PROFILER_ANALYSIS_INPUT_BETWEEN_STEPS_H_
#define PROFILER_ANALYSIS_INPUT_BETWEEN_STEPS_H_

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time from the end of a step to the begin of the next one, in picoseconds. Of what runs at the
// same time, work of devices counts first, then input.
struct TimeBetweenSteps {
  double total = 0;
  double input = 0;        // in code that reads or makes input, or in ops that wait for it
  double unexplained = 0;  // in Python of unknown purpose, or in nothing recorded
  // What the thread of the marks ran, by the outermost call: each only once per gap. Of steps that
  // a device recorded the thread that ThreadOfLoop() finds.
  std::vector<std::pair<StringId, double>> calls;
};

// By the later step. Steps with marks on the thread of a host have a time before them, and those
// that a device recorded by itself, in whose gaps it waits for the host; inferred steps do not tell
// of a loop around them.
using BetweenSteps = absl::flat_hash_map<StepId, TimeBetweenSteps>;
uint64_t HeapBytes(const BetweenSteps& between);

// Of selected steps that follow each other on a thread or a device, if the later one is whole.
absl::StatusOr<BetweenSteps> TimesBetweenSteps(const Selected& selected, const RunContext& context);

// The times of a loop around the steps of a run: of each step that follows another one, together
// with the time before it. All have one item per such step.
struct LoopTimings {
  std::vector<size_t> steps;        // indices of the StepTimings
  std::vector<double> periods;      // from the end of the step before to the end of the step
  std::vector<double> totals;       // of that, the time before the step
  std::vector<double> input;        // of that time, what is input
  std::vector<double> unexplained;  // and what nothing tells
  // The sum over the gaps by outermost call, the longest first.
  std::vector<std::pair<StringId, double>> calls;

  bool empty() const { return steps.empty(); }
  PartShare ShareOf(const std::vector<double>& times) const;  // of a period
  double calls_total() const;                                 // the sum of `totals`
};
LoopTimings LoopOf(const StepTimings& timings, const BetweenSteps& between);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_BETWEEN_STEPS_H_
