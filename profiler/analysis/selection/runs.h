#ifndef PROFILER_ANALYSIS_SELECTION_RUNS_H_
#define PROFILER_ANALYSIS_SELECTION_RUNS_H_

#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The runs that a profile holds: what is compared within one says nothing across two. Sources are
// of one run if they hold executions of one op (store/transform/merge.h joins the ops of a run).
// Those without executions count to the first. There is at least one run.
struct Runs {
  std::vector<uint32_t> of_source;
  std::vector<std::string> names;  // the path of a run's first source that has executions
};
Runs RunsOf(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_RUNS_H_
