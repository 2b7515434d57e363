#ifndef PROFILER_ANALYSIS_INPUT_GAPS_IDLE_CODE_H_
#define PROFILER_ANALYSIS_INPUT_GAPS_IDLE_CODE_H_

#include <map>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The Python and the user's marks that a host runs while devices idle in a step that they recorded
// themselves: there a step's time says nothing of hosts. In picoseconds.
struct IdleCode {
  Int128 input = 0;    // it reads or makes input, by its name
  Int128 unknown = 0;  // it may make input
  Int128 known = 0;    // it does something else, such as saving results

  Int128 all() const { return input + unknown + known; }
};

// By step, of those at the selected places with idle times of kLongStretch or more. Waits for
// devices, and what a framework does, are none.
absl::StatusOr<std::map<StepId, IdleCode>> IdleCodeOf(const Selected& selected,
                                                      const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_GAPS_IDLE_CODE_H_
