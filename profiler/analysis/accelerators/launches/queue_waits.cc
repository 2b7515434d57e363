#include "profiler/analysis/accelerators/launches/queue_waits.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/base/threads/sort_runs.h"

namespace profiler {
namespace {

constexpr int64_t kLongLaunch = 20 * kPicosPerMicro;
constexpr int64_t kManyQueued = 100;

// The calls that launch works of a device.
struct LaunchQueue {
  std::vector<int64_t> launched, begun;  // when calls, and their first works, begin; Sort() sorts
  std::vector<EventId> long_calls;

  void Sort() {
    SortRuns(launched.begin(), launched.end(), std::less<>());
    SortRuns(begun.begin(), begun.end(), std::less<>());
  }

  // Of how many calls before `begin` no work has begun at `end`, or fewer: what was launched later
  // may have begun as well, on another stream.
  int64_t WaitingAt(int64_t begin, int64_t end) const {
    return std::lower_bound(launched.begin(), launched.end(), begin) - launched.begin() -
           (std::upper_bound(begun.begin(), begun.end(), end) - begun.begin());
  }
};

constexpr int64_t kNoWork = INT64_MAX;

// By track and event, when the first work begins that a call launched.
std::vector<std::vector<int64_t>> FirstWorks(const Profile& profile) {
  std::vector<std::vector<int64_t>> first(profile.tracks.size());
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    std::vector<int64_t>& of_track = first[flow.from.track.row()];
    of_track.resize(profile.events[flow.from.track].size(), kNoWork);
    int64_t& of_call = of_track[flow.from.row];
    of_call = std::min(of_call, profile.events[flow.to.track].begin[flow.to.row]);
  }
  return first;
}

// A call counts for the device of the first of its works in the table.
std::map<std::pair<SourceId, DeviceId>, LaunchQueue> QueuesOf(const Profile& profile) {
  std::vector<std::vector<int64_t>> first_works = FirstWorks(profile);
  std::map<std::pair<SourceId, DeviceId>, LaunchQueue> queues;
  LaunchQueue* queue = nullptr;
  TrackId last;  // the track of the work before
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    if (queue == nullptr || !(flow.to.track == last)) {
      const TrackRow& row = profile.tracks[flow.to.track];
      queue = &queues[{row.source, row.device}];
      last = flow.to.track;
    }
    int64_t& begun = first_works[flow.from.track.row()][flow.from.row];
    if (begun == kNoWork) continue;  // a further work of the call
    const Events& calls = profile.events[flow.from.track];
    queue->launched.push_back(calls.begin[flow.from.row]);
    queue->begun.push_back(begun);
    begun = kNoWork;
    if (calls.duration[flow.from.row] > kLongLaunch) queue->long_calls.push_back(flow.from);
  }
  return queues;
}

}  // namespace

QueueWaits::QueueWaits(const Profile& profile) : waits_(profile.tracks.size()) {
  auto queues = QueuesOf(profile);
  for (auto& [device, queue] : queues) {
    if (queue.long_calls.empty()) continue;
    queue.Sort();
    for (const EventId call : queue.long_calls) {
      const Events& events = profile.events[call.track];
      const int64_t begin = events.begin[call.row], end = begin + events.duration[call.row];
      if (queue.WaitingAt(begin, end) < kManyQueued) continue;
      std::vector<char>& of_track = waits_[call.track.row()];
      of_track.resize(events.size());
      of_track[call.row] = 1;
    }
  }
}

}  // namespace profiler
