#include "profiler/analysis/input/loader_workers.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// SageMaker Debugger's name for a worker's event or phase.
constexpr std::string_view kWorker = "DataLoaderWorker";

struct Node {
  size_t tracks = 0;                            // tracks with such events
  std::vector<std::pair<Int128, int>> changes;  // +1 at the start of an event, -1 at its end
};

// Adds the track's events of DataLoader workers.
void AddTrack(const Profile& profile, const Track& track, Node& node) {
  const Events& events = track.events;
  const bool is_phase = profile.strings[track.row.name].starts_with(kWorker);
  bool any = false;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StringId name = EventName(profile, events, e);
    if (!is_phase && !(name.valid() && profile.strings[name].starts_with(kWorker))) continue;
    any = true;
    const Int128 begin = profile.time_axis.FromStart(track.row.source, events.begin[e]);
    node.changes.emplace_back(begin, 1);
    node.changes.emplace_back(begin + events.duration[e], -1);
  }
  node.tracks += any ? 1 : 0;
}

// At equal times an end sorts before a start, so consecutive events do not overlap.
size_t MostAtOnce(std::vector<std::pair<Int128, int>> changes) {
  std::sort(changes.begin(), changes.end());
  int now = 0, most = 0;
  for (const auto& [time, change] : changes) {
    now += change;
    most = std::max(most, now);
  }
  return static_cast<size_t>(most);
}

}  // namespace

absl::StatusOr<std::vector<LoaderWorkers>> LoaderWorkersOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::map<std::string_view, Node> nodes;
  for (const Track track : Tracks(selected)) {
    AddTrack(profile, track, nodes[profile.strings[profile.sources[track.row.source].host]]);
  }
  std::vector<LoaderWorkers> found;
  for (const auto& [name, node] : nodes) {
    if (node.tracks == 0) continue;
    LoaderWorkers one;
    one.node = name;
    one.workers = std::max(node.tracks, MostAtOnce(node.changes));
    found.push_back(std::move(one));
  }
  if (found.empty()) return found;
  const auto visit = [&](const NodeUse& use) {
    for (LoaderWorkers& one : found) {
      if (one.node == use.node) one.cores = use.cores;
    }
  };
  PROFILER_RETURN_IF_ERROR(VisitNodes(selected, visit));
  return found;
}

}  // namespace profiler
