#ifndef PROFILER_ANALYSIS_INPUT_GAPS_IDLE_CALLS_H_
#define PROFILER_ANALYSIS_INPUT_GAPS_IDLE_CALLS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The outermost call that the host runs for most of the time in which devices idle in steps that
// they recorded themselves: there a step's time says nothing of hosts.
struct IdleCall {
  StringId name;
  double of_idle = 0;     // share of that time
  bool is_input = false;  // it reads or makes input, by its name
};

// Of selected whole steps, idle times of kLongStretch or more. nullopt if no call takes half of
// them, or nothing idles for so long.
absl::StatusOr<std::optional<IdleCall>> MostWhileIdle(const Selected& selected,
                                                      const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_GAPS_IDLE_CALLS_H_
