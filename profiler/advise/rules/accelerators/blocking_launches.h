#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_BLOCKING_LAUNCHES_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_BLOCKING_LAUNCHES_H_

#include <vector>

#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launches/blocking_launches.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// That launches wait for their kernels, of the device that idles most for it; `blocking` is not
// empty. `devices` are all that worked.
Finding BlockingLaunchesFinding(const Profile& profile,
                                const std::vector<BlockingLaunches>& blocking,
                                const std::vector<LateLaunches>& devices);

// The devices whose launches do not wait: how long a launch takes says nothing about the others.
std::vector<LateLaunches> WithoutBlocking(const std::vector<LateLaunches>& devices,
                                          const std::vector<BlockingLaunches>& blocking);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_BLOCKING_LAUNCHES_H_
