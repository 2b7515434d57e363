#ifndef PROFILER_ADVISE_METRIC_CLOCK_NOTES_H_
#define PROFILER_ADVISE_METRIC_CLOCK_NOTES_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Says of metrics that were recorded apart from what ran where the two do not meet in time, by how
// much, and what to do; and where one of them tells no wall clock, so that nobody can know.
void AddMetricClockNotes(const Profile& profile, Report& report);

}  // namespace profiler

#endif  // PROFILER_ADVISE_METRIC_CLOCK_NOTES_H_
