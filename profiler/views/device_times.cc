#include "profiler/views/device_times.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/device_walk.h"
#include "profiler/views/intervals.h"
#include "profiler/views/place_order.h"
#include "profiler/views/step_event_types.h"
#include "profiler/views/traffic.h"

namespace profiler {
namespace {

enum Work : size_t { kCompute, kCommunication, kCopy, kWorkCount };

bool IsCopy(StepEventType type) {
  return type == StepEventType::kHostToDevice || type == StepEventType::kDeviceToHost ||
         type == StepEventType::kDeviceToDevice || type == StepEventType::kHostToHost;
}

// Tells the work of accelerators apart, each name looked at once.
class Classifier {
 public:
  explicit Classifier(const Profile& profile) : profile_(profile), types_(profile) {}

  Work Of(TrackId id, uint32_t event) {
    const TrackRow& track = profile_.tracks[id];
    if (track.kind == TrackKind::kCopyQueue || IsCopy(types_.Of(id, event))) return kCopy;
    const bool moves =
        types_.traffic().OfEvent(track, profile_.events[id], event) != Traffic::kNone;
    return moves ? kCommunication : kCompute;
  }

 private:
  const Profile& profile_;
  StepEventTypes types_;
};

// The work of one device as one source saw it.
struct WorkOfDevice {
  std::array<std::vector<Interval>, kWorkCount> intervals;
  int64_t events = 0;
  Interval span = {std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};

  void Add(Work work, Interval interval) {
    AddToLast(interval, intervals[work]);
    ++events;
    span.begin = std::min(span.begin, interval.begin);
    span.end = std::max(span.end, interval.end);
  }
};

DeviceTimes TimesOf(WorkOfDevice work) {
  const auto united = [&](Work kind) { return std::move(work.intervals[kind]); };
  DeviceTimes times;
  times.events = work.events;
  times.span = static_cast<Int128>(work.span.end) - work.span.begin;
  times.communication = TotalLength(work.intervals[kCommunication]);
  times.copy = TotalLength(work.intervals[kCopy]);
  std::vector<Interval> all = United(united(kCompute));
  times.compute = TotalLength(all);
  const auto cover = [&all](std::vector<Interval> more) {
    all.insert(all.end(), more.begin(), more.end());
    all = United(std::move(all));
    return TotalLength(all);
  };
  const Int128 without_copies = cover(united(kCommunication));
  times.busy = cover(united(kCopy));
  times.exposed_communication = without_copies - times.compute;
  times.exposed_copy = times.busy - without_copies;
  return times;
}

double Share(Int128 part, Int128 whole) {
  if (whole <= 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double DeviceTimes::busy_share() const { return Share(busy, span); }

double DeviceTimes::overlap_share() const {
  return Share(communication - exposed_communication, communication);
}

absl::StatusOr<std::vector<DeviceTimes>> TimesOfDevices(const Profile& profile, const Query& query,
                                                        RunContext& context) {
  Classifier classifier(profile);
  std::map<std::pair<SourceId, DeviceId>, WorkOfDevice> work_of;
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      profile, query,
      [&](TrackId id, uint32_t e) {
        const TrackRow& track = profile.tracks[id];
        const Events& events = profile.events[id];
        work_of[{track.source, track.device}].Add(
            classifier.Of(id, e), {events.begin[e], events.begin[e] + events.duration[e]});
      },
      context));
  std::vector<DeviceTimes> all;
  for (auto& [place, work] : work_of) {
    all.push_back(TimesOf(std::move(work)));
    std::tie(all.back().source, all.back().device) = place;
  }
  std::sort(all.begin(), all.end(), [&](const DeviceTimes& a, const DeviceTimes& b) {
    return PlaceOrderOf(profile, a.source, a.device) < PlaceOrderOf(profile, b.source, b.device);
  });
  return all;
}

}  // namespace profiler
