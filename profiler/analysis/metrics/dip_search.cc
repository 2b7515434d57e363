#include "profiler/analysis/metrics/dip_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "profiler/analysis/metrics/dip_threshold.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"

namespace profiler {
namespace {

struct Sample {
  int64_t time;
  double value;
};

bool IsUtilization(const MetricSeries& series) {
  return series.dimension == kCpuUtilization || series.dimension == kGpuUtilization;
}

bool IsAskedFor(const MetricSeries& series, const RegexSet& metrics) {
  if (metrics.empty()) return IsUtilization(series);
  return metrics.Matches(series.dimension) || metrics.Matches(series.name);
}

int64_t TickOfSamples(const std::vector<Sample>& samples) {
  std::vector<int64_t> times;
  times.reserve(samples.size());
  for (const Sample& sample : samples) times.push_back(sample.time);
  return TickOf(times);
}

int64_t Later(int64_t time, int64_t by) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  return time > kMost - by ? kMost : time + by;
}

class Searcher {
 public:
  Searcher(const Selected& selected, const Query& query)
      : profile_(selected.profile()), asked_(query.dips), all_steps_(selected.steps().all) {
    found_.series = PickSeries(selected);
    if (!all_steps_) in_steps_ = IntervalIndex(JobTimes(selected).StepTimes());
  }

  absl::StatusOr<DipSearch> Find() {
    if (found_.series.empty()) return std::move(found_);
    for (const MetricSeries& series : found_.series) {
      found_.is_searched.push_back(IsAskedFor(series, asked_.metrics) ? 1 : 0);
    }
    const auto searched = std::count(found_.is_searched.begin(), found_.is_searched.end(), 1);
    if (searched == 0) return NoSuchMetric();
    if (asked_.below.has_value() == asked_.above.has_value()) return NoThreshold();
    found_.tick.resize(found_.series.size());
    for (size_t s = 0; s < found_.series.size(); ++s) {
      if (found_.is_searched[s] != 0) Search(s);
    }
    AddUpTimes();
    if (found_.dips.empty()) found_.searched = SearchedValues();
    return std::move(found_);
  }

 private:
  std::vector<Sample> SamplesOf(const Series& series) const {
    std::vector<Sample> samples;
    for (size_t i = 0; i < series.size(); ++i) {
      if (series.time[i] == kUnknown || !std::isfinite(series.value[i])) continue;
      const int64_t time = TimeFromStart(profile_, series.source, series.time[i]);
      if (all_steps_ || in_steps_.Has(time)) samples.push_back({time, series.value[i]});
    }
    return samples;
  }

  bool IsDip(double value) const {
    return asked_.below.has_value() ? value < *asked_.below : value > *asked_.above;
  }

  void Search(size_t s) {
    const std::vector<Sample> samples = SamplesOf(*found_.series[s].series);
    if (samples.empty()) return;
    const int64_t tick = found_.tick[s] = TickOfSamples(samples);
    std::vector<Interval>& watched = watched_[found_.series[s].node];
    std::optional<Dip> open;
    for (size_t i = 0; i < samples.size(); ++i) {
      const auto [time, value] = samples[i];
      const bool is_next =
          i + 1 < samples.size() && Int128{samples[i + 1].time} - time <= Int128{kMostTicks} * tick;
      // A sample's value is valid until the next sample.
      const int64_t end = is_next ? samples[i + 1].time : Later(time, tick);
      AddToLast({time, end}, watched);
      if (IsDip(value)) {
        if (!open.has_value()) open = Dip{s, {time, end}, 0, 0, value, value};
        AddSample(value, end, *open);
      }
      if (open.has_value() && (!IsDip(value) || !is_next)) {
        Close(*open);
        open.reset();
      }
    }
  }

  static void AddSample(double value, int64_t end, Dip& dip) {
    dip.time.end = end;
    dip.mean += (value - dip.mean) / static_cast<double>(++dip.samples);
    dip.min = std::min(dip.min, value);
    dip.max = std::max(dip.max, value);
  }

  void Close(const Dip& dip) {
    const Int128 length = Int128{dip.time.end} - dip.time.begin;
    if (!asked_.least.given() || length >= asked_.least.picos()) found_.dips.push_back(dip);
  }

