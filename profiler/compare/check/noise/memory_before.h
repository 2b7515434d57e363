// Peaks of memory whose recordings do not count what was allocated before them.
#ifndef PROFILER_COMPARE_CHECK_NOISE_MEMORY_BEFORE_H_
#define PROFILER_COMPARE_CHECK_NOISE_MEMORY_BEFORE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/measured_side.h"
#include "profiler/compare/check/row_verdicts.h"
#include "profiler/compare/measure/expression.h"

namespace profiler {

// How much of what is measured in `next` the base may have had, too, though its recording does not
// count it (compare/kept_memory.h).
absl::StatusOr<double> KeptBefore(const MeasuredSide& next, const MeasuredSide& base,
                                  RunContext& context);

// A row that is broken by no more than that cannot be told.
void WeakenByMemoryBefore(RequiredSign sign, double kept, JudgedRow& row);

// That a value is at least as large as it is shown; empty if all is counted.
std::string_view MemoryBeforeText(const MeasuredSide& side);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_NOISE_MEMORY_BEFORE_H_
