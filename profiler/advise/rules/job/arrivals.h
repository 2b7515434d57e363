#ifndef PROFILER_ADVISE_RULES_JOB_ARRIVALS_H_
#define PROFILER_ADVISE_RULES_JOB_ARRIVALS_H_

#include <cstdint>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/analysis/collectives/compared_collectives.h"

namespace profiler {

// A name such as "rank 3" or a host's, with the device if the rank has several.
std::string NameOfRank(const Profile& profile, const CollectiveWaits& waits, const RankWaits& one);

// Adds whether one rank of the run came last to most collectives, more often than by chance, even
// if the waits are short. If there is none, and the run is not healthy, it adds which rank came
// latest in total, if one did.
void AddArrivals(const RuleInput& input, const ComparedCollectives& compared, uint32_t run,
                 bool is_healthy, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_ARRIVALS_H_
