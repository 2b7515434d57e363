#ifndef PROFILER_ANALYSIS_STEPS_RANKS_UNEVEN_SOURCES_H_
#define PROFILER_ANALYSIS_STEPS_RANKS_UNEVEN_SOURCES_H_

#include <map>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Of what each process takes of its step: the few that take far more than the others, whose mean
// would describe none of them.
struct UnevenSources {
  // Half of them at most, each more than half of the most. Empty if none does, or that is less than
  // `least`.
  std::vector<SourceId> high;
  size_t others = 0;
  Int128 most_of_others = 0;
};
UnevenSources UnevenSourcesOf(const std::map<SourceId, Int128>& of_step, Int128 least);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANKS_UNEVEN_SOURCES_H_
