#include "profiler/views/steps/step_metrics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {
namespace {

struct Metric {
  std::string_view dimension, column, title, description;
};
constexpr Metric kMetrics[] = {
    {kCpuUtilization, "cpu_utilization", "cpu use",
     "how much of the host's processors was used, the mean of the samples in the step"},
    {kGpuUtilization, "gpu_utilization", "gpu use", "the same of the host's GPUs"},
    {kGpuMemoryUtilization, "gpu_memory_utilization", "gpu memory", "the same of their memory"},
    {kIoWait, "io_wait", "i/o wait", "the same of waiting for input and output"},
};

}  // namespace

std::vector<ColumnOf<StepMetricMeans>> StepMetricColumns() {
  std::vector<ColumnOf<StepMetricMeans>> columns;
  for (size_t m = 0; m < std::size(kMetrics); ++m) {
    const Metric& metric = kMetrics[m];
    columns.push_back(ColumnOf<StepMetricMeans>::Real(
                          metric.column, Unit::kPercent, metric.title, metric.description,
                          [m](const StepMetricMeans& means) { return means[m]; })
                          .Optional());
  }
  return columns;
}

bool StepMetrics::Sums::IsSampledWith(const Series& series) const {
  if (longest->source != series.source) return false;
  const SampleTimes &a = longest->time, &b = series.time;
  return a.begin() == b.begin() ||
         (a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin()));
}

void StepMetrics::Sums::Add(const Series& series) {
  if (longest == nullptr || longest->size() < series.size()) longest = &series;
  sum.resize(longest->size() + 1);
  count.resize(longest->size() + 1);
  for (size_t i = 0; i < series.size(); ++i) {
    if (!std::isfinite(series.value[i])) continue;
    sum[i + 1] += series.value[i];
    count[i + 1] += 1;
  }
}

void StepMetrics::Sums::AddUp() {
  for (size_t i = 1; i < sum.size(); ++i) {
    sum[i] += sum[i - 1];
    count[i] += count[i - 1];
  }
}

StepMetrics::StepMetrics(const Selected& selected)
    : profile_(selected.profile()), by_node_(std::size(kMetrics)) {
  for (const MetricSeries& series : PickSeries(selected)) {
    for (size_t m = 0; m < std::size(kMetrics); ++m) {
      if (series.dimension != kMetrics[m].dimension || !series.series->source.valid()) continue;
      std::vector<Sums>& sums = by_node_[m][series.node];
      if (sums.empty() || !sums.back().IsSampledWith(*series.series)) sums.emplace_back();
      sums.back().Add(*series.series);
    }
  }
  for (auto& nodes : by_node_) {
    for (auto& [node, all] : nodes) {
      for (Sums& sums : all) sums.AddUp();
    }
  }
}

void StepMetrics::AddPart(const std::vector<Sums>& of, const StepRow& step, Mean& mean) const {
  for (const Sums& sums : of) {
    const Series& series = *sums.longest;
    const Int128 apart =
        profile_.time_axis.At(step.source, 0) - profile_.time_axis.At(series.source, 0);
    const auto row_at = [&](int64_t time) {
      const auto at = std::lower_bound(series.time.begin(), series.time.end(), apart + time);
      return static_cast<size_t>(at - series.time.begin());
    };
    const size_t first = row_at(step.begin), last = row_at(step.end);
    mean.sum += sums.sum[last] - sums.sum[first];
    mean.count += sums.count[last] - sums.count[first];
  }
}

StepMetricMeans StepMetrics::Of(StepId id) const {
  StepMetricMeans means(by_node_.size(), NAN);
  if (!id.valid()) return means;
  const StepRow& step = profile_.steps[id];
  if (step.begin == kUnknown || step.end == kUnknown || step.end <= step.begin) return means;
  const StringId host = profile_.sources[step.source].host;
  const std::string_view node = host.valid() ? profile_.strings[host] : std::string_view();
  for (size_t m = 0; m < means.size(); ++m) {
    const auto own = by_node_[m].find(node);
    Mean mean;
    for (auto of = by_node_[m].begin(); of != by_node_[m].end(); ++of) {
      const bool counts = own == by_node_[m].end() || of == own;
      if (counts) AddPart(of->second, step, mean);
    }
    if (mean.count > 0) means[m] = mean.sum / mean.count;
  }
  return means;
}

}  // namespace profiler
