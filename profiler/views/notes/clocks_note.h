#ifndef PROFILER_VIEWS_NOTES_CLOCKS_NOTE_H_
#define PROFILER_VIEWS_NOTES_CLOCKS_NOTE_H_

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/report/report.h"

namespace profiler {

// Notes for an answer with times of several ranks where, by their collectives, the ranks' clocks
// disagree.
absl::Status AddClocksNote(const Selected& selected, RunContext& context, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_CLOCKS_NOTE_H_
