#ifndef PROFILER_ADVISE_METRIC_CLOCK_NOTES_H_
#define PROFILER_ADVISE_METRIC_CLOCK_NOTES_H_

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Adds notes about metrics whose times do not overlap the times of events: the notes give the
// difference and the remedy, or explain that the difference is unknown because the metrics or the
// events have no wall clock.
void AddMetricClockNotes(const Profile& profile, Report& report);

}  // namespace profiler

#endif  // PROFILER_ADVISE_METRIC_CLOCK_NOTES_H_
