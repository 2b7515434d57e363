// The rules of SageMaker Debugger on system metrics, with its names and thresholds.
#ifndef PROFILER_ADVISE_RULES_STEPS_SYSTEM_USE_H_
#define PROFILER_ADVISE_RULES_STEPS_SYSTEM_USE_H_

#include "profiler/advise/rule.h"

namespace profiler {

// GPUs that are used little, or by fits and starts.
absl::StatusOr<Verdict> LowGpuUtilization(const RuleInput& input);
// Nodes whose processors and GPUs a bigger batch would fit on.
absl::StatusOr<Verdict> BatchSize(const RuleInput& input);
// GPUs that wait while processors, or disks, are busy.
absl::StatusOr<Verdict> CpuBottleneck(const RuleInput& input);
absl::StatusOr<Verdict> IoBottleneck(const RuleInput& input);
// GPUs whose memory fills up.
absl::StatusOr<Verdict> GpuMemoryIncrease(const RuleInput& input);
// GPUs of a node that are used unlike each other.
absl::StatusOr<Verdict> LoadBalancing(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_SYSTEM_USE_H_
