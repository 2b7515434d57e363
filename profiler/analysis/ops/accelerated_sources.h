#ifndef PROFILER_ANALYSIS_OPS_ACCELERATED_SOURCES_H_
#define PROFILER_ANALYSIS_OPS_ACCELERATED_SOURCES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Indexed by source: whether the source recorded an accelerator's work. If so, the source's host
// events of compiled programs are only launches.
std::vector<char> AcceleratedSources(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_ACCELERATED_SOURCES_H_
