#include "profiler/analysis/input/between_steps.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/gaps/device_step_gaps.h"
#include "profiler/analysis/input/gaps/gap_roles.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Where a step's mark stands.
struct StepMark {
  StepId step;
  TrackId track;
  uint32_t event = 0;
};

// Whether the event is the mark of the step that it is in.
bool IsMarkOf(const Profile& profile, const Events& events, uint32_t event) {
  if (IsStepByTime(events, event)) return false;
  const StepRow& step = profile.steps[events.step[event]];
  if (step.mark == kUnknown || step.mark != events.duration[event]) return false;
  const StringId name = EventName(profile, events, event);
  if (!name.valid()) return false;
  const std::string_view of_mark = profile.strings[name], of_step = profile.strings[step.name];
  return !of_mark.empty() && of_step.starts_with(of_mark) &&
         (of_step.size() == of_mark.size() || of_step[of_mark.size()] == ' ');
}

bool HasMarks(const Profile& profile) {
  for (const StepRow& step : profile.steps.values()) {
    if (step.mark != kUnknown) return true;
  }
  return false;
}

class GapScan {
 public:
  explicit GapScan(const Selected& selected)
      : selected_(selected), profile_(selected.profile()), roles_(profile_) {}

  absl::StatusOr<BetweenSteps> Run(const RunContext& context) {
    BetweenSteps between;
    for (const Track track : Tracks(selected_, HoldsThreadsWork)) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      const std::vector<StepMark> marks = MarksOf(track);
      const std::vector<char> in_steps =
          marks.size() < 2 ? std::vector<char>() : NamesInSteps(track.events);
      const StepMark* before = nullptr;  // of the step so far that ends last
      for (const StepMark& mark : marks) {
        if (before != nullptr) AddGap(track, *before, mark, in_steps, between);
        if (before == nullptr || Row(*before).end < Row(mark).end) before = &mark;
      }
    }
    PROFILER_RETURN_IF_ERROR(AddDeviceGaps(context, between));
    return between;
  }

 private:
  const StepRow& Row(const StepMark& mark) const { return profile_.steps[mark.step]; }

  // The outermost marks of a thread, in the order of time.
  std::vector<StepMark> MarksOf(const Track& track) const {
    std::vector<StepMark> marks;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const StepId step = track.events.step[e];
      if (!step.valid() || !IsMarkOf(profile_, track.events, e)) continue;
      const StepMark mark = {step, track.id, e};
      // Rounded times let a mark begin before the end of the one that it follows.
      const bool is_inner = !marks.empty() && EndOf(track, mark) <= EndOf(track, marks.back());
      if (!is_inner) marks.push_back(mark);
    }
    return marks;
  }
  static int64_t EndOf(const Track& track, const StepMark& mark) {
    return track.events.begin[mark.event] + track.events.duration[mark.event];
  }

  // Whether the time between the steps counts.
  bool Counts(StepId before, StepId after) const {
    const SelectedSteps& steps = selected_.steps();
    return steps.Has(before) && steps.Has(after) && !profile_.steps[after].partial;
  }

  // By name, whether it runs in a step of the thread.
  std::vector<char> NamesInSteps(const Events& events) const {
    std::vector<char> in_steps(profile_.strings.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid() || IsStepByTime(events, e)) continue;
      const StringId name = EventName(profile_, events, e);
      if (name.valid()) in_steps[name.row()] = 1;
    }
    return in_steps;
  }

  void AddGap(const Track& track, const StepMark& before, const StepMark& after,
              const std::vector<char>& in_steps, BetweenSteps& between) {
    if (!Counts(before.step, after.step)) return;
    const Interval gap = {Row(before).end, std::max(Row(before).end, Row(after).begin)};
    const Events& events = track.events;
    const Interval mark = {events.begin[after.event], EndOf(track, after)};
    // A function that holds the next mark is the code around the step.
    const auto is_around = [&](uint32_t, Interval time) {
      return time.begin <= mark.begin && time.end >= mark.end;
    };
    const auto first =
        std::lower_bound(events.begin.begin(), events.begin.end(), EndOf(track, before));
    std::vector<uint32_t> calls;
    for (auto e = static_cast<uint32_t>(first - events.begin.begin());
         e < events.size() && events.begin[e] < gap.end; ++e) {
      calls.push_back(e);
    }
    AddTimes({track.row.source, track.id, &events, gap, calls, is_around, in_steps},
             between[after.step]);
  }

  // Of steps that devices recorded, what the host ran meanwhile tells what the device waited for.
  absl::Status AddDeviceGaps(const RunContext& context, BetweenSteps& between) {
    const std::vector<DeviceStepGap> gaps = GapsOfDeviceSteps(profile_);
    std::map<SourceId, TrackId> threads;
    for (const DeviceStepGap& gap : gaps) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      if (!Counts(gap.before, gap.after) || between.contains(gap.after)) continue;
      const auto [at, is_new] = threads.try_emplace(gap.source);
      if (is_new) at->second = ThreadOfLoop(profile_, gap.source, gaps);
      const TrackId thread = at->second;
      const Events* const events = thread.valid() ? &profile_.events[thread] : nullptr;
      const Interval before = TimeOf(gap.before), after = TimeOf(gap.after);
      // A mark, or a function that holds one of the steps, is the code around them.
      const auto is_around = [&](uint32_t e, Interval time) {
        return IsHostMark(*events, e) || (time.begin <= before.begin && time.end >= before.end) ||
               (time.begin <= after.begin && time.end >= after.end);
      };
      std::vector<uint32_t> calls;
      const std::vector<char> unknown;  // what runs in steps of devices
      if (events != nullptr) calls = EventsIn(*events, gap.time);
      const Gap of = {gap.source, thread, events, gap.time, calls, is_around, unknown};
      // Where it mostly works, as on an evaluation, it waits for nothing.
      const Int128 length = Int128{gap.time.end} - gap.time.begin;
      if (length > 0 && 2 * TotalLength(DeviceWork(of)) >= length) continue;
      AddTimes(of, between[gap.after]);
    }
    return absl::OkStatus();
  }
  Interval TimeOf(StepId id) const { return {profile_.steps[id].begin, profile_.steps[id].end}; }

  // A gap, and what ran in it on the thread of the loop.
  struct Gap {
    SourceId source;
    TrackId thread;        // invalid if unknown
    const Events* events;  // of the thread; null if it is unknown
    Interval time;
    const std::vector<uint32_t>& calls;                 // each after the one around it
    std::function<bool(uint32_t, Interval)> is_around;  // whether it holds steps, too
    const std::vector<char>& in_steps;                  // by name; empty if it is not known
  };

  void AddTimes(const Gap& gap, TimeBetweenSteps& times) {
    times.total = static_cast<double>(Int128{gap.time.end} - gap.time.begin);
    if (gap.time.begin == gap.time.end) return;
    std::vector<Interval> input, other;
    if (gap.events != nullptr) AddCalls(gap, times, input, other);
    const std::vector<Interval> device = DeviceWork(gap);
    const std::vector<Interval> made = Without(United(std::move(input)), device);
    std::vector<Interval> known = device;
    known.insert(known.end(), made.begin(), made.end());
    known.insert(known.end(), other.begin(), other.end());
    times.input = static_cast<double>(TotalLength(made));
    times.unexplained = times.total - static_cast<double>(TotalLength(std::move(known)));
  }

  // Sorts what the thread ran in the gap into input and other known work.
  void AddCalls(const Gap& gap, TimeBetweenSteps& times, std::vector<Interval>& input,
                std::vector<Interval>& other) {
    // What a call is for, and the outermost call that holds it, or kNoParent.
    struct Call {
      GapRole role = GapRole::kOpen;
      uint32_t outermost = Events::kNoParent;
    };
    const Events& events = *gap.events;
    absl::flat_hash_map<uint32_t, Call> calls;
    for (const uint32_t e : gap.calls) {
      const Interval time = {events.begin[e], events.begin[e] + events.duration[e]};
      const auto parent = calls.find(events.ParentOf(e));
      Call call = parent == calls.end() ? Call() : parent->second;
      const Interval part = {std::max(time.begin, gap.time.begin),
                             std::min(time.end, gap.time.end)};
      const bool counts = !gap.is_around(e, time) && part.begin < part.end;
      if (counts && call.outermost == Events::kNoParent) {
        call.outermost = e;
        AddCall(CallName(profile_, events, TellingCall(profile_, events, e, gap.in_steps)),
                static_cast<double>(part.end - part.begin), times);
      }
      if (counts && call.role == GapRole::kOpen) {
        call.role = roles_.Of(events, e);
        if (call.role == GapRole::kInput) input.push_back(part);
        if (call.role == GapRole::kOther) other.push_back(part);
      }
      calls.emplace(e, call);
    }
  }

  static void AddCall(StringId name, double time, TimeBetweenSteps& times) {
    const auto at = std::find_if(times.calls.begin(), times.calls.end(),
                                 [&](const auto& call) { return call.first == name; });
    if (at == times.calls.end()) {
      times.calls.emplace_back(name, time);
    } else {
      at->second += time;
    }
  }

  // When devices worked in the gap; threads that execute compiled programs are devices, too.
  std::vector<Interval> DeviceWork(const Gap& of) const {
    const Interval gap = of.time;
    std::vector<Interval> work;
    for (const Track track : Tracks(profile_, HoldsWork)) {
      const bool is_thread = HoldsThreadsWork(track.row);
      if (track.row.source != of.source || track.id == of.thread) continue;
      if (!is_thread && !IsAccelerator(track.row)) continue;
      const Events& events = track.events;
      auto at = std::lower_bound(events.begin.begin(), events.begin.end(), gap.begin);
      if (at != events.begin.begin()) --at;  // it may reach into the gap
      for (auto e = static_cast<uint32_t>(at - events.begin.begin());
           e < events.size() && events.begin[e] < gap.end; ++e) {
        const OpId op = events.op[e];
        const bool is_program = op.valid() && profile_.ops.row[op].kind == OpKind::kHloInstruction;
        if (is_thread && !is_program) continue;
        if (op.valid() && WaitsForInput(profile_.strings[profile_.ops.row[op].type])) continue;
        const Interval part = {std::max(events.begin[e], gap.begin),
                               std::min(events.begin[e] + events.duration[e], gap.end)};
        if (part.begin < part.end) work.push_back(part);
      }
    }
    return United(std::move(work));
  }

  const Selected& selected_;
  const Profile& profile_;
  GapRoles roles_;
};

}  // namespace

