// A view's answer about a profile, compared with its answer about a base.
#ifndef PROFILER_COMPARE_VIEWS_VIEW_DIFF_H_
#define PROFILER_COMPARE_VIEWS_VIEW_DIFF_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

// Each measured column X becomes base_X, X, delta_X, ratio_X and p_X, and each row has a verdict
// (report/compared/compared_columns.h). Values are those of the view; p-values and verdicts are by
// samples (compare/samples/).
absl::StatusOr<Report> DiffView(Answerer& answerer, const SampledView& view, const Selected& next,
                                const Selected& base, const Query& query,
                                const CompareOptions& compare, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_VIEW_DIFF_H_
