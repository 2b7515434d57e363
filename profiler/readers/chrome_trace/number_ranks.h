#ifndef PROFILER_READERS_CHROME_TRACE_NUMBER_RANKS_H_
#define PROFILER_READERS_CHROME_TRACE_NUMBER_RANKS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Sets the ranks of a job's Chrome traces to their order in `parts`, if neither the content nor the
// names of the files have a rank. Only traces that were recorded at the same time, i.e. by several
// processes, get a rank.
void NumberRanks(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_READERS_CHROME_TRACE_NUMBER_RANKS_H_
