#include "profiler/advise/rules/ranks/rank_gpus.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/ascii.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// A GPU of a host, by the digits at the end of its name: of "/device:GPU:4" and of "gpu4".
using GpuOfHost = std::pair<std::string_view, std::string>;

std::string NumberAtEnd(std::string_view name) {
  size_t begin = name.size();
  while (begin > 0 && IsDigit(name[begin - 1])) --begin;
  return std::string(name.substr(begin));
}

// By source, the GPUs that worked for it.
std::map<SourceId, std::set<GpuOfHost>> GpusOfSources(const Profile& profile) {
  std::map<SourceId, std::set<GpuOfHost>> gpus;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!IsAccelerator(track) || !track.device.valid()) continue;
    if (profile.events[TrackId(t)].size() == 0) continue;
    const std::string_view host = RecordedHost(profile, profile.sources[track.source]);
    const std::string_view name = profile.strings[profile.devices[track.device].name];
    gpus[track.source].insert({host, NumberAtEnd(name)});
  }
  return gpus;
}

// The GPUs that only one rank has.
class GpusOfRanks {
 public:
  GpusOfRanks(const Profile& profile, const std::vector<GpuState>& states)
      : of_sources_(GpusOfSources(profile)) {
    for (const auto& [source, gpus] : of_sources_) {
      for (const GpuOfHost& gpu : gpus) ++ranks_of_[gpu];
    }
    for (const GpuState& state : states) states_[{state.node, NumberAtEnd(state.name)}] = &state;
  }

  // Of those that are known.
  std::vector<const GpuState*> Of(const RanksOfRun& ranks) const {
    std::vector<const GpuState*> found;
    for (const RankSteps* rank : ranks) {
      const auto gpus = of_sources_.find(rank->source);
      if (gpus == of_sources_.end()) continue;
      for (const GpuOfHost& gpu : gpus->second) {
        const auto state = states_.find(gpu);
        const bool is_own = !gpu.second.empty() && ranks_of_.at(gpu) == 1;
        if (is_own && state != states_.end()) found.push_back(state->second);
      }
    }
    return found;
  }

 private:
  const std::map<SourceId, std::set<GpuOfHost>> of_sources_;
  std::map<GpuOfHost, int> ranks_of_;
  std::map<GpuOfHost, const GpuState*> states_;
};

}  // namespace

GpuDifferences DifferencesOfGpus(const Selected& selected, const RanksOfRun& slow,
                                 const RanksOfRun& others) {
  const Profile& profile = selected.profile();
  if (profile.series.empty()) return {};
  const std::vector<GpuState> states = GpuStatesOf(selected);
  const GpusOfRanks gpus(profile, states);
  return DifferencesOf(gpus.Of(slow), gpus.Of(others));
}

}  // namespace profiler
