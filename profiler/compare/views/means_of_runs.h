#ifndef PROFILER_COMPARE_VIEWS_MEANS_OF_RUNS_H_
#define PROFILER_COMPARE_VIEWS_MEANS_OF_RUNS_H_

#include <cstddef>

#include "profiler/report/report.h"

namespace profiler {

// Of an answer that adds up what several runs did, and of its sections, makes means over the runs,
// so that it can be compared with one about another number of runs. They still add up.
void TakeMeansOfRuns(size_t runs, Report& report);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_MEANS_OF_RUNS_H_
