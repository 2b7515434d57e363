#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_SYSTEM_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_SYSTEM_H_

#include <string>

#include "absl/status/statusor.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `system`: how metrics over time are spread, by node; without rows where there are
// none.
absl::StatusOr<Report> SystemSection(const Selected& selected, RunContext& context);

// How much the GPUs were used whose use was recorded over time, in percent. Means; NaN where there
// are none.
struct GpuUse {
  double mean = Distribution::kNone;
  double least = Distribution::kNone, most = Distribution::kNone;  // of one GPU
  std::string least_name;                                          // "algo-1/gpu1"
};
GpuUse FindGpuUse(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_SYSTEM_H_
