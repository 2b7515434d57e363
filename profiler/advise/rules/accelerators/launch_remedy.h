// What to do where an accelerator waits for the host to launch its work.
#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_REMEDY_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_REMEDY_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/launch_thresholds.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/store/profile.h"

namespace profiler {

// Text such as "a bigger batch, fused ops, a compiled step": what the framework offers.
std::string_view HowToLaunchLess(const Profile& profile, const LateLaunches& device);

// Where devices of other processes of the run have as many kernels launched and, most of them, do
// not wait for launches, as their hosts launch several times as fast: what to look at on this one's
// host. Else "".
std::string SlowHostText(const InputOf<LaunchThresholds>& input, const LateLaunches& bound,
                         const std::vector<LateLaunches>& devices, const AllLaunches& launches);

// Where most of the time in which the device idles for its host is an optimizer's fused op that
// hosts compute themselves, as it never runs on devices: that, and what to do. Else "".
std::string OptimizerOnHostText(const Profile& profile, const LateLaunches& most);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_REMEDY_H_
