// Sentences about an accelerator that waits for the host to launch its work, and about how long the
// launches take.
#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/launch_thresholds.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/store/profile.h"

namespace profiler {

// With the rank or host of a job of several, whose devices have the same names.
std::string LateDeviceName(const Profile& profile, const LateLaunches& device);

std::string_view LaunchedOpName(const Profile& profile, StringId op);

// Of a device that hardly ever waits: what comes before its first work and after its last is not
// counted, and may be a wait.
std::string_view OfShortSpan(const std::vector<LateLaunches>& devices, const LateLaunches& most);

// Whether the host mostly waits for a device in long gaps, rather than do something else. Then
// launching is not what holds the device up.
bool HostOnlyWaits(const LateLaunches& most);

// Text such as "is idle 15% of the time until the host launches the next work: 1% in short gaps,
// before 15 of 200 kernels, copies and memsets, 3% after the host waited for the device, and 14% in
// 8 gaps of more than 1 ms, in which the host does something else than launching". Time in calls
// that launch is told apart.
std::string IdleUntilLaunch(const InputOf<LaunchThresholds>& input, const LateLaunches& most);

// Text such as "a kernel takes 216 us in the mean, its launch 6 us, and ...". `is_bound` says
// whether a device waits for launches: then its host is not ahead, though that of others may be.
std::string KernelText(const Profile& profile, const AllLaunches& launches, bool is_bound);

// "; aten::mm launches more kernels than any other op (576 of 1818)": the op with the most
// launches; on a tie the first one in the view `launches`. Where many ops launch as much, none is
// to blame:
// "". Where no ops were recorded, it says that.
std::string MostLaunchesText(const Profile& profile, const AllLaunches& launches);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_TEXT_H_
