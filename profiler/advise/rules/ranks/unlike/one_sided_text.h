#ifndef PROFILER_ADVISE_RULES_RANKS_UNLIKE_ONE_SIDED_TEXT_H_
#define PROFILER_ADVISE_RULES_RANKS_UNLIKE_ONE_SIDED_TEXT_H_

#include <string>

#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/store/profile.h"

namespace profiler {

// Sentences after that on the slow rank, or ranks, as StragglerRemedy() gives them.

// Of ops that run on one side alone and explain what the rank takes longer, which is `excess`. ""
// where they do not, or where a single op runs in addition to what the others run.
std::string OneSidedOpsText(const Profile& profile, const RankComparison& comparison, OpPlace place,
                            double excess, bool are_several);

// After what takes longer there, by `growth`: ", in other kernels: ...", where kernels that the
// others do not run explain it; else "". `op` is that of the kernels, invalid if they are of all.
std::string OtherKernelsText(const Profile& profile, const RankComparison& comparison, StringId op,
                             double growth);

// The same where the others' kernels run there, too, as often, and more kernels besides: an op may
// be called as often and do more in each call.
std::string AddedKernelsText(const Profile& profile, const RankComparison& comparison, StringId op,
                             double growth);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_UNLIKE_ONE_SIDED_TEXT_H_
