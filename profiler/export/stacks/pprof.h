#ifndef PROFILER_EXPORT_STACKS_PPROF_H_
#define PROFILER_EXPORT_STACKS_PPROF_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// A gzipped profile.proto, which pprof opens: one sample per op. With -compat tfprof that of code
// is the file that tfprof writes (Quirk::kPprofLeavesOnly, Quirk::kPprofCallLines).
absl::StatusOr<ExportResult> ExportPprof(const Selected& selected, const Query& query,
                                         const ExportParams& params, OutputFiles& files,
                                         RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_PPROF_H_
