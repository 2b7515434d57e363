#ifndef PROFILER_ADVISE_RULES_JOB_JOB_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_H_

#include "profiler/advise/rule.h"

namespace profiler {

// A job of several workers: how much of a step they wait for each other's data, which link is the
// slowest, and whether the load is even.
absl::StatusOr<Verdict> Job(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_H_
