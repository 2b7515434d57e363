#ifndef PROFILER_ANALYSIS_TIME_JOB_STEP_WALLS_H_
#define PROFILER_ANALYSIS_TIME_JOB_STEP_WALLS_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/ids.h"

namespace profiler {

// A step of the job as one source recorded it.
struct RecordedStep {
  size_t step = 0;  // which step of the job, in the order of their numbers
  SourceId source;
  int64_t begin = 0, end = 0;  // by the source's own clock
};

// Returns how long each of the job's `count` steps takes: from the first begin of a process, or the
// end of the job's step before if that is later, to the last end of a process. So a delay counts
// once: in the step of the rank that has it, and not again in the next step of those that wait for
// that rank. Clocks need not agree: a source's steps usually end when those of the others do.
//
// 0 for a step without times. Empty if the processes do not take their steps together, so that the
// job has no steps of its own.
std::vector<Int128> JobStepWalls(const std::vector<RecordedStep>& recorded, size_t count);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_JOB_STEP_WALLS_H_
