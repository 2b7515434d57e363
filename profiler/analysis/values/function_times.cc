#include "profiler/analysis/values/function_times.h"

#include <algorithm>
#include <string_view>

#include "profiler/store/sample_metrics.h"

namespace profiler {
namespace {

enum class FunctionMetric { kOther, kCalls, kSelf, kCumulative, kStack };

FunctionMetric FunctionMetricOf(std::string_view metric) {
  if (metric == kCallsMetric) return FunctionMetric::kCalls;
  if (metric == kSelfTimeMetric) return FunctionMetric::kSelf;
  return metric == kCumulativeTimeMetric ? FunctionMetric::kCumulative : FunctionMetric::kOther;
}

void SetTime(Values& values, Value time) {
  AddValue(values[Measure::kMicros], time);
  AddValue(values[Measure::kCpuMicros], time);
}

// Adds samples of a stack that ended in the function.
void AddStacks(const SampleTypes::Counted& counted, int64_t count, Values& own) {
  const Value value = static_cast<Value>(count) * counted.factor;
  if (counted.measure == Measure::kMicros) return SetTime(own, value);
  AddValue(own[counted.measure], value);
}

}  // namespace

std::vector<FunctionTime> FunctionTimesOf(const Profile& profile, const SampleTypes& types) {
  std::vector<FunctionMetric> kinds;
  for (uint32_t i = 0; i < profile.metrics.size(); ++i) {
    const MetricRow& metric = profile.metrics[MetricId(i)];
    const bool is_of_stacks = profile.strings[metric.kind] == kStackSamples;
    kinds.push_back(is_of_stacks && types.of_metric[i] ? FunctionMetric::kStack
                    : is_of_stacks                     ? FunctionMetric::kOther
                                   : FunctionMetricOf(profile.strings[metric.name]));
  }
  std::vector<SampleRow> samples;  // those that count
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
      case FunctionMetric::kStack:
        AddStacks(*types.of_metric[sample.metric.row()], sample.value, function.own);
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
