#ifndef PROFILER_ADVISE_RULES_STEPS_DATA_LOADER_H_
#define PROFILER_ADVISE_RULES_STEPS_DATA_LOADER_H_

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"

namespace profiler {

absl::StatusOr<Verdict> DataLoaderWorkers(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_DATA_LOADER_H_
