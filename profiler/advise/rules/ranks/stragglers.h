#ifndef PROFILER_ADVISE_RULES_RANKS_STRAGGLERS_H_
#define PROFILER_ADVISE_RULES_RANKS_STRAGGLERS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/ranks/stragglers.h"
#include "profiler/base/run_context.h"

namespace profiler {

struct LackedRanks;  // rank_names.h

StragglerLimits StragglerLimitsOf(const JobThresholds& thresholds);

// StepsByRank(), computed once per selection and cached in the memo. Empty if the profile is of one
// process.
using SharedRanks = std::shared_ptr<const std::vector<RankSteps>>;
absl::StatusOr<SharedRanks> SharedRankSteps(const Selected& selected, RunContext& context);

using RanksOfRun = std::vector<const RankSteps*>;

// What a step would be shorter by (SavedWithout), in picoseconds; kAbsent if that is unknown or
// nothing.
Value SavesOf(const RanksOfRun& slow, const RanksOfRun& others);

struct SlowRanks;  // slow_ranks.h

// Adds a warning if the run has a straggler, which names those that are as slow as the slowest one,
// or their host if they are all of its ranks and no others. `slow` are those of the run that others
// wait for; with `go_one_way` ranks that send are no stages of a pipeline (GoOneWay()). Returns the
// slowest straggler; null if there is none.
const RankSteps* JudgeStragglers(const RuleInput& input, const RanksOfRun& ranks,
                                 const SlowRanks& slow, const StragglerLimits& limits,
                                 bool go_one_way, Verdict& verdict);

// The ranks with whole steps whose times can be compared, the slowest first.
RanksOfRun WithWholeSteps(const RanksOfRun& all);

// The ranks that are not among `some`, in their order.
RanksOfRun Without(const RanksOfRun& ranks, const RanksOfRun& some);

// A table of the ranks: how long they work, and wait.
Report RanksEvidence(const RanksOfRun& ranks);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_STRAGGLERS_H_
