#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_WORK_SLOW_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_WORK_SLOW_TEXT_H_

#include <cstdint>
#include <string>

#include "profiler/analysis/values/kernel_waste.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Text such as "(17 ms of 44.3 ms a step)".
std::string OfKernels(const KernelWaste& waste, Int128 time);

// Text such as "2 kernels a step", or "3 kernels in 8 steps" where not each step has one.
std::string HowMany(const KernelWaste& waste, int64_t kernels);

// Of kernels that take far longer than their work may need, and what to do instead. `busy` is the
// share of the time in which devices are busy.
Finding SlowFinding(const Profile& profile, const KernelWaste& waste, const SlowWork& slow,
                    double busy);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_WORK_SLOW_TEXT_H_
