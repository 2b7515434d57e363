#ifndef PROFILER_VIEWS_NOTES_UNKNOWN_COLLECTIVES_NOTE_H_
#define PROFILER_VIEWS_NOTES_UNKNOWN_COLLECTIVES_NOTE_H_

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Warns about selected kernels that have names like collectives but are not recognized as
// collectives (analysis/collectives/communication.h). Such kernels count as compute, which is most
// likely wrong.
absl::Status AddUnknownCollectivesNote(const Selected& selected, Report& report,
                                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_UNKNOWN_COLLECTIVES_NOTE_H_
