#include "profiler/advise/facts/system_use.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "profiler/views/distribution.h"
#include "profiler/views/metric_series.h"

namespace profiler {
namespace {

bool IsJudged(std::string_view dimension) {
  return dimension == kCpuUtilization || dimension == kGpuUtilization ||
         dimension == kGpuMemoryUtilization || dimension == kIoWait;
}

using Times = std::vector<Int128>;

Times TimesOf(const Profile& profile, const Series& series) {
  Times times;
  times.reserve(series.size());
  for (const int64_t time : series.time) {
    if (time != kUnknown) times.push_back(profile.time_axis.At(series.source, time));
  }
  return times;
}

// The series' last value at each of the times.
std::vector<double> ValuesAt(const Profile& profile, const Series& series, const Times& times) {
  std::vector<double> values;
  values.reserve(times.size());
  double last = Distribution::kNone;
  size_t next = 0;
  for (const Int128 time : times) {
    for (; next < series.size(); ++next) {
      if (series.time[next] == kUnknown) continue;
      if (profile.time_axis.At(series.source, series.time[next]) > time) break;
      last = series.value[next];
    }
    values.push_back(last);
  }
  return values;
}

NodeUse::Gpu& GpuOf(NodeUse& use, const std::string& name) {
  for (NodeUse::Gpu& gpu : use.gpus) {
    if (gpu.name == name) return gpu;
  }
  use.gpus.push_back({name, {}, {}});
  return use.gpus.back();
}

// Cores that have no value at a time do not count in the mean.
class Mean {
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
  std::vector<double> Take() {
    for (size_t i = 0; i < sums_.size(); ++i) {
      sums_[i] = counts_[i] == 0 ? Distribution::kNone : sums_[i] / counts_[i];
    }
    return std::move(sums_);
  }

 private:
  std::vector<double> sums_;
  std::vector<int> counts_;
};

NodeUse UseOf(const Profile& profile, const std::vector<const MetricSeries*>& metrics) {
  NodeUse use;
  use.node = metrics.front()->node;
  const Series* longest = metrics.front()->series;
  for (const MetricSeries* metric : metrics) {
    if (metric->series->size() > longest->size()) longest = metric->series;
  }
  const Times times = TimesOf(profile, *longest);
  use.points = times.size();
  Mean cpu, io_wait;
  for (const MetricSeries* metric : metrics) {
    std::vector<double> values = ValuesAt(profile, *metric->series, times);
    if (metric->dimension == kCpuUtilization) {
      cpu.Add(values);
    } else if (metric->dimension == kIoWait) {
      io_wait.Add(values);
    } else if (metric->dimension == kGpuUtilization) {
      GpuOf(use, metric->name).busy = std::move(values);
    } else {
      GpuOf(use, metric->name).memory = std::move(values);
    }
  }
  use.cpu = cpu.Take();
  use.io_wait = io_wait.Take();
  return use;
}

}  // namespace

std::vector<NodeUse> SystemUse(const Profile& profile, const Selection& selection) {
  const std::vector<MetricSeries> picked = PickSeries(profile, selection);
  std::map<std::string_view, std::vector<const MetricSeries*>> by_node;
  for (const MetricSeries& metric : picked) {
    if (IsJudged(metric.dimension)) by_node[metric.node].push_back(&metric);
  }
  std::vector<NodeUse> uses;
  for (const auto& [node, metrics] : by_node) uses.push_back(UseOf(profile, metrics));
  return uses;
}

bool HasSystemUse(const Profile& profile) {
  const auto& sources = profile.sources.values();
  const auto& metrics = profile.metrics.values();
  return std::any_of(sources.begin(), sources.end(),
                     [&](const SourceRow& source) {
                       return profile.strings[source.format] == "sagemaker_timeline";
                     }) ||
         std::any_of(metrics.begin(), metrics.end(), [&](const MetricRow& metric) {
           return metric.dimension.valid() && IsJudged(profile.strings[metric.dimension]);
         });
}

}  // namespace profiler
