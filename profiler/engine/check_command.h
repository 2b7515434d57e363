#ifndef PROFILER_ENGINE_CHECK_COMMAND_H_
#define PROFILER_ENGINE_CHECK_COMMAND_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// The composite `check`: whether the requirements of the query, and of its file of budgets, hold on
// a profile, or on a profile against a base.
absl::StatusOr<Report> CheckAnswer(Answerer& answerer, const std::vector<const Selected*>& of,
                                   const Query& query, const CompareOptions& compare,
                                   RunContext& context);

// Fails if the query has no requirement, or one that cannot hold for any profile, or one on a base
// that is not named. Needs no profile, so typos are found before inputs are opened; the file of
// budgets is read with the answer.
absl::Status CheckRequirements(const Query& query, bool has_base);

}  // namespace profiler

#endif  // PROFILER_ENGINE_CHECK_COMMAND_H_
