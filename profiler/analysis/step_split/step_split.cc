#include "profiler/analysis/step_split/step_split.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/kept/kept_steps.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/step_split/plain_events.h"
#include "profiler/analysis/step_split/step_core_split.h"
#include "profiler/analysis/step_split/step_event_types.h"
#include "profiler/analysis/step_split/step_parts.h"
#include "profiler/analysis/step_split/track_facts.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/sums_in_order.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

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
      parts_.emplace_back(extent.begin(), is_timed ? length : 0);
      if (!is_timed) continue;
      for (const StepId step : sums[i].steps) {
        sum_of_[step.row()] = i;
        in_order_[profile_.steps[step].source].Add(parts_[i].begin(), i);
      }
    }
    for (auto& [source, in_order] : in_order_) in_order.Sort();
  }

  absl::Status AddTrack(const Track& of, RunContext& context) {
    const TrackFacts facts = FactsOf(profile_, of, types_, in_order_[of.row.source]);
    BackwardGaps backward(*this, facts);
    PlainEvents plain(facts, sum_of_, parts_);
    int64_t added_until =
        std::numeric_limits<int64_t>::min();  // the latest end of an added kHostElse
    size_t next_check = 0;
    for (uint32_t e = 0; e < of.events.size(); ++e) {
      if (e >= next_check) {
        PROFILER_RETURN_IF_ERROR(context.Check());
        next_check = size_t{e} + kCheckEvery;
      }
      const uint32_t plain_until = source_filter_.all() ? plain.Add(e, added_until) : e;
      if (plain_until > e) {
        e = plain_until - 1;
      } else {
        AddAny(facts, e, backward, added_until);
      }
    }
    plain.Finish();
    return absl::OkStatus();
  }

  // Adds collectives that hosts ran on threads of their own, and those of devices of which only an
  // annotation tells.
  void AddCollectives(const std::vector<CollectiveEvent>& collectives) {
    for (const CollectiveEvent& one : collectives) {
      if (one.is_call || HoldsDeviceWork(profile_.tracks[one.event.track])) continue;
      const Value zero = OnWallScale(profile_, one.source, 0);
      AddByTime(types_.CollectiveType(one.source), in_order_[one.source], zero + one.begin,
                zero + one.end());
    }
  }

  std::vector<StepSplit> Finish(size_t threads) && {
    std::vector<StepSplit> splits(parts_.size());
    InParallel(parts_.size(), threads, [&](size_t i) { splits[i] = std::move(parts_[i]).Split(); });
    return splits;
  }

 private:
  // Adds the gaps between calls of a backward pass that follow each other on a thread.
  class BackwardGaps {
   public:
    BackwardGaps(Splitter& splitter, const TrackFacts& of) : splitter_(splitter), of_(of) {}

    // `event` is of a step, and after those that were added before.
    void Add(uint32_t event) {
      const Interval time = of_.TimeOf(event);
      if (time.begin < until_) return;  // it is in the call before
      const StepId step = of_.track.events.step[event];
      const bool is_backward = StepEventTypes::IsBackward(of_.names[event]);
      if (is_backward && step_ == step) {
        splitter_.AddByTime(StepEventType::kBackwardGap, of_, {until_, time.begin});
      }
      step_ = is_backward ? step : StepId();
      until_ = is_backward ? time.end : until_;
    }

   private:
    Splitter& splitter_;
    const TrackFacts& of_;
    StepId step_;  // of the call before; invalid if something else came before
    int64_t until_ = std::numeric_limits<int64_t>::min();
  };

  void AddAny(const TrackFacts& facts, uint32_t e, BackwardGaps& backward, int64_t& added_until) {
    const Events& events = facts.track.events;
    const DeviceId device = facts.track.row.device;
    const StepId step = events.step[e];
    const bool is_wait = !step.valid() && facts.IsHostWait(types_, e);
    if (is_wait && IsSelected(step, device)) {
      AddByTime(StepEventType::kHostWait, facts, facts.TimeOf(e));
    }
    const bool counts = step.valid() && sum_of_[step.row()] != kNoSum;
    const StepEventType type = counts ? facts.TypeOf(types_, e) : StepEventType::kNone;
    const size_t hidden_in =
        type != StepEventType::kNone && AddEvent(facts, e, type) ? sum_of_[step.row()] : kNoSum;
    const int64_t end = events.begin[e] + events.duration[e];
    if (facts.has_backward && type != StepEventType::kNone) backward.Add(e);
    if (!facts.holds_steps || is_wait || end <= added_until) return;
    if (!IsHostWork(facts, e, type) || !IsSelected(step, device)) return;
    AddHostWork(facts, facts.TimeOf(e), hidden_in);
    added_until = end;
  }

  // As most often all are.
  bool IsSelected(StepId step, DeviceId device) const {
    return source_filter_.all() || source_filter_.Has(step, device);
  }

  // Adds an event to its step. Returns whether all of its time counts there, as more than
  // kHostElse.
  bool AddEvent(const TrackFacts& of, uint32_t event, StepEventType type) {
    const StepId step = of.track.events.step[event];
    StepParts& of_step = parts_[sum_of_[step.row()]];
    of_step.SetTimed();
    if (!IsSelected(step, of.track.row.device)) return false;
    const Interval whole = of.TimeOf(event);
    if (type == StepEventType::kHostWait) {
      AddByTime(type, of, types_.WaitTime(of.track.id, event));
      return false;
    }
    if (type == StepEventType::kHostPython) type = of.PythonType(event);
    const bool may_make_input = type == StepEventType::kHostCompute ||
                                type == StepEventType::kHostAround ||
                                type == StepEventType::kHostSleep;
    if (may_make_input && of.MakesInput(event)) type = StepEventType::kInputCode;
    const bool may_wait = type == StepEventType::kHostCompute ||
                          type == StepEventType::kHostAround ||
                          type == StepEventType::kKnownPython ||
                          type == StepEventType::kHostPython || type == StepEventType::kInputCode;
    if (!may_wait || of.waits.empty()) {
      of_step.Add(type, of.zero + whole.begin, of.zero + whole.end);
      return type > StepEventType::kHostElse;
    }
    for (const Interval& part : of.waits.Around(whole)) {
      of_step.Add(type, of.zero + part.begin, of.zero + part.end);
    }
    return false;
  }

  // Adds the time without that of code that makes input, and without waits. In the sum `hidden_in`
  // all of it counts as more already.
  void AddHostWork(const TrackFacts& of, Interval time, size_t hidden_in) {
    if (of.input_code.empty() && of.waits.empty()) {  // as of most threads
      if (hidden_in != kNoSum && of.IsOnlyIn(time, hidden_in)) return;
      return AddByTime(StepEventType::kHostElse, of, time);
    }
    for (const Interval& part : of.input_code.Around(time)) {
      for (const Interval& work : of.waits.Around(part)) {
        AddByTime(StepEventType::kHostElse, of, work);
      }
    }
  }

  // Whether the host is known to work in the event, in whatever step it is; `type` is the event's
  // type in its step. What makes input may be what a step lacks, so it does not count.
  bool IsHostWork(const TrackFacts& of, uint32_t event, StepEventType type) {
    if (of.MakesInput(event) || type == StepEventType::kWaitInput) return false;
    if (type == StepEventType::kHostSleep) return false;
    if (type != StepEventType::kNone) return true;
    const Events& events = of.track.events;
    // A mark, or a frame around ops.
    if (events.step[event].valid() && !IsStepByTime(events, event)) return false;
    const OpId op = events.op[event];
    return StepEventTypes::IsPython(of.names[event]) || (op.valid() && IsFrameworkOp(profile_, op));
  }

  // Adds to the steps that contain the time, not to the step of the event: a host that runs ahead
  // may wait for the previous step.
  void AddByTime(StepEventType type, const TrackFacts& of, Interval time) {
    AddByTime(type, of.in_order, of.zero + time.begin, of.zero + time.end);
  }
  void AddByTime(StepEventType type, SumsInOrder& in_order, Value begin, Value end) {
    for (size_t at = in_order.Find(begin); at < in_order.size() && in_order[at].begin < end; ++at) {
      StepParts& parts = parts_[in_order[at].sum];
      // A host's step of which no thread's own work was recorded may be known by its collectives.
      if (type == StepEventType::kCollectives || type == StepEventType::kHostCollectives) {
        parts.SetTimed();
      }
      parts.Add(type, begin, end);
    }
  }

  const Profile& profile_;
  const SourceFilter& source_filter_;
  StepEventTypes types_;
  std::vector<size_t> sum_of_;  // indexed by step
  std::vector<StepParts> parts_;
  std::map<SourceId, SumsInOrder> in_order_;  // those with a known length
};

absl::StatusOr<std::vector<StepSplit>> Split(const Selected& selected,
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
  AddKeptSplits(selected, sums, splits);
  return splits;
}

}  // namespace

absl::StatusOr<SharedSplits> SplitSteps(const Selected& selected, const std::vector<StepSum>& sums,
                                        RunContext& context) {
  const auto split = [&] { return Split(selected, sums, context); };
  using Splits = std::vector<StepSplit>;
  if (selected.source_filter().all()) {
    return context.memo().TryGet<Splits>(selected.profile().identity,
                                         "step splits, " + selected.Key(), split);
  }
  PROFILER_ASSIGN_OR_RETURN(Splits splits, split());
  return std::make_shared<const Splits>(std::move(splits));
}

}  // namespace profiler
