// What a step consists of: the parts of its time, and what accelerators did in it. Rows are judged
// and sorted.
#ifndef PROFILER_COMPARE_PAGE_TABLES_STEP_ROWS_H_
#define PROFILER_COMPARE_PAGE_TABLES_STEP_ROWS_H_

#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

std::vector<DiffRow> ComparePartsOfStep(const Comparison& comparison, const Side& base,
                                        const Side& next);
// Busy and idle time, which add up to the step. Both sides must have recorded accelerators.
std::vector<DiffRow> CompareBusyTimes(const Comparison& comparison, const Side& base,
                                      const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_TABLES_STEP_ROWS_H_
