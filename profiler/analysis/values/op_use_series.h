// The times of the rows of `ops` in each step.
#ifndef PROFILER_ANALYSIS_VALUES_OP_USE_SERIES_H_
#define PROFILER_ANALYSIS_VALUES_OP_USE_SERIES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/op_uses.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// In microseconds, one value per step of StepAxis(selected); 0 in steps in which an op did not run.
struct OpUseSeries {
  size_t steps = 0;
  std::vector<double> totals, selves;  // by use and step

  std::vector<double> Total(size_t use) const { return Of(totals, use); }
  std::vector<double> Self(size_t use) const { return Of(selves, use); }

 private:
  std::vector<double> Of(const std::vector<double>& values, size_t use) const {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(use * steps);
    return {begin, begin + static_cast<std::ptrdiff_t>(steps)};
  }
};

// `uses` are those of UsesOfOps(). Idle time has no values.
absl::StatusOr<OpUseSeries> SeriesOfOpUses(const Selected& selected, const std::vector<OpUse>& uses,
                                           RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_OP_USE_SERIES_H_
