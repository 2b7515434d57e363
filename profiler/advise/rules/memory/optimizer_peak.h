#ifndef PROFILER_ADVISE_RULES_MEMORY_OPTIMIZER_PEAK_H_
#define PROFILER_ADVISE_RULES_MEMORY_OPTIMIZER_PEAK_H_

#include <optional>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where the peak is in the step of a PyTorch optimizer: what temporaries of its foreach ops hold of
// it, if that is a tenth or more and the optimizer has a fused form, which needs none.
std::optional<Finding> OptimizerPeakFinding(const Profile& profile, const MemoryUse& memory);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_OPTIMIZER_PEAK_H_
