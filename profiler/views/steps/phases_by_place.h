// The durations of phases in each run, and on each node, which `phases` describes.
#ifndef PROFILER_VIEWS_STEPS_PHASES_BY_PLACE_H_
#define PROFILER_VIEWS_STEPS_PHASES_BY_PLACE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/phases/phase_durations.h"
#include "profiler/analysis/selection/selected.h"

namespace profiler {

// A run, and with -by node a node of it; else empty.
using PhasePlace = std::pair<uint32_t, std::string_view>;
using PhasesByPlace = std::map<PhasePlace, Phases>;
using TimesByPlace = std::map<PhasePlace, std::map<std::string, double, std::less<>>>;

// `by` is the value of -by, "" without it.
PhasesByPlace PhasesBy(const Selected& selected, std::string_view by, const JobTimes& times);

// How long devices worked in what users marked: sums over steps, each of the mean of its ranks.
TimesByPlace MarksOnDevices(const Selected& selected, const JobTimes& times);

// One of these; kAbsentReal if there is none.
double TimeOnDevices(const TimesByPlace& times, const PhasePlace& place, std::string_view phase);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_PHASES_BY_PLACE_H_
