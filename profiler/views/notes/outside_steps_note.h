#ifndef PROFILER_VIEWS_NOTES_OUTSIDE_STEPS_NOTE_H_
#define PROFILER_VIEWS_NOTES_OUTSIDE_STEPS_NOTE_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A note on an answer about ops that holds time outside every step, or of partial ones, which
// `steps` and `overview` leave out: how much, and the -step that leaves it out here. tfprof's
// formats under its own rules have none.
void AddOutsideStepsNote(const Selected& selected, const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_OUTSIDE_STEPS_NOTE_H_
