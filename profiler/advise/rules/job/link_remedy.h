#ifndef PROFILER_ADVISE_RULES_JOB_LINK_REMEDY_H_
#define PROFILER_ADVISE_RULES_JOB_LINK_REMEDY_H_

#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What may be wrong between ranks that exchange data slowly, and how to look at it: within a host
// NVLink and PCIe, between ranks of which no two share a host the network, else all of these.
std::string_view LinkRemedy(const Profile& profile, const std::vector<SourceId>& ranks);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_LINK_REMEDY_H_
