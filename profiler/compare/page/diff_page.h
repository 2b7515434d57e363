#ifndef PROFILER_COMPARE_PAGE_DIFF_PAGE_H_
#define PROFILER_COMPARE_PAGE_DIFF_PAGE_H_

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/page/side.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The answer of `diff`: sentences, then a table of each thing that both sides recorded. Both are
// read whole, and their samples are chosen (ChooseSamples).
absl::StatusOr<Report> MakeDiffPage(const Side& base, const Side& next, const Query& query,
                                    const CompareOptions& compare, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_DIFF_PAGE_H_
