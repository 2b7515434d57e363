#include "profiler/advise/phase_times.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/views/steps/phases.h"

namespace profiler {
namespace {

bool IsTimeline(const Profile& profile, const SourceRow& source) {
  return profile.strings[source.format] == "sagemaker_timeline";
}

// Names of tracks on which other nodes are waited for.
std::set<std::string_view> WaitingPhases(const Profile& profile) {
  std::set<std::string_view> names;
  for (const TrackRow& track : profile.tracks.values()) {
    if (track.role == TrackRole::kAsync) names.insert(profile.strings[track.name]);
  }
  return names;
}

const ReportColumn& ColumnOf(const Report& report, std::string_view name) {
  return *std::find_if(report.columns.begin(), report.columns.end(),
                       [&](const ReportColumn& column) { return column.name == name; });
}

}  // namespace

double PhaseTimes::MeanPerStep(const std::string& phase) const {
  for (const Phase& one : phases) {
    if (one.name == phase && steps > 0) {
      return static_cast<double>(one.total) / static_cast<double>(steps);
    }
  }
  return 0;
}

double PhaseTimes::mean() const {
  return steps > 0 ? static_cast<double>(total) / static_cast<double>(steps) : 0;
}

absl::StatusOr<PhaseTimes> PhaseTimesOf(const Profile& profile, const Selection& selection,
                                        RunContext& context) {
  PhaseTimes times;
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, selection.steps));
  std::set<std::string> kinds;
  for (const JobPhase& phase : JobTimes(profile, selection, steps).Phases()) {
    if (!phase.is_step) continue;
    kinds.insert(phase.name);
    ++times.steps;
    times.total += phase.span.end - phase.span.begin;
  }
  Query query;
  query.selection = selection;
  query.by = "process";
  PROFILER_ASSIGN_OR_RETURN(const Report phases, PhasesView(profile, query, context));
  const std::set<std::string_view> waiting = WaitingPhases(profile);
  for (size_t row = 0; row < phases.rows.size(); ++row) {
    const std::string name(phases.rows[row].name);
    if (kinds.count(name) > 0) continue;
    times.phases.push_back({name, ColumnOf(phases, "count").own[row],
                            ColumnOf(phases, "total_us").own[row], waiting.count(name) > 0});
  }
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

absl::StatusOr<std::vector<HostPhases>> PhasesByHost(const Profile& profile,
                                                     const Selection& selection) {
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, selection.steps));
  const Places places(profile, selection);
  std::map<std::string_view, HostPhases> hosts;
  const auto host_of = [&](SourceId source) -> HostPhases& {
    return hosts[profile.strings[profile.sources[source].host]];
  };
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (!is_timed || !steps.Has(StepId(s)) || step.found_by == StepFoundBy::kWhole) continue;
    HostPhases& host = host_of(step.source);
    ++host.steps;
    host.total += static_cast<Int128>(step.end) - step.begin;
  }
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!derive::IsSummed(track) || !places.Has(track) || !track.source.valid()) continue;
    Int128 sum = 0;
    const Events& events = profile.events[TrackId(t)];
    for (size_t e = 0; e < events.size(); ++e) {
      if (events.step[e].valid() && steps.Has(events.step[e])) sum += events.duration[e];
    }
    if (sum > 0) host_of(track.source).phases[std::string(profile.strings[track.name])] += sum;
  }
  std::vector<HostPhases> found;
  for (auto& [name, host] : hosts) {
    if (name.empty() || host.steps == 0 || host.phases.empty()) continue;
    host.host = name;
    found.push_back(std::move(host));
  }
  return found;
}

bool HasPhases(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [&](const SourceRow& source) { return IsTimeline(profile, source); });
}

}  // namespace profiler
