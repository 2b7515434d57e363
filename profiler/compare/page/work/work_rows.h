#ifndef PROFILER_COMPARE_PAGE_WORK_WORK_ROWS_H_
#define PROFILER_COMPARE_PAGE_WORK_WORK_ROWS_H_

#include <vector>

#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/work/rows_to_pair.h"

namespace profiler {

struct WorkComparison {
  const Comparison& comparison;
  bool pairs_renamed = true;
  // Rows that surely did not change and whose change is less get no interval and no verdict:
  // nobody reads them. 0 for verdicts of all.
  double least_judged = 0;
  // Work of the input pipeline beside the step has no part in its change.
  bool leaves_input = false;
};

// Pairs what both sides did and compares the pairs. The rows are judged and sorted. Renamed rows
// are paired only if asked for.
std::vector<DiffRow> CompareWork(const WorkComparison& by, const Side& base,
                                 const WorkInSteps& base_work, const Side& next,
                                 const WorkInSteps& new_work, WorkNames names,
                                 const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_WORK_ROWS_H_
