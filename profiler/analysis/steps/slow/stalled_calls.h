// Single calls that take far longer than calls of their kind ever do: they computed nothing more,
// so their thread did not run.
#ifndef PROFILER_ANALYSIS_STEPS_SLOW_STALLED_CALLS_H_
#define PROFILER_ANALYSIS_STEPS_SLOW_STALLED_CALLS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"

namespace profiler {

struct StalledCall {
  std::string name;
  int64_t step = 0;        // its number
  Value time = 0;          // of the call itself, in picoseconds
  Value usual = 0;         // the longest call of that name in the median of the other steps
  size_t calls = 0;        // how many of that name the step has in that source
  bool is_python = false;  // a function of Python, which may collect garbage meanwhile
  size_t stalled = 0;      // how many calls of the step, of any name, stalled
};

// By slow step, the call that stalled longest, if at most three did and together they explain half
// of what the step takes longer than `usual`. Ops of frameworks and functions written in Python
// stall, one of at least three calls of the step in one source, by the time that is their own:
// runtimes, built-in functions, waits, communication and input may wait for something, and ops that
// fetch values where calls of runtimes were not recorded. None of a name whose first call in the
// recording of the source is in the step, unless earlier steps ran that were not recorded.
absl::StatusOr<std::vector<std::optional<StalledCall>>> StalledCalls(const Selected& selected,
                                                                     const ComparedSteps& steps,
                                                                     Value usual,
                                                                     const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_SLOW_STALLED_CALLS_H_
