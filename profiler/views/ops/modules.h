#ifndef PROFILER_VIEWS_OPS_MODULES_H_
#define PROFILER_VIEWS_OPS_MODULES_H_

#include <vector>

#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `modules` of `hlo`: the compiled programs, and the part of each program that ran.
Report ModuleTable(const Profile& profile, const std::vector<HloUse>& uses);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_MODULES_H_
