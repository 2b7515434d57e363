#ifndef PROFILER_VIEWS_OVERVIEW_VERDICTS_H_
#define PROFILER_VIEWS_OVERVIEW_VERDICTS_H_

#include "profiler/report/report.h"
#include "profiler/views/overview_steps.h"

namespace profiler {

// The section `verdicts`: what a step spends too much on, by fixed thresholds (docs/metrics.md).
Report VerdictSection(const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_VERDICTS_H_
