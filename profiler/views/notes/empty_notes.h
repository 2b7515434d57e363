// Notes that explain why a table of `steps`, `ops`, `hlo`, `collectives`, `memory`, `buffers`
// or of accelerators is empty, as an unexplained empty table looks like a bug.
#ifndef PROFILER_VIEWS_NOTES_EMPTY_NOTES_H_
#define PROFILER_VIEWS_NOTES_EMPTY_NOTES_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

void AddNoStepsNote(const Selected& selected, Report& report);
void AddNoPhasesNote(const Selected& selected, Report& report);
void AddNoOpsNote(const Selected& selected, Report& report);
void AddNoKernelsNote(const Selected& selected, Report& report);
void AddNoInstructionsNote(const Selected& selected, Report& report);

void AddNoCollectivesNote(const Selected& selected, Report& report);
void AddNoMemoryNote(const Selected& selected, Report& report);
void AddNoBuffersNote(const Selected& selected, Report& report);
void AddNoMetricsNote(const Selected& selected, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_EMPTY_NOTES_H_
