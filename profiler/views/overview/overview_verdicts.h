#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_

#include <vector>

#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/accelerators/device_compute.h"
#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/overview/overview_ops.h"
#include "profiler/views/overview/overview_steps.h"
#include "profiler/views/overview/overview_system.h"

namespace profiler {

struct OverviewFacts {
  Selection selection;
  StepTimings timings;
  std::vector<DeviceBusy> devices;
  DeviceCompute compute;
  DeviceSyncs syncs;
  TopHostOp host_op;
  std::vector<Finding> stragglers;  // as JobChecker's
  bool ranks_meet = false;          // several ranks recorded the same collectives
  Report system;                    // the section `system`: metrics over time
  GpuUse gpu_use;                   // computed from the same metrics
};

// The section `verdicts`: the parts that take too much of a step, by fixed thresholds
// (docs/metrics.md). There are no verdicts for a damaged file without steps.
Report VerdictSection(const Profile& profile, const OverviewFacts& facts);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_
