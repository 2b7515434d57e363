#ifndef PROFILER_VIEWS_STEPS_STEPS_BY_DEVICE_H_
#define PROFILER_VIEWS_STEPS_STEPS_BY_DEVICE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// `steps` with -by device: a row is a step on a core.
absl::StatusOr<Report> AnswerStepsByDevice(const Selected& selected, const Query& query,
                                           RunContext& context);
std::vector<ReportColumn> StepsByDeviceColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEPS_BY_DEVICE_H_
