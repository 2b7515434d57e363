#ifndef PROFILER_ADVISE_RULES_COMMON_SAME_OPS_TEXT_H_
#define PROFILER_ADVISE_RULES_COMMON_SAME_OPS_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/analysis/instructions/ops_of_devices.h"
#include "profiler/store/profile.h"

namespace profiler {

// Why a device computes for longer than `other`, which runs as many of each op, and what to look
// at: "it runs as many of each op, and nearly all take longer there, so look at that chip: ...".
std::string SameOpsText(const Profile& profile, const OpsOfTwo& ops, std::string_view other);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_SAME_OPS_TEXT_H_
