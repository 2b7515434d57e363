#ifndef PROFILER_VIEWS_NOTES_SEVERAL_RUNS_NOTE_H_
#define PROFILER_VIEWS_NOTES_SEVERAL_RUNS_NOTE_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/report/report.h"

namespace profiler {

// If the selected places are of several runs: names the runs, and says how to show one or to join
// them.
void AddSeveralRunsNote(const Selected& selected, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_SEVERAL_RUNS_NOTE_H_
