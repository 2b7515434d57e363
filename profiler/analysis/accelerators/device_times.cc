#include "profiler/analysis/accelerators/device_times.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/device_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/place_order.h"
#include "profiler/analysis/step_split/step_event_types.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/own_parts.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

enum WorkKind : size_t { kCompute, kCommunication, kCopy, kWaiting, kKindCount };

bool IsCopy(StepEventType type) {
  return type == StepEventType::kHostToDevice || type == StepEventType::kModelToDevice ||
         type == StepEventType::kDeviceToHost || type == StepEventType::kDeviceToDevice ||
         type == StepEventType::kHostToHost;
}

// Classifies the work of accelerators by name, with a cache.
class Classifier {
 public:
  explicit Classifier(const Profile& profile)
      : profile_(profile), types_(profile), waits_(profile) {}

  WorkKind Of(TrackId id, uint32_t event) {
    const TrackRow& track = profile_.tracks[id];
    if (waits_.Is(track, profile_.events[id], event)) return kWaiting;
    if (track.kind == TrackKind::kCopyQueue || IsCopy(types_.Of(id, event))) return kCopy;
    return Communicates({id, track, profile_.events[id]}, event) ? kCommunication : kCompute;
  }

  bool Communicates(const Track& track, uint32_t event) {
    return types_.communication().OfEvent(track.row, track.events, event) != Communication::kNone;
  }

 private:
  const Profile& profile_;
  StepEventTypes types_;
  DeviceWaits waits_;
};

// Whether the track's events run beside the instructions that start them.
bool RunsBesideWork(const TrackRow& track) {
  return track.kind == TrackKind::kStream && track.role == TrackRole::kAsync;
}

// The work of one device as recorded by one source.
struct WorkOfDevice {
  std::array<std::vector<Interval>, kKindCount> intervals;
  std::vector<Interval> passed;  // work of steps that are not selected
  std::vector<Interval> beside;  // communication beside its instructions (Async XLA Ops)
  int64_t events = 0;
  Interval span = {std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};

  void Add(WorkKind work, const Events& of, uint32_t event) {
    ForEachOwnPart(of, event, [&](const Interval& part) { AddToLast(part, intervals[work]); });
    ++events;
    span.begin = std::min(span.begin, of.begin[event]);
    span.end = std::max(span.end, of.begin[event] + of.duration[event]);
  }
};

// The length of the time from the first work to the last, without what is in none of the selected
// steps, and without that in which only work of other steps ran. `work` and `passed` must be
// united.
Int128 SpanInSteps(const std::vector<Interval>& work, const std::vector<Interval>& passed,
                   std::vector<Interval> steps) {
  for (Interval& step : steps) {
    step.begin = std::clamp(step.begin, work.front().begin, work.back().end);
    step.end = std::clamp(step.end, work.front().begin, work.back().end);
  }
  steps.insert(steps.end(), work.begin(), work.end());
  return TotalLength(Without(United(std::move(steps)), Without(passed, work)));
}

// The recorded times of the source's selected steps. Empty if -step leaves nothing out.
std::vector<Interval> TimesOfSteps(const Selected& selected, SourceId source) {
  std::vector<Interval> times;
  if (selected.steps().all) return times;
  const Profile& profile = selected.profile();
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (step.source != source || !selected.steps().Has(StepId(i))) continue;
    if (step.begin == kUnknown || step.end == kUnknown || step.end <= step.begin) continue;
    times.push_back({step.begin, step.end});
  }
  return times;
}

// Adds the communication beside the device's work, where it works: else it is idle.
void AddBeside(std::vector<Interval> beside, std::array<std::vector<Interval>, kKindCount>& work) {
  if (beside.empty()) return;
  std::vector<Interval> busy = work[kCompute];
  for (const WorkKind kind : {kCommunication, kCopy}) {
    busy.insert(busy.end(), work[kind].begin(), work[kind].end());
  }
  for (const Interval& part : Common(United(std::move(beside)), United(std::move(busy)))) {
    work[kCommunication].push_back(part);
  }
}

DeviceTimes TimesOf(WorkOfDevice work, std::vector<Interval> steps) {
  AddBeside(std::move(work.beside), work.intervals);
  const auto united = [&](WorkKind kind) { return std::move(work.intervals[kind]); };
  DeviceTimes times;
  times.events = work.events;
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
  cover(united(kWaiting));  // its time is a part of the span
  times.span = steps.empty() || all.empty()
                   ? Int128{work.span.end} - work.span.begin
                   : SpanInSteps(all, United(std::move(work.passed)), std::move(steps));
  times.exposed_communication = without_copies - times.compute;
  times.exposed_copy = times.busy - without_copies;
  return times;
}

}  // namespace

double DeviceTimes::busy_share() const { return ShareOf(busy, span); }

double DeviceTimes::overlap_share() const {
  return ShareOf(communication - exposed_communication, communication);
}

absl::StatusOr<std::vector<DeviceTimes>> TimesOfDevices(const Selected& selected,
                                                        RunContext& context) {
  const Profile& profile = selected.profile();
  Classifier classifier(profile);
  using Place = std::pair<SourceId, DeviceId>;
  std::map<Place, WorkOfDevice> work_of;
  std::map<Place, std::vector<Interval>> passed;
  const auto place = [](const Track& track) { return Place(track.row.source, track.row.device); };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context,
      [&](const Track& track, uint32_t e) {
        work_of[place(track)].Add(classifier.Of(track.id, e), track.events, e);
      },
      [&](const Track& track, uint32_t e) {
        const int64_t begin = track.events.begin[e];
        AddToLast({begin, begin + track.events.duration[e]}, passed[place(track)]);
      }));
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, RunsBesideWork, context, [&](const Track& track, uint32_t e) {
        const auto work = work_of.find(place(track));
        if (work == work_of.end() || !classifier.Communicates(track, e)) return;
        const int64_t begin = track.events.begin[e];
        AddToLast({begin, begin + track.events.duration[e]}, work->second.beside);
      }));
  std::vector<DeviceTimes> all;
  for (auto& [where, work] : work_of) {
    work.passed = std::move(passed[where]);
    all.push_back(TimesOf(std::move(work), TimesOfSteps(selected, where.first)));
    std::tie(all.back().source, all.back().device) = where;
  }
  std::sort(all.begin(), all.end(), [&](const DeviceTimes& a, const DeviceTimes& b) {
    return PlaceOrderOf(profile, a.source, a.device) < PlaceOrderOf(profile, b.source, b.device);
  });
  return all;
}

double BusyShareOf(const std::vector<DeviceTimes>& devices) {
  DeviceTimes all;
  for (const DeviceTimes& device : devices) {
    all.busy += device.busy;
    all.span += device.span;
  }
  return all.busy_share();
}

}  // namespace profiler
