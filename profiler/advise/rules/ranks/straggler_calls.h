#ifndef PROFILER_ADVISE_RULES_RANKS_STRAGGLER_CALLS_H_
#define PROFILER_ADVISE_RULES_RANKS_STRAGGLER_CALLS_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// Calls of a device's runtime for which the host of a slow rank takes longer, as StragglerRemedy()
// tells a cause: launches that wait, an allocator that is short of memory, waits for the device.
// Empty if none explains much of `excess`, in picoseconds a step.
std::string CallsCause(const RuleInput& input, const RankSteps& slow, const RanksOfRun& others,
                       const RankComparison& comparison, double excess);

// The runtime's function that explains half of `excess` with the others; empty if they do not.
std::string GrownRuntimeText(const Profile& profile, const RankComparison& comparison,
                             double excess);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_STRAGGLER_CALLS_H_
