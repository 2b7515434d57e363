#ifndef PROFILER_VIEWS_METRICS_METRIC_TIMES_H_
#define PROFILER_VIEWS_METRICS_METRIC_TIMES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/query/query.h"

namespace profiler {

// The times of each phase of the job, by name, in order of start.
using TimesByPhase = std::vector<std::pair<std::string, IntervalIndex>>;

// The times that the query selects.
struct AskedTimes {
  TimesByPhase phases;    // used with -by phase
  bool all_steps = true;  // if false, only samples in `in_steps` count
  IntervalIndex in_steps;
};

absl::StatusOr<AskedTimes> TimesAskedFor(const Selected& selected, const Query& query);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_METRIC_TIMES_H_
