#ifndef PROFILER_STORE_DERIVE_STEP_SERIES_H_
#define PROFILER_STORE_DERIVE_STEP_SERIES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler::derive {

// Steps that follow each other and never overlap, sorted by the begin of their marks.
using StepSeries = std::vector<StepId>;

// Returns the series of the steps with known times. A source is a series. If marks of several of
// its threads overlap, each of these threads is a series. Marks inside another mark of a thread are
// a series, too. Steps that a device recorded by itself are in no series. The times of the
// steps must still be those of their marks.
std::vector<StepSeries> SeriesOfSteps(const Profile& profile);

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_STEP_SERIES_H_
