// Files that end inside a record, as those of a process that was killed while it wrote them.
#ifndef PROFILER_ANALYSIS_KEPT_CUT_FILES_H_
#define PROFILER_ANALYSIS_KEPT_CUT_FILES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By source, whether its file was cut short. Recorders do not write events in the order of time, so
// any of its steps may lack work: what it did is no measure of other ranks, nor is what it did not.
std::vector<char> CutFiles(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_KEPT_CUT_FILES_H_
