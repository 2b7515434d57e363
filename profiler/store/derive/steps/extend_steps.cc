#include <algorithm>

#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/launched_work.h"
#include "profiler/store/derive/step_series.h"

namespace profiler::derive {
namespace {

// So far the times of a step are those of its mark.
void RecordMarks(Profile& profile) {
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    StepRow& step = profile.steps[StepId(s)];
    const bool is_marked =
        step.found_by == StepFoundBy::kRecorded || step.found_by == StepFoundBy::kMarker;
    if (!is_marked || step.begin == kUnknown || step.end == kUnknown) continue;
    int64_t length = 0;  // overflows where a damaged file has absurd times
    if (!__builtin_sub_overflow(step.end, step.begin, &length)) step.mark = length;
  }
}

void ExtendSeries(const StepSeries& series, const LaunchedWork& work, Profile& profile) {
  StepRow& first = profile.steps[series.front()];
  const LaunchedWork::Older older = work.OlderWork(series.front());
  first.partial = first.partial || older.is_any;
  StepRow& last = profile.steps[series.back()];
  last.partial = last.partial || work.IsCut(series);
  int64_t ended = older.devices_until;  // of the step before the first, which was not recorded
  for (const StepId id : series) {
    StepRow& step = profile.steps[id];
    step.partial = step.partial || step.begin < older.executors_until;
    step.begin = std::max(step.begin, ended);
    step.end = std::max({step.begin, step.end, work.Until(id)});
    ended = step.end;
  }
}

}  // namespace

void ExtendSteps(Profile& profile) {
  RecordMarks(profile);
  const std::vector<StepSeries> all = SeriesOfSteps(profile);
  if (all.empty()) return;
  const LaunchedWork work(profile);
  for (const StepSeries& series : all) ExtendSeries(series, work, profile);
}

}  // namespace profiler::derive
