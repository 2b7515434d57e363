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
  StepTimings timings;
  std::vector<DeviceBusy> devices;
  DeviceCompute compute;
  DeviceSyncs syncs;
  TopHostOp host_op;
  Report system;   // what was sampled over time
  GpuUse gpu_use;  // the same
};

// The section `verdicts`: what a step spends too much on, by fixed thresholds (docs/metrics.md).
// Nothing is judged of a damaged file without steps.
Report VerdictSection(const Profile& profile, const OverviewFacts& facts);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_VERDICTS_H_
