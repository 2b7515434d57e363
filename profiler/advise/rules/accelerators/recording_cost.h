#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_RECORDING_COST_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_RECORDING_COST_H_

#include <optional>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"

namespace profiler {

// What recording itself costs the host of a PyTorch job, where that is `least` of a step or more
// and devices wait for the host. An estimate, as docs/advice.md describes.
absl::StatusOr<std::optional<Finding>> RecordingCost(const RuleInput& input, double least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_RECORDING_COST_H_
