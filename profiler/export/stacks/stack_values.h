#ifndef PROFILER_EXPORT_STACKS_STACK_VALUES_H_
#define PROFILER_EXPORT_STACKS_STACK_VALUES_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/export/stacks/stacks.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The selected measures that are columns of the view's report. Fails if there are none.
absl::StatusOr<std::vector<StackMeasure>> SelectMeasures(const Query& query, const Report& report);

// Fills `stacks.values` and the measures' units from the samples' values, in the units of reports.
// Times are in microseconds if they are exact, or else in nanoseconds. Rounding errors are carried
// from sample to sample, so the sum over consecutive samples is off by less than one unit.
absl::Status FillValues(const std::vector<Value>& values, Stacks& stacks);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_STACK_VALUES_H_
