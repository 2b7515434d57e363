#ifndef PROFILER_ENGINE_JOB_REPORT_H_
#define PROFILER_ENGINE_JOB_REPORT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// The composite `report`: a document of what the views and the rules say of a job. A part that has
// nothing to tell of such a profile is left out.
absl::StatusOr<Report> JobReport(Answerer& answerer, const std::vector<const Selected*>& of,
                                 const Query& query, RunContext& context);

// All parts that there can be, without values.
std::vector<Report> JobReportParts();

}  // namespace profiler

#endif  // PROFILER_ENGINE_JOB_REPORT_H_
