#ifndef PROFILER_EXPORT_STORE_STORE_H_
#define PROFILER_EXPORT_STORE_STORE_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// The profile as our own file (proto/store.proto), which opens like any other input and answers
// the same. It has the facts; what derive/ makes of them is made again on reading. The selection's
// steps and places narrow the executions in it; every op is in it.
absl::StatusOr<ExportResult> ExportStore(const Selected& selected, const Query& query,
                                         const ExportParams& params, OutputFiles& files,
                                         RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_H_
