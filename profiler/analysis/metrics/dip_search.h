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
#include "profiler/analysis/time/interval_index.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A time in which the values of a series are below the limit (or above it), from the first such
// value to the first value on the other side of the limit. Times are from the profile's start.
struct Dip {
  size_t series = 0;  // index in DipSearch::series
  Interval time;
  int64_t samples = 0;
  double mean = 0, min = 0, max = 0;
};

// The time in which at least one searched series of a place dips, and the sampled time in which no
// series dips.
struct DipTimes {
  IntervalIndex dips, outside;
};

struct DipSearch {
  std::vector<MetricSeries> series;  // all series of the selected places
  std::vector<char> is_searched;     // indexed by series
  std::vector<int64_t> tick;         // by series: the usual time between samples
  std::vector<Dip> dips;             // sorted by series and start
  std::map<std::string_view, DipTimes> by_node;
  DipTimes all;
  Distribution searched;  // statistics of the searched values, if there are no dips

  // The dips to compare a host's events with: those of the host's own metrics if it has metrics,
  // otherwise those of all nodes.
  const DipTimes& On(std::string_view host) const {
    const auto it = host.empty() ? by_node.end() : by_node.find(host);
    return it == by_node.end() ? all : it->second;
  }
};

// NotFound if no metric matches -metric; InvalidArgument if no limit was given; the message
// proposes one. A profile without metrics has no series and no dips.
absl::StatusOr<DipSearch> FindDips(const Selected& selected, const Query& query);

// In gaps longer than this number of sampling intervals the values are unknown.
inline constexpr int64_t kMostTicks = 5;

// The median interval between neighbouring times; 0 for a single time.
int64_t TickOf(const std::vector<int64_t>& times);

// Converts a source's time to the time since the profile's start.
int64_t TimeFromStart(const Profile& profile, SourceId source, Int128 time);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DIP_SEARCH_H_
