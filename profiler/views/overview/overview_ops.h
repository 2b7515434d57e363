#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_

#include <vector>

#include "profiler/analysis/ops/op_uses.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `placement`: time of ops on the host and on devices.
Report PlacementSection(const std::vector<OpUse>& uses);

// The section `top_ops`: the `count` ops with the most self time.
Report TopOpsSection(const Profile& profile, std::vector<OpUse> uses, size_t count);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_
