#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_DEPTHWISE_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_DEPTHWISE_TEXT_H_

#include "profiler/analysis/ops/depthwise_kernels.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Of kernels that take much of the time of accelerators.
Finding DepthwiseFinding(const Profile& profile, const DepthwiseKernels& kernels);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_DEPTHWISE_TEXT_H_
