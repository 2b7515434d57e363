#include "profiler/analysis/phases/marks/device_marks.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/phases/job_phases.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

bool HoldsOverlay(const TrackRow& track) {
  return track.kind == TrackKind::kMarker && track.role == TrackRole::kOverlay;
}

bool HoldsDeviceMarks(const Profile& profile, const TrackRow& track) {
  return track.source.valid() && track.device.valid() &&
         profile.sources[track.source].has_kineto_names &&
         IsAccelerator(profile.devices[track.device].kind);
}

// When work of each device begins, and of which step it is. A mark on a device has no step of its
// own, and by its time it would be in that of the host, which runs ahead.
class StepsOfWork {
 public:
  explicit StepsOfWork(const Selected& selected) {
    for (const Track track : Tracks(selected, HoldsDeviceWork)) {
      auto& of = works_[{track.row.source, track.row.device}];
      for (uint32_t e = 0; e < track.events.size(); ++e) {
        of.emplace_back(track.events.begin[e], track.events.step[e]);
      }
    }
    for (auto& [place, of] : works_) std::sort(of.begin(), of.end());
  }

  // Of the device's work that begins first in the time.
  StepId First(SourceId source, DeviceId device, const Interval& time) const {
    const auto of = works_.find({source, device});
    if (of == works_.end()) return StepId();
    const auto first = std::lower_bound(
        of->second.begin(), of->second.end(), time.begin,
        [](const std::pair<int64_t, StepId>& work, int64_t at) { return work.first < at; });
    return first == of->second.end() || first->first >= time.end ? StepId() : first->second;
  }

 private:
  std::map<std::pair<SourceId, DeviceId>, std::vector<std::pair<int64_t, StepId>>> works_;
};

}  // namespace

std::vector<DeviceMark> DeviceMarksOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<DeviceMark> marks;
  for (const Track track : Tracks(selected, HoldsOverlay)) {
    if (!HoldsDeviceMarks(profile, track.row)) continue;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const StringId name = EventName(profile, track.events, e);
      if (!name.valid()) continue;
      const int64_t begin = track.events.begin[e];
      marks.push_back({track.row.source,
                       track.row.device,
                       StepId(),
                       name,
                       {begin, begin + track.events.duration[e]}});
    }
  }
  if (marks.empty()) return marks;
  const StepsOfWork work(selected);
  for (DeviceMark& mark : marks) mark.step = work.First(mark.source, mark.device, mark.time);
  std::erase_if(marks, [&](const DeviceMark& mark) { return !selected.steps().Has(mark.step); });
  return marks;
}

Int128 TimeOfMarks(std::vector<Interval> marks) {
  Int128 sum = 0;
  for (const Interval& time : United(std::move(marks))) sum += Int128{time.end} - time.begin;
  return sum;
}

TopDeviceMark FindTopDeviceMark(const Selected& selected, const std::vector<MarkedDevice>& devices,
                                Int128 busy) {
  constexpr double kMost = 0.5, kNearlyAll = 0.95;
  const Profile& profile = selected.profile();
  const std::vector<char> counts = StepsThatCount(selected);
  const auto is_asked = [&](const DeviceMark& mark) {
    return std::any_of(devices.begin(), devices.end(), [&](const MarkedDevice& of) {
      return of.device == mark.device &&
             std::find(of.sources.begin(), of.sources.end(), mark.source) != of.sources.end();
    });
  };
  std::map<std::tuple<StringId, SourceId, DeviceId>, std::vector<Interval>> times;
  for (const DeviceMark& mark : DeviceMarksOf(selected)) {
    const bool is_counted = mark.step.valid() && counts[mark.step.row()] != 0;
    const bool is_users = !IsAroundStep(profile, mark.name, mark.step) &&
                          !IsMarkOfFramework(profile.strings[mark.name]);
    if (!is_counted || !is_users || !is_asked(mark)) continue;
    times[{mark.name, mark.source, mark.device}].push_back(mark.time);
  }
  std::map<StringId, Int128> sums;
  for (auto& [of, marks] : times) sums[std::get<0>(of)] += TimeOfMarks(std::move(marks));
  TopDeviceMark top;
  for (const auto& [name, sum] : sums) {
    const double share = busy > 0 ? static_cast<double>(sum) / static_cast<double>(busy) : 0;
    if (share <= kMost || share >= kNearlyAll) continue;
    if (!top.name.valid() || share < top.share) top = {name, share};
  }
  return top;
}

}  // namespace profiler
