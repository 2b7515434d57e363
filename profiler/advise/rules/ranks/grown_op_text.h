#ifndef PROFILER_ADVISE_RULES_RANKS_GROWN_OP_TEXT_H_
#define PROFILER_ADVISE_RULES_RANKS_GROWN_OP_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/store/profile.h"

namespace profiler {

// "512x256, 256x64" for the recorded "0:512x256,1:256x64".
std::string InputsText(std::string_view recorded);

// Sentences after that on the slow rank, as StragglerRemedy() gives them.

// Of an op with other inputs than on the other ranks.
std::string OtherInputsText(const Profile& profile, const RankComparison::GrownOp& op);

// Of an op that runs on the slow rank alone.
std::string OwnOpText(const Profile& profile, const RankComparison::GrownOp& op);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_GROWN_OP_TEXT_H_
