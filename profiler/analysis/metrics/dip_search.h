#ifndef PROFILER_ANALYSIS_METRICS_DIP_SEARCH_H_
#define PROFILER_ANALYSIS_METRICS_DIP_SEARCH_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/time_in.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where the values of a series are below what was asked for (or above it), from the first such
// value to the first that is none. Times are from the profile's start.
struct Dip {
  size_t series = 0;  // of DipSearch::series
  Interval time;
  int64_t samples = 0;
  double mean = 0, min = 0, max = 0;
};

// The time in which at least one searched series of a place dips, and in which one was sampled and
// none does.
struct DipTimes {
  TimeIn dips, outside;
};

struct DipSearch {
  std::vector<MetricSeries> series;  // all that the places pick
  std::vector<char> is_searched;     // by series
  std::vector<int64_t> tick;         // by series: from one sample to the next, as a rule
  std::vector<Dip> dips;             // by series and begin
  std::map<std::string_view, DipTimes> by_node;
  DipTimes all;
  Distribution searched;  // the values that were compared, where none dips

  // Of what ran on the host: of its own metrics, or, where none were recorded there, of all.
  const DipTimes& On(std::string_view host) const {
    const auto it = host.empty() ? by_node.end() : by_node.find(host);
    return it == by_node.end() ? all : it->second;
  }
};

// NotFound where no metric is called as -metric says; InvalidArgument where no value was given to
// compare with, with one to try. A profile without metrics has no series and no dips.
absl::StatusOr<DipSearch> FindDips(const Selected& selected, const Query& query);

// Where more samples than these are missing nobody knows what the values were.
inline constexpr int64_t kMostTicks = 5;

// The median distance of neighbours; of a single time there is none: 0.
int64_t TickOf(const std::vector<int64_t>& times);

// A time of a source on the profile's axis, from its start.
int64_t TimeFromStart(const Profile& profile, SourceId source, Int128 time);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DIP_SEARCH_H_
