#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_WORK_ALLOCATOR_CALLS_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_WORK_ALLOCATOR_CALLS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/report/finding.h"

namespace profiler {

// A warning where PyTorch gives memory back to devices and gets it again in most steps, and devices
// idle meanwhile for `least` of the steps' time or more, 0 to 1.
absl::StatusOr<std::optional<Finding>> AllocatorCallsFinding(const RuleInput& input, double least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_WORK_ALLOCATOR_CALLS_H_
