#ifndef PROFILER_ADVISE_RULES_RANKS_ONE_DEVICE_TEXT_H_
#define PROFILER_ADVISE_RULES_RANKS_ONE_DEVICE_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// "TPU" if the source recorded one, else "GPU".
std::string_view KindOfDevices(const Profile& profile, SourceId source);

// Where one of several devices of the slow rank computes for longer than its others, which are
// alike: which one, and what to look at, as a sentence that begins with a separator. Else "".
std::string OneDeviceText(const RuleInput& input, const RankSteps& slow);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_ONE_DEVICE_TEXT_H_
