#ifndef PROFILER_ANALYSIS_METRICS_DIP_FACTS_H_
#define PROFILER_ANALYSIS_METRICS_DIP_FACTS_H_

#include <string>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/time/time_in.h"
#include "profiler/store/profile.h"

namespace profiler {

// When a node, all its GPUs or processors together, was used little while it trained. The view
// `dips` tells of each metric by itself. Times are from the profile's start.
struct NodeDips {
  TimeIn dips, within;             // within: sampled, from the first step to the last
  double inside = 0, outside = 0;  // the mean use
  DipPattern pattern;

  double share() const;  // of the time
};
// `use`: at the node's points; a dip is where it is below `limit`.
NodeDips NodeDipsOf(const JobTimes& job, const NodeUse& node, const std::vector<double>& use,
                    double limit);

// What ran on a node much more while it dipped than else; shares of that time. No name: nothing.
struct RanInDips {
  std::string name;
  double inside = 0, outside = 0;
};
RanInDips MostInDips(const Profile& profile, const std::string& node, const NodeDips& dips);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DIP_FACTS_H_
