#ifndef PROFILER_STORE_TRANSFORM_MERGE_RUNS_H_
#define PROFILER_STORE_TRANSFORM_MERGE_RUNS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Which runs there are over all parts; see Merge() for what a run is.
struct MergedRuns {
  std::vector<std::vector<uint32_t>> of;  // by part and SourceRow::run_group of it
  bool any_joined = false;                // of several groups of sources, in whatever part
};
MergedRuns FindRuns(const std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_RUNS_H_
