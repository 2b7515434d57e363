#ifndef PROFILER_ANALYSIS_SELECTION_RUNS_H_
#define PROFILER_ANALYSIS_SELECTION_RUNS_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// The training runs in a profile (store/transform/merge.h says which files are of one run). Means
// over steps and comparisons of values are only meaningful within a run. What has no steps is no
// run of its own: its sources are counted to the first run. There is at least one run.
struct Runs {
  std::vector<uint32_t> of_source;
  std::vector<std::string> names;  // the name that the user gave, or the path of the first source

  bool are_several() const { return names.size() > 1; }
  std::vector<SourceId> SourcesOf(uint32_t run) const;
};
Runs RunsOf(const Profile& profile);

// The runs of the selected steps at the selected places, on any device; in ascending order.
std::set<uint32_t> SelectedRuns(const Selected& selected, const Runs& runs);

// The number of those, at least 1.
size_t CountSelectedRuns(const Selected& selected);

// Fails if steps of several runs are selected, for an option whose value is taken over the steps of
// one run.
absl::Status CheckOneRun(const Selected& selected, std::string_view option);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_RUNS_H_
