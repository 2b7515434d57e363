#ifndef PROFILER_ADVISE_RULES_MEMORY_RUN_OF_MEMORY_H_
#define PROFILER_ADVISE_RULES_MEMORY_RUN_OF_MEMORY_H_

#include <string>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/base/int128.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// The name of the run that the memory is of; empty if the profile has one run.
std::string RunOfMemory(const Profile& profile, const MemoryUse& memory);

// From the begin of that run, in picoseconds. The memory's source must be known.
Int128 FromBeginOfRun(const Profile& profile, const MemoryUse& memory, int64_t time);

// Names the file of several runs, or else the process, and makes the finding's command select it.
void SetPlaceOfMemory(const Profile& profile, const MemoryUse& memory, Finding& finding);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_RUN_OF_MEMORY_H_
