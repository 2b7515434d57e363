#include "profiler/advise/facts/system_use.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "profiler/views/distribution.h"
#include "profiler/views/metric_series.h"

namespace profiler {
namespace {

constexpr std::string_view kNetworkKind = "network";

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

// They were sampled together, and each time is known.
bool ShareTimes(const Series& a, const Series& b) {
  return a.source == b.source && a.size() == b.size() && a.time.begin() == b.time.begin() &&
         a.size() > 0 && a.time.front() != kUnknown;
}

// The series' last value at each of the times, those of `longest`.
std::vector<double> ValuesAt(const Profile& profile, const Series& series, const Series& longest,
                             const Times& times) {
  if (ShareTimes(series, longest)) return series.value;
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

// Of metrics at the same times. One that has no value at a time does not count there.
class Sum {
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

// The one that was sampled most often: its times are the node's points. Null: nothing was judged.
const Series* LongestOf(const std::vector<const MetricSeries*>& metrics) {
  const Series* longest = nullptr;
  for (const MetricSeries* metric : metrics) {
    if (!IsJudged(metric->dimension)) continue;
    if (longest == nullptr || metric->series->size() > longest->size()) longest = metric->series;
  }
  return longest;
}

NodeUse UseOf(const Profile& profile, const std::vector<const MetricSeries*>& metrics,
              const Series& longest) {
  NodeUse use;
  use.node = metrics.front()->node;
  use.times = TimesOf(profile, longest);
  use.points = use.times.size();
  Sum cpu, io_wait, network;
  for (const MetricSeries* metric : metrics) {
    std::vector<double> values = ValuesAt(profile, *metric->series, longest, use.times);
    if (metric->dimension == kCpuUtilization) {
      cpu.Add(values);
      ++use.cores;
    } else if (metric->dimension == kIoWait) {
      io_wait.Add(values);
    } else if (metric->dimension == kGpuUtilization) {
      GpuOf(use, metric->name).busy = std::move(values);
    } else if (metric->dimension == kGpuMemoryUtilization) {
      GpuOf(use, metric->name).memory = std::move(values);
    } else {
      network.Add(values);
    }
  }
  use.cpu = cpu.TakeMean();
  use.io_wait = io_wait.TakeMean();
  use.network = network.TakeSum();
  for (Int128& time : use.times) time -= profile.time_axis.start;
  return use;
}

}  // namespace

void VisitNodes(const Profile& profile, const Selection& selection,
                const std::function<void(const NodeUse&)>& visit) {
  const std::vector<MetricSeries> picked = PickSeries(profile, selection);
  std::map<std::string_view, std::vector<const MetricSeries*>> by_node;
  for (const MetricSeries& metric : picked) {
    const bool counts = IsJudged(metric.dimension) || metric.kind == kNetworkKind;
    if (counts) by_node[metric.node].push_back(&metric);
  }
  for (const auto& [node, metrics] : by_node) {
    const Series* const longest = LongestOf(metrics);
    if (longest != nullptr) visit(UseOf(profile, metrics, *longest));
  }
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
