// Ranks of one job that number their steps differently.
#ifndef PROFILER_STORE_TRANSFORM_STEP_OFFSETS_H_
#define PROFILER_STORE_TRANSFORM_STEP_OFFSETS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/store/profile.h"
#include "profiler/store/transform/merge_runs.h"

namespace profiler {

// By part and source, by how much its step numbers are above those of most ranks of its run.
struct StepOffsets {
  std::vector<std::vector<int64_t>> of;
  int64_t sources = 0;  // with another offset than 0
  std::string first;    // names the first of them and its offset
};

// Whether a number counts steps. Files may hold any number, and offsets are subtracted.
bool IsStepCount(int64_t number);

// A rank that was restarted, or counts from elsewhere, gives the same step another number. Known by
// the wall clock: collectives end at the same time in steps whose numbers differ by a constant,
// and not in those of equal number. Ranks that have no number in common are paired by when their
// steps begin. Clocks that differ are not taken for other numbers: such steps do not begin or end
// together under any offset but by chance.
StepOffsets FindStepOffsets(const std::vector<Profile>& parts, const MergedRuns& runs);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_STEP_OFFSETS_H_
