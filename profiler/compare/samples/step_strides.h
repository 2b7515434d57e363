#ifndef PROFILER_COMPARE_SAMPLES_STEP_STRIDES_H_
#define PROFILER_COMPARE_SAMPLES_STEP_STRIDES_H_

#include <cstdint>
#include <optional>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// By how much the numbers of successive steps differ, though nothing lies between them: 16 where a
// framework runs 16 batches in each step and numbers the batches. Nothing if too few steps follow
// each other, or if they differ by this and that.
std::optional<int64_t> StrideOfSteps(const Profile& profile);

// A warning where both are known and differ: times of such steps are times of unlike numbers of
// batches. The times are those of typical steps in microseconds, NaN if unknown.
std::optional<Note> UnlikeStrides(const Profile& base, double base_time, const Profile& next,
                                  double new_time);

}  // namespace profiler

#endif  // PROFILER_COMPARE_SAMPLES_STEP_STRIDES_H_
