// Which devices of processes that have several changed themselves, while the others only wait for
// them in collectives.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_DEVICE_CHANGES_H_
#define PROFILER_COMPARE_PAGE_CAUSES_DEVICE_CHANGES_H_

#include "profiler/compare/change.h"
#include "profiler/compare/page/sentences/rank_changes.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// As FindRankChanges(), of devices that both sides have by host and name: a step of a process takes
// as long on each of its devices.
RankChanges FindDeviceChanges(const Change& step, const Side& base, const Side& next,
                              double tolerance);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_DEVICE_CHANGES_H_
