#include "profiler/analysis/selection/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace profiler {
namespace {

bool HasSeveralGroups(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(), [&](const SourceRow& source) {
    return source.run_group != sources.begin()->run_group;
  });
}

// By source: whether it has steps.
std::vector<char> HaveSteps(const Profile& profile) {
  std::vector<char> have(profile.sources.size());
  for (const StepRow& step : profile.steps.values()) have[step.source.row()] = 1;
  return have;
}

}  // namespace

std::vector<SourceId> Runs::SourcesOf(uint32_t run) const {
  std::vector<SourceId> sources;
  for (uint32_t i = 0; i < of_source.size(); ++i) {
    if (of_source[i] == run) sources.emplace_back(i);
  }
  return sources;
}

Runs RunsOf(const Profile& profile) {
  Runs runs;
  runs.of_source.resize(profile.sources.size(), 0);
  const std::vector<char> has_steps = HaveSteps(profile);
  std::map<uint32_t, uint32_t> run_of_group;
  for (uint32_t source = 0; source < profile.sources.size(); ++source) {
    if (has_steps[source] == 0) continue;
    const SourceRow& row = profile.sources[SourceId(source)];
    const auto next = static_cast<uint32_t>(runs.names.size());
    const auto [run, is_new] = run_of_group.try_emplace(row.run_group, next);
    if (is_new) {
      const std::string_view named = profile.strings[row.run];
      runs.names.emplace_back(named.empty() ? profile.strings[row.path] : named);
    }
    runs.of_source[source] = run->second;
  }
  for (uint32_t source = 0; source < profile.sources.size(); ++source) {
    const auto run = run_of_group.find(profile.sources[SourceId(source)].run_group);
    if (has_steps[source] == 0 && run != run_of_group.end()) runs.of_source[source] = run->second;
  }
  if (runs.names.empty()) runs.names.emplace_back();
  return runs;
}

std::set<uint32_t> SelectedRuns(const Selected& selected, const Runs& runs) {
  const Profile& profile = selected.profile();
  const Selected on_all_devices = selected.OnAllDevices();
  std::set<uint32_t> found;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    if (!selected.steps().Has(StepId(i))) continue;
    if (!on_all_devices.source_filter().Has(StepId(i), DeviceId())) continue;
    found.insert(runs.of_source[profile.steps[StepId(i)].source.row()]);
  }
  return found;
}

size_t CountSelectedRuns(const Selected& selected) {
  if (!HasSeveralGroups(selected.profile())) return 1;
  return std::max<size_t>(1, SelectedRuns(selected, RunsOf(selected.profile())).size());
}

absl::Status CheckOneRun(const Selected& selected, std::string_view option) {
  const size_t count = CountSelectedRuns(selected);
  if (count < 2) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format(
      "{} is taken over the steps of one run, and steps of {} separate runs are selected: show one "
      "with -source PATTERN, or open them with -run NAME if they are one run",
      option, count));
}

}  // namespace profiler
