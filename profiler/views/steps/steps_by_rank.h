#ifndef PROFILER_VIEWS_STEPS_STEPS_BY_RANK_H_
#define PROFILER_VIEWS_STEPS_STEPS_BY_RANK_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// `steps` with -by rank or -by host: a row is a rank or a host, compared with the others of its
// run.
absl::StatusOr<Report> AnswerStepsByRank(const Selected& selected, const Query& query,
                                         RunContext& context);
std::vector<ReportColumn> StepsByRankColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEPS_BY_RANK_H_
