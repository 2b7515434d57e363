#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_

#include <string>
#include <vector>

#include "profiler/analysis/ops/op_uses.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `placement`: ops on the host and on devices.
Report PlacementSection(const std::vector<OpUse>& uses);

// The section `top_ops`: the `count` with the greatest self time.
Report TopOpsSection(const Profile& profile, std::vector<OpUse> uses, size_t count);

// Of the host's the one with the greatest self time, and that as a part of all of theirs.
struct TopHostOp {
  std::string name;  // empty: none
  double share = 0;
};
TopHostOp FindTopHostOp(const Profile& profile, const std::vector<OpUse>& uses);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_
