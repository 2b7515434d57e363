#ifndef PROFILER_EXPORT_STACKS_FOLDED_H_
#define PROFILER_EXPORT_STACKS_FOLDED_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// Folded stacks, one per line, as flame graph tools read them: frames from the outermost one on,
// joined by `;`, a blank, and the value.
absl::StatusOr<ExportResult> ExportFolded(const Selected& selected, const Query& query,
                                          const ExportParams& params, OutputFiles& files,
                                          RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_FOLDED_H_
