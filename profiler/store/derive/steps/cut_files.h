// Files that end inside a record, as those of a process that was killed while it wrote them.
#ifndef PROFILER_STORE_DERIVE_STEPS_CUT_FILES_H_
#define PROFILER_STORE_DERIVE_STEPS_CUT_FILES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By source, whether its file was cut short. Recorders do not write events in the order of time, so
// any of its steps may lack work: what it did is no measure of other ranks, nor is what it did not.
std::vector<char> CutFiles(const Profile& profile);

// Makes steps of cut files partial if calls that launch work elsewhere launched less in them than
// these calls do: Kineto writes kernels after all calls, so the kernels were cut. Leaves the steps
// of a file alone in which no step kept its work. Call it when import problems are in the profile.
void MarkCutSteps(Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_STEPS_CUT_FILES_H_
