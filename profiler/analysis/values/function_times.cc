#include "profiler/analysis/values/function_times.h"

#include <algorithm>
#include <string_view>

#include "profiler/store/sample_metrics.h"

namespace profiler {
namespace {

enum class FunctionMetric { kOther, kCalls, kSelf, kCumulative };

FunctionMetric FunctionMetricOf(std::string_view metric) {
  if (metric == kCallsMetric) return FunctionMetric::kCalls;
  if (metric == kSelfTimeMetric) return FunctionMetric::kSelf;
  return metric == kCumulativeTimeMetric ? FunctionMetric::kCumulative : FunctionMetric::kOther;
}

void SetTime(Values& values, Value time) {
  AddValue(values[Measure::kMicros], time);
  AddValue(values[Measure::kCpuMicros], time);
}

}  // namespace

std::vector<FunctionTime> FunctionTimesOf(const Profile& profile) {
  std::vector<FunctionMetric> kinds;
  for (const MetricRow& metric : profile.metrics.values()) {
    kinds.push_back(FunctionMetricOf(profile.strings[metric.name]));
  }
  std::vector<SampleRow> samples;  // samples of calls; others (e.g. of a heap) are ignored
  for (const SampleRow& sample : profile.samples) {
    if (!sample.frame.valid() || !sample.metric.valid()) continue;
    if (kinds[sample.metric.row()] != FunctionMetric::kOther) samples.push_back(sample);
  }
  std::stable_sort(samples.begin(), samples.end(),
                   [](const SampleRow& a, const SampleRow& b) { return a.frame < b.frame; });
  std::vector<FunctionTime> functions;
  for (const SampleRow& sample : samples) {
    if (functions.empty() || functions.back().frame != sample.frame) {
      functions.push_back({sample.frame, Values::Absent(), Values::Absent()});
      functions.back().own.defined = 1;
    }
    FunctionTime& function = functions.back();
    const Value value = sample.value;
    switch (kinds[sample.metric.row()]) {
      case FunctionMetric::kCalls:
        AddValue(function.own[Measure::kOccurrence], value);
        break;
      case FunctionMetric::kSelf:
        SetTime(function.own, value);
        SetTime(function.elsewhere, -value);
        break;
      case FunctionMetric::kCumulative:
        SetTime(function.elsewhere, value);
        break;
      case FunctionMetric::kOther:
        break;
    }
  }
  // Without a cumulative time, all callees are below the frame, so there is nothing to add.
  for (FunctionTime& function : functions) {
    if (OrZero(function.elsewhere[Measure::kCpuMicros]) <= 0) function.elsewhere = Values::Absent();
  }
  return functions;
}

}  // namespace profiler
