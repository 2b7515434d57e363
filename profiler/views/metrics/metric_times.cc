#include "profiler/views/metrics/metric_times.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

TimesByPhase TimesOfPhases(const std::vector<JobPhase>& phases) {
  int64_t last_end = INT64_MIN;
  for (const JobPhase& phase : phases) last_end = std::max(last_end, IntervalOf(phase.span).end);
  std::vector<std::pair<std::string, std::vector<Interval>>> times;
  std::map<std::string, size_t> places;
  for (const JobPhase& phase : phases) {
    const auto [it, is_new] = places.try_emplace(phase.name, times.size());
    if (is_new) times.push_back({phase.name, {}});
    Interval time = IntervalOf(phase.span);
    // A sample at the end of the last phase belongs to that phase.
    if (time.end == last_end && time.end < INT64_MAX) ++time.end;
    times[it->second].second.push_back(time);
  }
  TimesByPhase united;
  for (auto& [name, spans] : times)
    united.emplace_back(name, IntervalIndex(United(std::move(spans))));
  return united;
}

}  // namespace

absl::StatusOr<AskedTimes> TimesAskedFor(const Selected& selected, const Query& query) {
  AskedTimes asked;
  const bool by_phase = query.by == "phase";
  if (!by_phase && selected.selection().steps.all()) return asked;
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const JobTimes times(selected);
  if (by_phase) {
    std::vector<JobPhase> phases = times.Phases();
    for (JobPhase& phase : MarkedPhases(selected, times)) {
      phases.push_back(std::move(phase));
    }
    asked.phases = TimesOfPhases(phases);
  } else {
    asked.all_steps = false;
    asked.in_steps = IntervalIndex(times.StepTimes());
  }
  return asked;
}

}  // namespace profiler
