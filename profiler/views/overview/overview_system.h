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

// The section `system`: the distribution of metrics over time, by node. The section has no rows if
// there are no metrics.
absl::StatusOr<Report> SystemSection(const Selected& selected, RunContext& context);

// Mean GPU utilization in percent, from metrics over time, of the GPUs that are used at all; of all
// if none is. NaN if unknown.
struct GpuUse {
  double mean = Distribution::kNone;
  double least = Distribution::kNone, most = Distribution::kNone;  // the means of single GPUs
  std::string least_name;                                          // e.g. "algo-1/gpu1"
  size_t unused = 0;        // GPUs that are at 0 throughout, beside those of the mean
  std::string unused_name;  // of the first of them
};
GpuUse FindGpuUse(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_SYSTEM_H_
