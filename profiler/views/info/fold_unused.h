#ifndef PROFILER_VIEWS_INFO_FOLD_UNUSED_H_
#define PROFILER_VIEWS_INFO_FOLD_UNUSED_H_

#include <vector>

#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Folds devices that ran nothing, as most of a machine of which a process uses one GPU, if another
// device ran something. Those that other rows stand for (RepeatedDevices()) are told apart. `ran`
// is by device, as the rows are.
void FoldUnused(const Profile& profile, const std::vector<char>& ran, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_INFO_FOLD_UNUSED_H_
