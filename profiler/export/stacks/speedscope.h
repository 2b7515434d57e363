#ifndef PROFILER_EXPORT_STACKS_SPEEDSCOPE_H_
#define PROFILER_EXPORT_STACKS_SPEEDSCOPE_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// speedscope's own JSON: one sampled profile per selected measure, over shared frames.
absl::StatusOr<ExportResult> ExportSpeedscope(const Selected& selected, const Query& query,
                                              const ExportParams& params, OutputFiles& files,
                                              RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_SPEEDSCOPE_H_
