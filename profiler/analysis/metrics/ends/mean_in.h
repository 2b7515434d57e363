#ifndef PROFILER_ANALYSIS_METRICS_ENDS_MEAN_IN_H_
#define PROFILER_ANALYSIS_METRICS_ENDS_MEAN_IN_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// The mean of the values of several series in a time.
class MeanIn {
 public:
  // Returns whether there is a value in this time.
  bool Add(const Profile& profile, const Series& series, const Interval& time) {
    const size_t before = count_;
    // Sorted, with unknown times first.
    const auto is_before = [&](int64_t at) {
      return at == kUnknown || TimeFromStart(profile, series.source, at) < time.begin;
    };
    const auto first = std::partition_point(series.time.begin(), series.time.end(), is_before);
    for (auto i = static_cast<size_t>(first - series.time.begin()); i < series.size(); ++i) {
      if (TimeFromStart(profile, series.source, series.time[i]) >= time.end) break;
      if (!std::isfinite(series.value[i])) continue;
      sum_ += series.value[i];
      ++count_;
    }
    return count_ > before;
  }
  std::optional<double> Get() const {
    return count_ > 0 ? std::optional(sum_ / static_cast<double>(count_)) : std::nullopt;
  }

 private:
  double sum_ = 0;
  size_t count_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_ENDS_MEAN_IN_H_
