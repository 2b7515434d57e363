#include "profiler/analysis/phases/metric_changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {
namespace {

struct SumAndCount {
  double sum = 0;
  int64_t count = 0;

  double mean() const { return sum / static_cast<double>(count); }
};
struct BeforeAndAfter {
  SumAndCount before, after;
  std::string_view unit;
};

// From the profile's start, in picoseconds; nullopt if the host has no such step.
std::optional<Int128> BeginOfStep(const Profile& profile, std::string_view host, int64_t number) {
  std::optional<Int128> begin;
  for (const StepRow& step : profile.steps.values()) {
    if (step.number != number || step.begin == kUnknown || !step.source.valid()) continue;
    if (profile.strings[profile.sources[step.source].host] != host) continue;
    const Int128 at = profile.time_axis.FromStart(step.source, step.begin);
    begin = begin ? std::min(*begin, at) : at;
  }
  return begin;
}

bool IsPercent(const MetricChange& change) { return change.unit == "percent"; }

bool HasRisen(const MetricChange& change) {
  constexpr double kLeastPoints = 10, kLeastTimes = 1.5;
  if (IsPercent(change)) return change.after - change.before >= kLeastPoints;
  return change.before > 0 && change.after >= kLeastTimes * change.before;
}

}  // namespace

std::vector<MetricChange> MetricsThatRose(const Selected& selected, std::string_view host,
                                          int64_t step) {
  constexpr int64_t kLeastSamples = 5;
  const Profile& profile = selected.profile();
  const std::optional<Int128> since = BeginOfStep(profile, host, step);
  if (!since) return {};
  std::map<std::pair<std::string_view, std::string_view>, BeforeAndAfter> metrics;
  for (const MetricSeries& one : PickSeries(selected)) {
    if (one.node != host || one.kind == "gpu" || one.dimension == kGpuUtilization) continue;
    BeforeAndAfter& of = metrics[{one.kind, one.dimension}];
    of.unit = one.unit;
    const Series& series = *one.series;
    for (size_t i = 0; i < series.size(); ++i) {
      if (series.time[i] == kUnknown || !std::isfinite(series.value[i])) continue;
      const Int128 at = profile.time_axis.FromStart(series.source, series.time[i]);
      SumAndCount& side = at < *since ? of.before : of.after;
      side.sum += series.value[i];
      ++side.count;
    }
  }
  std::vector<MetricChange> changes;
  for (const auto& [name, of] : metrics) {
    if (std::min(of.before.count, of.after.count) < kLeastSamples) continue;
    const MetricChange change = {name.first, name.second, of.unit, of.before.mean(),
                                 of.after.mean()};
    if (HasRisen(change)) changes.push_back(change);
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const MetricChange& a, const MetricChange& b) {
                     if (IsPercent(a) != IsPercent(b)) return IsPercent(a);
                     return IsPercent(a) ? a.after - a.before > b.after - b.before
                                         : a.after / a.before > b.after / b.before;
                   });
  return changes;
}

}  // namespace profiler