  DipTimes TimesOf(std::vector<Interval> dips, std::vector<Interval> watched) const {
    dips = United(std::move(dips));
    watched = Without(United(std::move(watched)), dips);
    if (!all_steps_) {
      dips = Without(dips, Without(dips, in_steps_.intervals()));
      watched = Without(watched, Without(watched, in_steps_.intervals()));
    }
    return {IntervalIndex(std::move(dips)), IntervalIndex(std::move(watched))};
  }

  void AddUpTimes() {
    std::map<std::string_view, std::vector<Interval>> dips;
    std::vector<Interval> all, all_watched;
    for (const Dip& dip : found_.dips) {
      dips[found_.series[dip.series].node].push_back(dip.time);
      all.push_back(dip.time);
    }
    for (auto& [node, watched] : watched_) {
      all_watched.insert(all_watched.end(), watched.begin(), watched.end());
      found_.by_node[node] = TimesOf(std::move(dips[node]), std::move(watched));
    }
    found_.all = TimesOf(std::move(all), std::move(all_watched));
  }

  absl::Status NoSuchMetric() const {
    std::set<std::string_view> names;
    for (const MetricSeries& series : found_.series) names.insert(series.dimension);
    const std::vector<std::string_view> all(names.begin(), names.end());
    const std::string asked = fmt::format("{}", fmt::join(asked_.metrics.patterns(), ","));
    if (asked.empty()) {
      return absl::InvalidArgumentError(
          fmt::format("dips: no use of processors or GPUs was recorded: give -metric, one of {}",
                      fmt::join(all, ", ")));
    }
    return absl::NotFoundError(fmt::format("dips: no metric is called '{}'{}; there are {}", asked,
                                           DidYouMean(asked, all), fmt::join(all, ", ")));
  }

  std::vector<double> ValuesOf(const MetricSeries& series) const {
    std::vector<double> values;
    for (const Sample& sample : SamplesOf(*series.series)) values.push_back(sample.value);
    return values;
  }

  Distribution SearchedValues() const {
    std::vector<double> values;
    for (size_t s = 0; s < found_.series.size(); ++s) {
      if (found_.is_searched[s] == 0) continue;
      const std::vector<double> of = ValuesOf(found_.series[s]);
      values.insert(values.end(), of.begin(), of.end());
    }
    return Describe(std::move(values));
  }

  absl::Status NoThreshold() const {
    if (asked_.below.has_value()) {
      return absl::InvalidArgumentError(
          "dips: -below and -above are given: take one away, as -above ''");
    }
    std::vector<DipCandidate> candidates;
    for (size_t s = 0; s < found_.series.size(); ++s) {
      const MetricSeries& series = found_.series[s];
      const bool is_asked_for = found_.is_searched[s] != 0;
      // If no metric was named, any utilization may be proposed instead of that of processors.
      const bool is_use = asked_.metrics.empty() && series.unit == "percent";
      if (is_asked_for || is_use) candidates.push_back({&series, is_asked_for, ValuesOf(series)});
    }
    return absl::InvalidArgumentError(
        fmt::format("dips: give -below or -above: {}", ProposedThreshold(candidates)));
  }

  const Profile& profile_;
  const DipOptions& asked_;
  const bool all_steps_;
  IntervalIndex in_steps_;
  std::map<std::string_view, std::vector<Interval>> watched_;  // by node
  DipSearch found_;
};

}  // namespace

int64_t TickOf(const std::vector<int64_t>& times) {
  std::vector<int64_t> distances;
  for (size_t i = 1; i < times.size(); ++i) {
    const Int128 distance = Int128{times[i]} - times[i - 1];
    if (distance > 0 && distance <= std::numeric_limits<int64_t>::max()) {
      distances.push_back(static_cast<int64_t>(distance));
    }
  }
  if (distances.empty()) return 0;
  const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

int64_t TimeFromStart(const Profile& profile, SourceId source, Int128 time) {
  const Int128 zero = source.valid() ? profile.time_axis.FromStart(source, 0) : 0;
  return IntervalOf({zero + time, zero + time}).begin;
}

absl::StatusOr<DipSearch> FindDips(const Selected& selected, const Query& query) {
  return Searcher(selected, query).Find();
}

}  // namespace profiler
