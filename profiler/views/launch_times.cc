#include "profiler/views/launch_times.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/views/device_walk.h"
#include "profiler/views/launched_by.h"

namespace profiler {
namespace {

class Adder {
 public:
  explicit Adder(const Profile& profile)
      : profile_(profile), launched_by_(profile), seen_(profile.tracks.size()) {}

  void Add(TrackId track, uint32_t e) {
    const Events& events = profile_.events[track];
    const EventId call = launched_by_(track, e);
    if (!call.valid()) {
      ++launches_.without_call;
      launches_.time_without_call += events.duration[e];
      return;
    }
    const Events& calls = profile_.events[call.track];
    const bool is_first = See(call);
    for (LaunchTimes* times : {&Find(OpOfEvent(profile_, events, e)), &launches_.all}) {
      times->Add(calls.begin[call.row], calls.duration[call.row], is_first, events.begin[e],
                 events.duration[e]);
    }
  }

  // What costs the host most first.
  AllLaunches Sorted() && {
    std::vector<LaunchesOfOp>& rows = launches_.by_op;
    std::sort(rows.begin(), rows.end(), [this](const LaunchesOfOp& a, const LaunchesOfOp& b) {
      if (a.times.call_time != b.times.call_time) return a.times.call_time > b.times.call_time;
      return profile_.strings[a.op] < profile_.strings[b.op];
    });
    return std::move(launches_);
  }

 private:
  bool See(EventId call) {
    std::vector<bool>& seen = seen_[call.track.row()];
    seen.resize(profile_.events[call.track].size());
    const bool is_first = !seen[call.row];
    seen[call.row] = true;
    return is_first;
  }

  LaunchTimes& Find(StringId op) {
    const auto [it, is_new] = index_.try_emplace(op, launches_.by_op.size());
    if (is_new) launches_.by_op.push_back({op, {}});
    return launches_.by_op[it->second].times;
  }

  const Profile& profile_;
  const LaunchedBy launched_by_;
  absl::flat_hash_map<StringId, size_t> index_;
  std::vector<std::vector<bool>> seen_;  // by track and event
  AllLaunches launches_;
};

}  // namespace

void LaunchTimes::Add(int64_t call_begin, int64_t of_call, bool is_first, int64_t begin,
                      int64_t time) {
  ++kernels;
  kernel_time += time;
  if (time < of_call) ++short_kernels;
  if (is_first) {
    ++calls;
    call_time += of_call;
  }
  const int64_t waited = std::max<int64_t>(begin - (call_begin + of_call), 0);
  delay += waited;
  longest_delay = std::max(longest_delay, waited);
}

absl::StatusOr<AllLaunches> LaunchesByOp(const Profile& profile, const Query& query,
                                         RunContext& context) {
  Adder adder(profile);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      profile, query, [&](TrackId track, uint32_t event) { adder.Add(track, event); }, context));
  return std::move(adder).Sorted();
}

}  // namespace profiler
