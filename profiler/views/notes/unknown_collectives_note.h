#ifndef PROFILER_VIEWS_NOTES_UNKNOWN_COLLECTIVES_NOTE_H_
#define PROFILER_VIEWS_NOTES_UNKNOWN_COLLECTIVES_NOTE_H_

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Warns of selected kernels that are named as collectives would be but are not known as such
// (analysis/collectives/traffic.h): they count as computing, which is most likely wrong.
absl::Status AddUnknownCollectivesNote(const Selected& selected, Report& report,
                                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_UNKNOWN_COLLECTIVES_NOTE_H_
