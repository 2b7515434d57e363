// The command `check`: whether requirements on a profile hold.
#ifndef PROFILER_COMPARE_CHECK_CHECK_H_
#define PROFILER_COMPARE_CHECK_CHECK_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/budget.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// What `check` needs of the engine.
struct CheckTools {
  Answerer& answerer;
  MeasureQueries queries;
  // What sampling must know of the view of a measure.
  std::function<SampledView(const MeasureExpression& measure)> view;
  // A command that shows the rows of a measure.
  std::function<std::string(const MeasureExpression& measure)> command;
};

// A row and a CheckResult for each budget, broken ones first, then those that cannot be judged
// (CheckResult::is_judged()). `base` is null if there is none.
absl::StatusOr<Report> CheckReport(const CheckTools& tools, const Selected& next,
                                   const Selected* base, const std::vector<Budget>& budgets,
                                   const Query& query, RunContext& context);

Report EmptyCheckReport();  // without rows

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_CHECK_H_
