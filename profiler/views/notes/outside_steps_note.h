#ifndef PROFILER_VIEWS_NOTES_OUTSIDE_STEPS_NOTE_H_
#define PROFILER_VIEWS_NOTES_OUTSIDE_STEPS_NOTE_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// For reports about ops: notes the time outside every step or in partial steps, which `steps` and
// `overview` leave out, and the -step value that excludes this time. Adds no note for tfprof's
// formats under tfprof's rules.
void AddOutsideStepsNote(const Selected& selected, const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_OUTSIDE_STEPS_NOTE_H_
