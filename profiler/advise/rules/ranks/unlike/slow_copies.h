#ifndef PROFILER_ADVISE_RULES_RANKS_UNLIKE_SLOW_COPIES_H_
#define PROFILER_ADVISE_RULES_RANKS_UNLIKE_SLOW_COPIES_H_

#include <string>

#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/store/profile.h"

namespace profiler {

// Why copying to its device takes longer on the slow rank than on the others, or where to look.
std::string WhyCopyingIsSlow(const Profile& profile, const RankSteps& slow,
                             const RanksOfRun& others);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_UNLIKE_SLOW_COPIES_H_
