// Finds inputs that hold the same recording in another form, before any is read.
#ifndef PROFILER_OPEN_SAME_RECORDINGS_H_
#define PROFILER_OPEN_SAME_RECORDINGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/common/import_report.h"

namespace profiler {

// Leaves out files whose recording another file of `files` holds as well:
// - a packed file beside its unpacked one;
// - a trace that TensorFlow's or JAX's profiler exported from an XSpace (HOST.trace.json.gz,
//   perfetto_trace.json.gz): the XSpace has more. The trace's longest events must be in it.
// - a store whose sources are all in `files`; if only some are, these are left out, because the
//   store has more of the run.
// `named` are the paths that the user gave. Each file that is left out is an entry of the report,
// which is a warning only if the user named the file itself.
absl::Status LeaveOutSameRecordings(const std::vector<std::string>& named,
                                    std::vector<std::string>& files, ImportReport& report,
                                    RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_SAME_RECORDINGS_H_
