#include "profiler/views/steps/phases_by_place.h"

#include <optional>
#include <tuple>
#include <vector>

#include "profiler/analysis/phases/job_phases.h"
#include "profiler/analysis/phases/marks/device_marks.h"
#include "profiler/analysis/phases/phase_durations.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/runs.h"

namespace profiler {
namespace {

// The durations of each node's own steps.
PhasesByPlace StepsByNode(const Selected& selected, const JobTimes& times) {
  const Profile& profile = selected.profile();
  const std::vector<char> counts = StepsThatCount(selected);
  const bool has_phases = HasPhases(profile);
  PhasesByPlace nodes;
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const std::optional<JobSpan> span = times.SpanOf(StepId(s));
    if (!span.has_value() || (!has_phases && counts[s] == 0)) continue;
    const SourceId source = profile.steps[StepId(s)].source;
    const StringId host = profile.sources[source].host;
    const StepKey key = times.KeyOf(StepId(s));
    Phases& phases = nodes[{key.run, host.valid() ? profile.strings[host] : ""}];
    if (has_phases) {
      phases.Span(key.kind, key, host, *span);
    } else {
      phases.Sum(key.kind, key, source, span->end - span->begin);
    }
  }
  return nodes;
}

}  // namespace

PhasesByPlace PhasesBy(const Selected& selected, std::string_view by, const JobTimes& times) {
  if (by == "node") return StepsByNode(selected, times);
  PhasesByPlace phases;
  if (by == "metric" || by == "process") {
    const Runs runs = RunsOf(selected.profile());
    const auto of = [&](SourceId source) -> Phases& {
      return phases[{runs.of_source[source.row()], ""}];
    };
    AddPhaseEvents(selected, by == "process", times, of);
    return phases;
  }
  for (const PhaseDuration& phase : JobPhases(selected, times).Durations()) {
    phases[{phase.run, ""}].Outside(phase.name, phase.time);
  }
  return phases;
}

TimesByPlace MarksOnDevices(const Selected& selected, const JobTimes& times) {
  const Profile& profile = selected.profile();
  const std::vector<char> counts = StepsThatCount(selected);
  const Runs runs = RunsOf(profile);
  std::map<std::tuple<SourceId, StepId, StringId>, std::vector<Interval>> marks;
  for (const DeviceMark& mark : DeviceMarksOf(selected)) {
    if (mark.step.valid() && counts[mark.step.row()] == 0) continue;
    marks[{mark.source, mark.step, mark.name}].push_back(mark.time);
  }
  PhasesByPlace phases;
  for (auto& [of, spans] : marks) {
    const auto [source, step, name] = of;
    const std::string_view phase =
        IsAroundStep(profile, name, step) ? times.KeyOf(step).kind : profile.strings[name];
    const Int128 time = TimeOfMarks(std::move(spans));
    Phases& of_run = phases[{runs.of_source[source.row()], ""}];
    if (step.valid() && profile.steps[step].found_by != StepFoundBy::kWhole) {
      of_run.Sum(phase, times.KeyOf(step), source, time);
    } else {
      of_run.Outside(phase, time);
    }
  }
  TimesByPlace sums;
  for (auto& [place, of_run] : phases) {
    std::map<std::string, double, std::less<>>& sum = sums[place];
    of_run.Finish(false, [&](const std::string& phase, const std::vector<double>& durations) {
      for (const double duration : durations) sum[phase] += duration;
    });
  }
  return sums;
}

double TimeOnDevices(const TimesByPlace& times, const PhasePlace& place, std::string_view phase) {
  const auto of_place = times.find(place);
  if (of_place == times.end()) return kAbsentReal;
  const auto time = of_place->second.find(phase);
  return time == of_place->second.end() ? kAbsentReal : time->second;
}

}  // namespace profiler
