#ifndef PROFILER_ENGINE_JOB_REPORT_H_
#define PROFILER_ENGINE_JOB_REPORT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// The composite `report`: a document about a job, made of answers of views and findings of rules.
// Parts that do not apply to the profile are left out.
absl::StatusOr<Report> JobReport(Answerer& answerer, const std::vector<const Selected*>& of,
                                 const Query& query, const CompareOptions& compare,
                                 RunContext& context);

// All parts that a report can have, without values.
std::vector<Report> JobReportParts();

}  // namespace profiler

#endif  // PROFILER_ENGINE_JOB_REPORT_H_
