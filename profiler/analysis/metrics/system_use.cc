#include "profiler/analysis/metrics/system_use.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kNetworkKind = "network";

bool IsJudged(std::string_view dimension) {
  return dimension == kCpuUtilization || dimension == kGpuUtilization ||
         dimension == kGpuMemoryUtilization || dimension == kIoWait;
}

// The sorted times at which a node was sampled, and the indices of these samples in `series`.
struct Points {
  const Series* series = nullptr;
  std::vector<int64_t> times;
  std::vector<size_t> samples;
  int64_t tick = 0;
};

Points PointsOf(const Profile& profile, const Series& series, const IntervalIndex* in_steps) {
  Points points;
  points.series = &series;
  for (size_t i = 0; i < series.size(); ++i) {
    if (series.time[i] == kUnknown) continue;
    const int64_t time = TimeFromStart(profile, series.source, series.time[i]);
    if (in_steps != nullptr && !in_steps->Has(time)) continue;
    points.times.push_back(time);
    points.samples.push_back(i);
  }
  points.tick = TickOf(points.times);
  return points;
}

// Whether both series have the same sample times.
bool ShareTimes(const Series& a, const Series& b) {
  return a.source == b.source && a.size() == b.size() && a.time.begin() == b.time.begin();
}

// The series' nearest value for each of the points.
std::vector<double> ValuesAt(const Profile& profile, const Series& series, const Points& points) {
  std::vector<double> values;
  values.reserve(points.times.size());
  if (ShareTimes(series, *points.series)) {
    for (const size_t sample : points.samples) values.push_back(series.value[sample]);
    return values;
  }
  const Points own = PointsOf(profile, series, nullptr);
  const Int128 reach = std::max(own.tick, points.tick);
  size_t next = 0;
  for (const Int128 time : points.times) {
    while (next < own.times.size() && own.times[next] <= time) ++next;
    const Int128 before = next > 0 ? time - own.times[next - 1] : reach + 1;
    const Int128 after = next < own.times.size() ? own.times[next] - time : reach + 1;
    const size_t nearest = before <= after ? next - 1 : next;
    values.push_back(std::min(before, after) > reach ? Distribution::kNone
                                                     : series.value[own.samples[nearest]]);
  }
  return values;
}

// Fills values missing in `into` with those of a second sampler of the same GPU.
void FillUp(std::vector<double> values, std::vector<double>& into) {
  if (into.empty()) {
    into = std::move(values);
    return;
  }
  for (size_t i = 0; i < into.size() && i < values.size(); ++i) {
    if (!std::isfinite(into[i])) into[i] = values[i];
  }
}

// Sums metrics at the same times. A metric without a value at a time is ignored at that time.
class SeriesSum {
 public:
  void Add(const std::vector<double>& values) {
    sums_.resize(values.size());
    counts_.resize(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      sums_[i] += values[i];
      ++counts_[i];
    }
  }
  std::vector<double> TakeMean() {
    for (size_t i = 0; i < sums_.size(); ++i) {
      sums_[i] = counts_[i] == 0 ? Distribution::kNone : sums_[i] / counts_[i];
    }
    return std::move(sums_);
  }
  std::vector<double> TakeSum() {
    for (size_t i = 0; i < sums_.size(); ++i) {
      if (counts_[i] == 0) sums_[i] = Distribution::kNone;
    }
    return std::move(sums_);
  }

 private:
  std::vector<double> sums_;
  std::vector<int> counts_;
};

// The two highest of several metrics at the same times. NaN where fewer have a value.
class TwoHighest {
 public:
  void Add(const std::vector<double>& values) {
    highest_.resize(values.size(), Distribution::kNone);
    second_.resize(values.size(), Distribution::kNone);
    for (size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      if (std::isfinite(highest_[i])) {  // fmax() of a number and NaN is the number
        second_[i] = std::fmax(second_[i], std::min(highest_[i], values[i]));
      }
      highest_[i] = std::fmax(highest_[i], values[i]);
    }
  }
  void MoveTo(std::vector<double>& highest, std::vector<double>& second) {
    highest = std::move(highest_);
    second = std::move(second_);
  }

