#ifndef PROFILER_ANALYSIS_COLLECTIVES_MISSING_RANKS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_MISSING_RANKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// A job of which not all ranks are in the profile.
struct MissingRanks {
  uint32_t run_index = 0;  // in Runs
  std::string run;         // empty if the profile has one
  int64_t world_size = 0;
  int64_t recorded = 0;           // ranks in the profile
  std::vector<int64_t> missing;   // rank numbers; only if the ranks of all its sources are known
  bool are_in_other_run = false;  // all of them were opened, in a run that was recorded apart
};

// Of each run with missing ranks, in the order of their first files.
std::vector<MissingRanks> FindMissingRanks(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_MISSING_RANKS_H_
