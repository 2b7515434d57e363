#include "profiler/analysis/steps/step_split.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/step_core_split.h"
#include "profiler/analysis/steps/step_event_types.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/base/threads/sort_runs.h"

namespace profiler {
namespace {

constexpr size_t kNoSum = std::numeric_limits<size_t>::max();

StepPart PartOf(StepEventType type) {
  switch (type) {
    case StepEventType::kHostPython:
    case StepEventType::kHostCompute:
      return StepPart::kHostCompute;
    case StepEventType::kHostCompile:
      return StepPart::kCompile;
    case StepEventType::kHostToDevice:
      return StepPart::kHostToDevice;
    case StepEventType::kKernelLaunch:
      return StepPart::kKernelLaunch;
    case StepEventType::kCollectives:
      return StepPart::kCollectives;
    case StepEventType::kWaitInput:
      return StepPart::kInput;
    case StepEventType::kDeviceToDevice:
      return StepPart::kDeviceToDevice;
    case StepEventType::kDeviceToHost:
      return StepPart::kOutput;
    case StepEventType::kCompute32:
      return StepPart::kDeviceCompute32;
    case StepEventType::kCompute16:
      return StepPart::kDeviceCompute16;
    case StepEventType::kHostWait:
    case StepEventType::kHostToHost:
    case StepEventType::kNone:
      break;
  }
  return StepPart::kOther;
}

// Adds intervals to `covered`, which is sorted and disjoint before and after.
void Cover(std::vector<Interval>& more, std::vector<Interval>& covered) {
  const auto earlier = [](const Interval& a, const Interval& b) { return a.begin < b.begin; };
  SortRuns(more.begin(), more.end(), earlier);
  const auto middle = static_cast<ptrdiff_t>(covered.size());
  covered.insert(covered.end(), more.begin(), more.end());
  std::inplace_merge(covered.begin(), covered.begin() + middle, covered.end(), earlier);
  size_t last = 0;
  for (const Interval& one : covered) {
    if (one.begin <= covered[last].end) {
      covered[last].end = std::max(covered[last].end, one.end);
    } else {
      covered[++last] = one;
    }
  }
  covered.resize(last + 1);
}

// The events of one step, with times relative to its start.
class StepEvents {
 public:
  StepEvents(Value begin, Value length) : begin_(begin), length_(length) {}

  Value begin() const { return begin_; }
  // Call if the step has a timed event, so its length is known.
  void SetTimed() { is_timed_ = true; }

  // Times are on the wall scale. Time outside of the step is ignored.
  void Add(StepEventType type, Value begin, Value end) {
    begin = std::max<Value>(begin - begin_, 0);
    end = std::min(end - begin_, length_);
    if (end <= begin) return;
    std::vector<Interval>& of_type = by_type_[static_cast<size_t>(type)];
    const Interval one{static_cast<int64_t>(begin), static_cast<int64_t>(end)};
    // Tracks are sorted, so an event that touches the previous one extends it.
    if (!of_type.empty() && of_type.back().begin <= one.begin && one.begin <= of_type.back().end) {
      of_type.back().end = std::max(of_type.back().end, one.end);
    } else {
      of_type.push_back(one);
    }
  }

  StepSplit Split() && {
    StepSplit split;
    if (!is_timed_) return split;
    split.total = length_;
    split.parts.fill(0);
    std::vector<Interval> covered;
    Value done = 0;
    for (size_t type = kStepEventTypeCount; type-- > 0;) {
      if (by_type_[type].empty()) continue;
      Cover(by_type_[type], covered);
      Value length = 0;
      for (const Interval& one : covered) length += one.end - one.begin;
      const StepPart part = PartOf(static_cast<StepEventType>(type));
      split.parts[static_cast<size_t>(part)] += length - done;
      if (static_cast<StepEventType>(type) == StepEventType::kHostWait) split.waits = length - done;
      if (static_cast<StepEventType>(type) == StepEventType::kHostPython) {
        split.python = length - done;
      }
      done = length;
    }
    split.parts[static_cast<size_t>(StepPart::kOther)] += length_ - done;
    return split;
  }

