#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_

#include <optional>
#include <vector>

#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/memory/memory_use.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/report/report.h"
#include "profiler/views/overview/overview_system.h"

namespace profiler {

struct OverviewFacts {
  Selection selection;
  std::vector<StepTimings> runs;     // by run; at least one
  std::vector<double> step_lengths;  // StepLengths(), where `runs` has no steps
  std::vector<DeviceBusy> devices;
  std::vector<Finding> of_rules;     // VerdictsForOverview()
  bool ranks_meet = false;           // several ranks recorded the same collectives
  Report system;                     // the section `system`: metrics over time
  GpuUse gpu_use;                    // computed from the same metrics
  std::optional<MemoryUses> memory;  // where nothing else was recorded
};

// The section `verdicts`: what rules find, and how much GPUs were used. The worst come first.
Report VerdictSection(const OverviewFacts& facts);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_
