#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_SELDOM_OP_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_SELDOM_OP_H_

#include <cstddef>
#include <string_view>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"

namespace profiler {

// In a recording without steps: the framework's op on hosts with the most self time of those that
// run far less often than the ops that most time passes in, as saving a checkpoint does.
struct SeldomOp {
  std::string_view name;  // empty if no such op takes much of the recording
  size_t runs = 0;
  double of_recording = 0;
};
SeldomOp FindSeldomOp(const Selected& selected, const StepTimings& recording);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_SELDOM_OP_H_
