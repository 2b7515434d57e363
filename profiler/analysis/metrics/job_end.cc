#include "profiler/analysis/metrics/job_end.h"

#include <algorithm>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {
namespace {

constexpr Int128 kPicosPerSecond = 1'000'000'000'000;
constexpr Int128 kLeastFinalization = 10 * kPicosPerSecond;
constexpr Int128 kLeastSilence = 60 * kPicosPerSecond;
constexpr int kMostStepsAfter = 3;

// The time of the last sample, from the profile's start; nullopt without samples.
std::optional<Int128> LastSample(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::optional<Int128> last;
  for (const MetricSeries& metric : PickSeries(selected)) {
    const Series& series = *metric.series;
    if (series.size() == 0 || series.time.back() == kUnknown) continue;
    const Int128 time = TimeFromStart(profile, series.source, series.time.back());
    last = std::max(last.value_or(time), time);
  }
  return last;
}

struct JobSteps {
  std::optional<JobSpan> first, all;
  Int128 longest = 0;
};

JobSteps TimedStepsOf(const Selected& selected, const JobTimes& job) {
  JobSteps steps;
  for (uint32_t s = 0; s < selected.profile().steps.size(); ++s) {
    const std::optional<JobSpan> span = job.SpanOf(StepId(s));
    if (!span.has_value()) continue;
    steps.longest = std::max(steps.longest, span->end - span->begin);
    if (!steps.first.has_value() || span->begin < steps.first->begin) steps.first = span;
    if (steps.all.has_value()) {
      steps.all->Add(*span);
    } else {
      steps.all = span;
    }
  }
  return steps;
}

}  // namespace

std::optional<EndedJob> EndedJobOf(const Selected& selected) {
  const Selected with_all_steps = selected.WithAllSteps();
  const JobTimes job(with_all_steps);
  const std::optional<Int128> last_sample = LastSample(with_all_steps);
  const std::optional<JobSpan> all = job.All();
  if (!last_sample.has_value() || !all.has_value()) return std::nullopt;
  const JobSteps steps = TimedStepsOf(with_all_steps, job);
  const bool has_finalization =
      steps.all.has_value() &&
      *last_sample - steps.all->end > std::max(kLeastFinalization, kMostStepsAfter * steps.longest);
  const bool has_silence = all->end - *last_sample >= kLeastSilence;
  if (!has_finalization && !has_silence) return std::nullopt;
  if (!steps.all.has_value()) return EndedJob{*all};
  const bool has_several = steps.first->end < steps.all->end;
  return EndedJob{{has_several ? steps.first->end : steps.all->begin, steps.all->end}};
}

}  // namespace profiler
