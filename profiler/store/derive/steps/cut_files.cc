#include "profiler/store/derive/steps/cut_files.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The calls of a step that may launch, and those that launched work that was recorded.
struct LaunchesOfStep {
  int64_t calls = 0, with_work = 0;

  double share() const { return static_cast<double>(with_work) / static_cast<double>(calls); }
};

// A step that keeps less than this share of what the most complete one keeps lacks work.
constexpr double kNearlyAllWork = 0.95;

// By track, the events that launched work, of the sources that were cut; sorted.
std::vector<std::vector<uint32_t>> EventsThatLaunched(const Profile& profile,
                                                      const std::vector<char>& are_cut) {
  std::vector<std::vector<uint32_t>> launched(profile.tracks.size());
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    const TrackRow& track = profile.tracks[flow.from.track];
    if (are_cut[track.source.row()] == 0 || IsAccelerator(track)) continue;
    launched[flow.from.track.row()].push_back(flow.from.row);
  }
  for (std::vector<uint32_t>& events : launched) {
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
  }
  return launched;
}

std::vector<LaunchesOfStep> LaunchesBySteps(const Profile& profile,
                                            const std::vector<std::vector<uint32_t>>& launched) {
  std::set<std::pair<SourceId, OpId>> launching;
  for (uint32_t t = 0; t < launched.size(); ++t) {
    const Events& events = profile.events[TrackId(t)];
    for (const uint32_t e : launched[t]) {
      if (!events.op[e].valid()) continue;
      launching.insert({profile.tracks[TrackId(t)].source, events.op[e]});
    }
  }
  std::set<SourceId> sources;
  for (const auto& [source, op] : launching) sources.insert(source);
  std::vector<LaunchesOfStep> by_step(profile.steps.size());
  for (uint32_t t = 0; t < launched.size(); ++t) {
    const SourceId source = profile.tracks[TrackId(t)].source;
    if (!sources.contains(source)) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || !launching.contains({source, events.op[e]})) continue;
      const bool has_work = std::binary_search(launched[t].begin(), launched[t].end(), e);
      ++by_step[step.row()].calls;
      by_step[step.row()].with_work += has_work ? 1 : 0;
    }
  }
  return by_step;
}

}  // namespace

std::vector<char> CutFiles(const Profile& profile) {
  std::vector<char> are_cut(profile.sources.size());
  std::set<StringId> paths;
  for (const ImportRow& row : profile.import_rows) {
    if (profile.strings[row.problem] == "truncated") paths.insert(row.path);
  }
  for (uint32_t i = 0; i < are_cut.size() && !paths.empty(); ++i) {
    are_cut[i] = paths.contains(profile.sources[SourceId(i)].path) ? 1 : 0;
  }
  return are_cut;
}

void MarkCutSteps(Profile& profile) {
  const std::vector<char> are_cut = CutFiles(profile);
  if (std::find(are_cut.begin(), are_cut.end(), 1) == are_cut.end()) return;
  const std::vector<LaunchesOfStep> by_step =
      LaunchesBySteps(profile, EventsThatLaunched(profile, are_cut));
  std::vector<double> most(profile.sources.size());  // by source, the largest share of a whole step
  for (uint32_t s = 0; s < by_step.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    if (by_step[s].calls == 0 || step.partial) continue;
    most[step.source.row()] = std::max(most[step.source.row()], by_step[s].share());
  }
  for (uint32_t s = 0; s < by_step.size(); ++s) {
    StepRow& step = profile.steps[StepId(s)];
    if (by_step[s].calls == 0 || step.found_by == StepFoundBy::kWhole) continue;
    if (by_step[s].share() < kNearlyAllWork * most[step.source.row()]) step.partial = true;
  }
}

}  // namespace profiler
