#ifndef PROFILER_ANALYSIS_SELECTION_RUNS_H_
#define PROFILER_ANALYSIS_SELECTION_RUNS_H_

#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The training runs in a profile. Values can only be compared within a run. Two sources belong to
// the same run if they have executions of the same op (store/transform/merge.h joins the ops of a
// run). Sources without executions belong to the first run. There is at least one run.
struct Runs {
  std::vector<uint32_t> of_source;
  std::vector<std::string> names;  // the path of a run's first source with executions
};
Runs RunsOf(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_RUNS_H_
