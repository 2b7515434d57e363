#ifndef PROFILER_EXPORT_STACKS_STACK_VALUES_H_
#define PROFILER_EXPORT_STACKS_STACK_VALUES_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/export/stacks/stacks.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The measures that the query selects and the view's report has; fails where there are none.
absl::StatusOr<std::vector<StackMeasure>> SelectMeasures(const Query& query, const Report& report);

// Fills `stacks.values` and the measures' units of what the samples have, in the units of reports.
// Times are in microseconds where that loses nothing, else in nanoseconds; rests are handed on from
// sample to sample, so that sums over any run of them are off by less than one unit.
absl::Status FillValues(const std::vector<Value>& values, Stacks& stacks);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STACKS_STACK_VALUES_H_
