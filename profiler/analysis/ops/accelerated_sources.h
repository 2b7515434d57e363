#ifndef PROFILER_ANALYSIS_OPS_ACCELERATED_SOURCES_H_
#define PROFILER_ANALYSIS_OPS_ACCELERATED_SOURCES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By source: whether an accelerator's work was recorded there. What its host has of compiled
// programs are launches then.
std::vector<char> AcceleratedSources(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_ACCELERATED_SOURCES_H_
