#ifndef PROFILER_STORE_TRANSFORM_MERGE_H_
#define PROFILER_STORE_TRANSFORM_MERGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What joining profiles met.
struct MergeReport {
  int64_t repeated_facts = 0;     // executions that several files hold alike: counted once
  int64_t conflicting_facts = 0;  // executions that files tell differently: kept apart
  std::string first_conflict;     // names the op, the step and the files
};

// Many profiles as one. The order of `parts` does not matter: they are joined by the values of
// their sources' paths.
//
// Sources are of one run when their `run` columns say so, or when they lie in one folder and share
// most of their ops. Within a run, ops of one kind, module and name are one op, and steps of one
// number are one step (StepRow::counts_as). An execution of an op in a step on a device that two
// sources of a run hold alike counts once; where they differ, the later source's step stays apart.
Profile Merge(std::vector<Profile> parts, MergeReport& report);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_H_
