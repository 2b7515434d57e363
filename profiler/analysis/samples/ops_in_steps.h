#ifndef PROFILER_ANALYSIS_SAMPLES_OPS_IN_STEPS_H_
#define PROFILER_ANALYSIS_SAMPLES_OPS_IN_STEPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Which time of ops that launch work on accelerators counts: where hosts run ahead of accelerators
// it is that of the work, and where accelerators wait for hosts it is the op's self time on hosts.
enum class OpClock : uint8_t { kAccelerators, kHosts };

// The names of what has no scope and no line.
inline constexpr std::string_view kNoScopeName = "<no scope>", kNoLineName = "<no line>";

// The time of ops in each step, as the user wrote them: by the clock if accelerators worked for it,
// else its self time on hosts. Runtime calls and the user's marks are no ops. Lines also have the
// own time of Python, without what other threads wait and what the host waits for devices. Where
// no accelerator's time counts, scopes have it, too, and that of the user's marks, but for those in
// whose own time ops run on other threads; elsewhere they have the same total as ops.
struct OpsInSteps {
  WorkInSteps ops;     // by name and type
  WorkInSteps scopes;  // by scope; empty if no op has one
  WorkInSteps lines;   // by line of the user's code; empty if no stack was recorded
};
// `beside` says of each op whether it runs beside the steps (WorkInSteps::Item); empty if none
// does.
absl::StatusOr<OpsInSteps> FindOpsInSteps(const Selected& selected, const StepNumbers& numbers,
                                          OpClock clock, const std::vector<char>& beside,
                                          RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_OPS_IN_STEPS_H_
