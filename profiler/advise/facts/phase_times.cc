#include "profiler/advise/facts/phase_times.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/views/phases.h"

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
  Query query;
  query.selection = selection;
  PROFILER_ASSIGN_OR_RETURN(const Report steps, PhasesView(profile, query, context));
  std::set<std::string_view> kinds;
  for (size_t row = 0; row < steps.rows.size(); ++row) {
    kinds.insert(steps.rows[row].name);
    times.steps += ColumnOf(steps, "count").own[row];
    times.total += ColumnOf(steps, "total_us").own[row];
  }
  query.by = "process";
  PROFILER_ASSIGN_OR_RETURN(const Report phases, PhasesView(profile, query, context));
  const std::set<std::string_view> waiting = WaitingPhases(profile);
  for (size_t row = 0; row < phases.rows.size(); ++row) {
    const std::string& name = phases.rows[row].name;
    if (kinds.count(name) > 0) continue;
    times.phases.push_back({name, ColumnOf(phases, "count").own[row],
                            ColumnOf(phases, "total_us").own[row], waiting.count(name) > 0});
  }
  std::stable_sort(
      times.phases.begin(), times.phases.end(),
      [](const PhaseTimes::Phase& a, const PhaseTimes::Phase& b) { return a.total > b.total; });
  return times;
}

std::vector<std::string> PhaseHosts(const Profile& profile) {
  std::set<std::string> hosts;
  for (const SourceRow& source : profile.sources.values()) {
    if (IsTimeline(profile, source)) hosts.emplace(profile.strings[source.host]);
  }
  hosts.erase("");
  return {hosts.begin(), hosts.end()};
}

bool HasPhases(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [&](const SourceRow& source) { return IsTimeline(profile, source); });
}

}  // namespace profiler
