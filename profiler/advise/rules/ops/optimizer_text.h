#ifndef PROFILER_ADVISE_RULES_OPS_OPTIMIZER_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_OPTIMIZER_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/steps/code/optimizer_use.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The class, e.g. "AdamW" of "Optimizer.step#AdamW.step".
std::string_view OptimizerClass(std::string_view mark);

// Whether torch.optim's class takes fused=True, on CPUs and GPUs.
bool CanBeFused(std::string_view optimizer);

// From which shares of a step, 0 to 1, an optimizer is told.
struct OptimizerLimits {
  double update;          // its own time: that of its kernels, or without devices that of its mark
  double update_on_host;  // without devices: of what could be faster, a warning
  double copies;          // copies to devices of what it updates on the host
};

std::vector<Finding> OptimizerFindings(const Profile& profile, const StepTimings& timings,
                                       const OptimizerUse& use, bool has_devices,
                                       const OptimizerLimits& limits);

// Text such as ". Most of it copies gradients for Optimizer.step#Adam.step, which runs on the
// host", where such copies are most of `output`, the time of results in the mean step; else empty.
std::string GradientCopiesText(const Profile& profile, const OptimizerUse& use, double output);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_OPTIMIZER_TEXT_H_
