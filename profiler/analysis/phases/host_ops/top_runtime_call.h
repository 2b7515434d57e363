#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_RUNTIME_CALL_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_RUNTIME_CALL_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The function of a device's runtime, such as cudaFree, whose calls take most of the steps of the
// runs that are typical (TypicalSteps()) while no accelerator of the source works. Of those that
// neither wait for devices, launch nor copy.
struct TopRuntimeCall {
  StringId name;        // invalid if there is none
  double of_steps = 0;  // that time, added up over threads, over the time of these steps
};
TopRuntimeCall FindTopRuntimeCall(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_RUNTIME_CALL_H_
