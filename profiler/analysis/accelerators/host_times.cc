#include "profiler/analysis/accelerators/host_times.h"

#include <algorithm>

#include "profiler/store/event_name.h"

namespace profiler {
namespace {

class Overlaps {
 public:
  explicit Overlaps(const std::vector<Interval>& times) : times_(times), before_(times.size() + 1) {
    for (size_t i = 0; i < times.size(); ++i) {
      before_[i + 1] = before_[i] + times[i].end - times[i].begin;
    }
  }

  // The length of the part of [begin, end) that is within the times.
  Int128 With(int64_t begin, int64_t end) const { return Until(end) - Until(begin); }

 private:
  Int128 Until(int64_t time) const {
    const auto next =
        std::lower_bound(times_.begin(), times_.end(), time,
                         [](const Interval& one, int64_t at) { return one.begin < at; });
    if (next == times_.begin()) return 0;
    const auto last = static_cast<size_t>(next - times_.begin()) - 1;
    return before_[last] + std::min(time, times_[last].end) - times_[last].begin;
  }

  const std::vector<Interval>& times_;
  std::vector<Int128> before_;  // the total length of the intervals before each interval
};

}  // namespace

absl::flat_hash_map<StringId, Int128> HostTimes(const Profile& profile,
                                                const std::set<TrackId>& threads,
                                                const std::vector<Interval>& times) {
  absl::flat_hash_map<StringId, Int128> by_name;
  if (times.empty()) return by_name;
  const Overlaps overlaps(times);
  for (const TrackId track : threads) {
    const Events& events = profile.events[track];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const Int128 time = overlaps.With(events.begin[e], events.begin[e] + events.duration[e]);
      if (time == 0) continue;
      by_name[EventName(profile, events, e)] += time;
      const uint32_t parent = events.ParentOf(e);
      if (parent != Events::kNoParent) by_name[EventName(profile, events, parent)] -= time;
    }
  }
  return by_name;
}

}  // namespace profiler
