// Whether a kernel is launched in other blocks than before.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_LAUNCH_CHANGE_H_
#define PROFILER_COMPARE_PAGE_CAUSES_LAUNCH_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Of the kernel whose change makes most of the step's, if that is a good part of it: that both
// profiles launch it for inputs of the same shapes, but in other blocks. Else empty.
std::string LaunchSentence(const Change& step, const std::vector<DiffRow>& kernels,
                           const Side& base, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_LAUNCH_CHANGE_H_
