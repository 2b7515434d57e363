#ifndef PROFILER_STORE_TRANSFORM_MERGE_RUNS_H_
#define PROFILER_STORE_TRANSFORM_MERGE_RUNS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The runs of all parts. See Merge() for the definition of a run.
struct MergedRuns {
  std::vector<std::vector<uint32_t>> of;  // the run, by part and SourceRow::run_group
  bool any_joined = false;                // whether a run has several groups of sources
};
MergedRuns FindRuns(const std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_RUNS_H_