 private:
  std::vector<double> highest_, second_;
};

// The series with the most samples, whose times are the node's points; null if there is none.
const Series* LongestOf(const std::vector<const MetricSeries*>& metrics) {
  const Series* longest = nullptr;
  for (const MetricSeries* metric : metrics) {
    if (!IsJudged(metric->dimension)) continue;
    if (longest == nullptr || metric->series->size() > longest->size()) longest = metric->series;
  }
  return longest;
}

// Expanding a rarely sampled series to all points would take much memory for little information.
bool IsTooRare(const Series& series, const Series& longest) {
  constexpr size_t kMostPoints = 200;  // points per sample
  return series.size() * kMostPoints < longest.size();
}

NodeUse UseOf(const Profile& profile, const std::vector<const MetricSeries*>& metrics,
              const Series& longest, const IntervalIndex* in_steps) {
  NodeUse use;
  use.node = metrics.front()->node;
  Points points = PointsOf(profile, longest, in_steps);
  use.points = points.times.size();
  SeriesSum cpu, io_wait, network;
  TwoHighest cores;
  std::map<std::string_view, size_t> gpus;  // by name: the index in use.gpus
  const auto gpu_of = [&](const std::string& name) -> NodeUse::Gpu& {
    const auto [it, is_new] = gpus.try_emplace(name, use.gpus.size());
    if (is_new) use.gpus.push_back({name, {}, {}});
    return use.gpus[it->second];
  };
  for (const MetricSeries* metric : metrics) {
    if (IsTooRare(*metric->series, longest)) continue;
    std::vector<double> values = ValuesAt(profile, *metric->series, points);
    if (metric->dimension == kCpuUtilization) {
      cpu.Add(values);
      cores.Add(values);
      ++use.cores;
    } else if (metric->dimension == kIoWait) {
      io_wait.Add(values);
    } else if (metric->dimension == kGpuUtilization) {
      FillUp(std::move(values), gpu_of(metric->name).busy);
    } else if (metric->dimension == kGpuMemoryUtilization) {
      FillUp(std::move(values), gpu_of(metric->name).memory);
    } else {
      // Rates are told as what a sample carries, as most recorders write it.
      const bool is_rate = metric->unit.ends_with("/s");
      const double seconds =
          static_cast<double>(points.tick) / static_cast<double>(kPicosPerSecond);
      if (is_rate)
        std::transform(values.begin(), values.end(), values.begin(),
                       [&](double value) { return value * seconds; });
      network.Add(values);
    }
  }
  use.cpu = cpu.TakeMean();
  if (use.cores > 1) cores.MoveTo(use.fullest_core, use.next_core);
  use.io_wait = io_wait.TakeMean();
  use.network = network.TakeSum();
  use.times = std::move(points.times);
  return use;
}

}  // namespace

absl::Status VisitNodes(const Selected& selected,
                        const std::function<void(const NodeUse&)>& visit) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const bool all_steps = selected.steps().all;
  IntervalIndex in_steps;
  if (!all_steps) in_steps = IntervalIndex(JobTimes(selected).StepTimes());
  const std::vector<MetricSeries> picked = PickSeries(selected);
  std::map<std::string_view, std::vector<const MetricSeries*>> by_node;
  for (const MetricSeries& metric : picked) {
    const bool counts = IsJudged(metric.dimension) || metric.kind == kNetworkKind;
    if (counts) by_node[metric.node].push_back(&metric);
  }
  for (const auto& [node, metrics] : by_node) {
    const Series* const longest = LongestOf(metrics);
    if (longest != nullptr)
      visit(UseOf(profile, metrics, *longest, all_steps ? nullptr : &in_steps));
  }
  return absl::OkStatus();
}

bool HasSystemUse(const Profile& profile) {
  const auto& sources = profile.sources.values();
  const auto& metrics = profile.metrics.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.records_phases; }) ||
         std::any_of(metrics.begin(), metrics.end(), [&](const MetricRow& metric) {
           return metric.dimension.valid() && IsJudged(profile.strings[metric.dimension]);
         });
}

}  // namespace profiler
