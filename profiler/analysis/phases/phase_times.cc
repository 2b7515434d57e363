#include "profiler/analysis/phases/phase_times.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/phases/job_phases.h"
#include "profiler/analysis/phases/phase_durations.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// The names of phases that are waits for other nodes.
std::set<std::string_view> WaitingPhases(const Profile& profile) {
  std::set<std::string_view> names;
  const auto is_beside = [](const TrackRow& track) { return track.role == TrackRole::kAsync; };
  for (const Track track : Tracks(profile, is_beside)) {
    names.insert(profile.strings[track.row.name]);
  }
  return names;
}

}  // namespace

double PhaseTimes::mean() const {
  return steps > 0 ? static_cast<double>(total) / static_cast<double>(steps) : 0;
}

absl::StatusOr<PhaseTimes> PhaseTimesOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  PhaseTimes times;
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  std::set<std::string> kinds;
  const JobTimes job(selected);
  for (const PhaseDuration& phase : JobPhases(selected, job).Durations()) {
    if (!phase.is_step) continue;
    kinds.insert(phase.name);
    ++times.steps;
    times.total += phase.time;
  }
  Phases phases;
  AddPhaseEvents(selected, /*by_process=*/true, job, [&](SourceId) -> Phases& { return phases; });
  const std::set<std::string_view> waiting = WaitingPhases(profile);
  phases.Finish(/*by_name=*/true,
                [&](const std::string& name, const std::vector<double>& durations) {
                  if (kinds.count(name) > 0) return;
                  const Distribution all = Describe(durations);
                  const auto count = static_cast<double>(all.count);
                  times.phases.push_back({name, static_cast<Value>(all.count),
                                          WholePicos(all.mean * count), waiting.count(name) > 0});
                });
  std::stable_sort(
      times.phases.begin(), times.phases.end(),
      [](const PhaseTimes::Phase& a, const PhaseTimes::Phase& b) { return a.total > b.total; });
  return times;
}

double HostPhases::MeanPerStep(const std::string& phase) const {
  const auto it = phases.find(phase);
  if (it == phases.end() || steps == 0) return 0;
  return static_cast<double>(it->second) / static_cast<double>(steps);
}

absl::StatusOr<std::vector<HostPhases>> PhasesByHost(const Selected& selected) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const SelectedSteps& steps = selected.steps();
  std::map<std::string_view, HostPhases> hosts;
  const auto host_of = [&](SourceId source) -> HostPhases& {
    return hosts[profile.strings[profile.sources[source].host]];
  };
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (!is_timed || !steps.Has(StepId(s)) || step.found_by == StepFoundBy::kWhole) continue;
    if (step.partial) continue;  // its time is not that of a whole step
    HostPhases& host = host_of(step.source);
    ++host.steps;
    host.total += static_cast<Int128>(step.end) - step.begin;
  }
  for (const Track track : Tracks(selected, IsInTotals)) {
    if (!track.row.source.valid()) continue;
    Int128 sum = 0;
    int64_t count = 0;
    const Events& events = track.events;
    for (size_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || !steps.Has(step) || profile.steps[step].partial) continue;
      sum += events.duration[e];
      ++count;
    }
    if (sum <= 0) continue;
    HostPhases& host = host_of(track.row.source);
    const std::string name(profile.strings[track.row.name]);
    host.phases[name] += sum;
    host.counts[name] += count;
  }
  std::vector<HostPhases> found;
  for (auto& [name, host] : hosts) {
    if (name.empty() || host.steps == 0 || host.phases.empty()) continue;
    host.host = name;
    found.push_back(std::move(host));
  }
  return found;
}

bool ExchangesGradients(std::string_view phase) {
  return absl::AsciiStrToLower(std::string(phase)).find("backward") != std::string::npos;
}

bool HasPhases(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.records_phases; });
}

}  // namespace profiler