 private:
  Value begin_, length_;
  bool is_timed_ = false;
  std::array<std::vector<Interval>, kStepEventTypeCount> by_type_;
};

class Splitter {
 public:
  Splitter(const Selected& selected, const std::vector<StepSum>& sums)
      : profile_(selected.profile()),
        source_filter_(selected.source_filter()),
        types_(profile_),
        sum_of_(profile_.steps.size(), kNoSum) {
    for (size_t i = 0; i < sums.size(); ++i) {
      const WallSpan extent = sums[i].extent(profile_);
      const Value length = extent.span();
      const bool counts = sums[i].ran || source_filter_.all();
      const bool is_timed =
          counts && length != kAbsent && length <= std::numeric_limits<int64_t>::max();
      events_.emplace_back(extent.begin(), is_timed ? length : 0);
      if (!is_timed) continue;
      for (const StepId step : sums[i].steps) {
        sum_of_[step.row()] = i;
        in_order_[profile_.steps[step].source].push_back(i);
      }
    }
    for (auto& [source, in_order] : in_order_) {
      std::stable_sort(in_order.begin(), in_order.end(),
                       [&](size_t a, size_t b) { return events_[a].begin() < events_[b].begin(); });
    }
  }

  absl::Status AddTrack(const Track& of, RunContext& context) {
    const TrackId id = of.id;
    const TrackRow& track = of.row;
    const Events& events = of.events;
    const HostWaits waits = types_.WaitsOf(id);
    const Value zero = OnWallScale(profile_, track.source, 0);
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const StepId step = events.step[e];
      if (!step.valid() || sum_of_[step.row()] == kNoSum) continue;
      const StepEventType type = types_.Of(id, e);
      if (type == StepEventType::kNone) continue;
      StepEvents& of_step = events_[sum_of_[step.row()]];
      of_step.SetTimed();
      if (!source_filter_.Has(step, track.device)) continue;
      const Interval whole{events.begin[e], events.begin[e] + events.duration[e]};
      if (type == StepEventType::kHostWait) {
        AddByTime(type, track.source, zero + whole.begin, zero + whole.end);
        continue;
      }
      const bool may_wait =
          type == StepEventType::kHostCompute || type == StepEventType::kHostPython;
      if (!may_wait || waits.empty()) {
        of_step.Add(type, zero + whole.begin, zero + whole.end);
        continue;
      }
      for (const Interval& part : waits.Around(whole)) {
        of_step.Add(type, zero + part.begin, zero + part.end);
      }
    }
    return absl::OkStatus();
  }

  // Adds collectives that hosts ran on threads of their own, and those of devices of which only an
  // annotation tells.
  void AddCollectives(const std::vector<CollectiveEvent>& collectives) {
    for (const CollectiveEvent& one : collectives) {
      if (one.is_call || HoldsDeviceWork(profile_.tracks[one.event.track])) continue;
      const Value zero = OnWallScale(profile_, one.source, 0);
      AddByTime(StepEventType::kCollectives, one.source, zero + one.begin, zero + one.end());
    }
  }

  std::vector<StepSplit> Finish(size_t threads) && {
    std::vector<StepSplit> splits(events_.size());
    InParallel(events_.size(), threads,
               [&](size_t i) { splits[i] = std::move(events_[i]).Split(); });
    return splits;
  }

 private:
  // Adds to the steps that contain the time, not to the step of the event: a host that runs ahead
  // may wait for the previous step.
  void AddByTime(StepEventType type, SourceId source, Value begin, Value end) {
    const std::vector<size_t>& in_order = in_order_[source];
    auto step = std::upper_bound(in_order.begin(), in_order.end(), begin,
                                 [&](Value time, size_t i) { return time < events_[i].begin(); });
    if (step != in_order.begin()) --step;
    for (; step != in_order.end() && events_[*step].begin() < end; ++step) {
      events_[*step].Add(type, begin, end);
    }
  }

  const Profile& profile_;
  const SourceFilter& source_filter_;
  StepEventTypes types_;
  std::vector<size_t> sum_of_;  // indexed by step
  std::vector<StepEvents> events_;
  std::map<SourceId, std::vector<size_t>> in_order_;  // sums with a known length, sorted by start
};

}  // namespace

absl::StatusOr<std::vector<StepSplit>> SplitSteps(const Selected& selected,
                                                  const std::vector<StepSum>& sums,
                                                  RunContext& context) {
  Splitter splitter(selected, sums);
  for (const Track track : Tracks(selected.profile(), IsInTotals)) {
    PROFILER_RETURN_IF_ERROR(splitter.AddTrack(track, context));
  }
  if (RecordsHostLibraries(selected.profile())) {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> collectives,
                              FindCollectives(selected.WithAllSteps(), context));
    splitter.AddCollectives(collectives);
  }
  std::vector<StepSplit> splits = std::move(splitter).Finish(context.threads());
  PROFILER_RETURN_IF_ERROR(SplitByCores(selected, sums, splits, context));
  return splits;
}

}  // namespace profiler
