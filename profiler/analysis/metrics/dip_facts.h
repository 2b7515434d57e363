#ifndef PROFILER_ANALYSIS_METRICS_DIP_FACTS_H_
#define PROFILER_ANALYSIS_METRICS_DIP_FACTS_H_

#include <string>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/store/profile.h"

namespace profiler {

// The times of low mean utilization of a node's GPUs or processors during training. The view `dips`
// handles each metric separately. Times are from the profile's start.
struct NodeDips {
  IntervalIndex dips, within;      // `within`: the sampled time from the first step to the last
  double inside = 0, outside = 0;  // the mean utilization
  DipPattern pattern;

  double share() const;  // the share of time that is within dips
};
// `use` has the values at the node's sample times. A dip is a time in which the value is below
// `limit`.
NodeDips NodeDipsOf(const JobTimes& job, const NodeUse& node, const std::vector<double>& use,
                    double limit);

// The op that ran much more on a node during dips than outside of dips, with its shares of both
// times. The name is empty if there is none.
struct RanInDips {
  std::string name;
  double inside = 0, outside = 0;
};
RanInDips MostInDips(const Profile& profile, const std::string& node, const NodeDips& dips);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DIP_FACTS_H_