uint64_t HeapBytes(const BetweenSteps& between) {
  uint64_t bytes = between.capacity() * sizeof(BetweenSteps::value_type);
  for (const auto& [step, times] : between) {
    bytes += times.calls.capacity() * sizeof(times.calls.front());
  }
  return bytes;
}

absl::StatusOr<BetweenSteps> TimesBetweenSteps(const Selected& selected,
                                               const RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  // Without marks no event needs to be read.
  if (!HasMarks(selected.profile())) return BetweenSteps();
  return GapScan(selected).Run(context);
}

PartShare LoopTimings::ShareOf(const std::vector<double>& times) const {
  return ShareOfSteps(times, periods);
}

double LoopTimings::calls_total() const {
  return std::accumulate(totals.begin(), totals.end(), 0.0);
}

LoopTimings LoopOf(const StepTimings& timings, const BetweenSteps& between) {
  LoopTimings loop;
  std::map<StringId, double> calls;
  for (size_t i = 0; i < timings.ids.size(); ++i) {
    const auto at = between.find(timings.ids[i]);
    if (at == between.end()) continue;
    const TimeBetweenSteps& times = at->second;
    loop.steps.push_back(i);
    loop.periods.push_back(timings.totals[i] + times.total);
    loop.totals.push_back(times.total);
    loop.input.push_back(times.input);
    loop.unexplained.push_back(times.unexplained);
    for (const auto& [name, time] : times.calls) calls[name] += time;
  }
  loop.calls.assign(calls.begin(), calls.end());
  std::stable_sort(loop.calls.begin(), loop.calls.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return loop;
}

}  // namespace profiler
