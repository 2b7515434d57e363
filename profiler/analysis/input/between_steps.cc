#include "profiler/analysis/input/between_steps.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
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

// What a call between steps is for, with all that it calls.
enum class GapRole : uint8_t { kOpen, kInput, kOther };

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

class GapScan {
 public:
  explicit GapScan(const Selected& selected)
      : selected_(selected), profile_(selected.profile()), roles_(profile_.strings.size()) {}

  absl::StatusOr<BetweenSteps> Run(const RunContext& context) {
    BetweenSteps between;
    for (const Track track : Tracks(selected_, HoldsThreadsWork)) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      const std::vector<StepMark> marks = MarksOf(track);
      const StepMark* before = nullptr;  // of the step so far that ends last
      for (const StepMark& mark : marks) {
        if (before != nullptr) AddGap(track, *before, mark, between);
        if (before == nullptr || Row(*before).end < Row(mark).end) before = &mark;
      }
    }
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

  void AddGap(const Track& track, const StepMark& before, const StepMark& after,
              BetweenSteps& between) {
    const SelectedSteps& steps = selected_.steps();
    if (!steps.Has(before.step) || !steps.Has(after.step) || Row(after).partial) return;
    const Interval gap = {Row(before).end, std::max(Row(before).end, Row(after).begin)};
    TimeBetweenSteps& times = between[after.step];
    times.total = static_cast<double>(gap.end - gap.begin);
    if (gap.begin == gap.end) return;
    std::vector<Interval> input, other;
    AddCalls(track, before, after, gap, times, input, other);
    const std::vector<Interval> device = DeviceWork(track, gap);
    const std::vector<Interval> made = Without(United(std::move(input)), device);
    std::vector<Interval> known = device;
    known.insert(known.end(), made.begin(), made.end());
    known.insert(known.end(), other.begin(), other.end());
    times.input = static_cast<double>(TotalLength(made));
    times.unexplained = times.total - static_cast<double>(TotalLength(std::move(known)));
  }

  // Sorts what the thread ran between two marks into input and other known work.
  void AddCalls(const Track& track, const StepMark& before, const StepMark& after, Interval gap,
                TimeBetweenSteps& times, std::vector<Interval>& input,
                std::vector<Interval>& other) {
    const Events& events = track.events;
    const int64_t after_begin = events.begin[after.event], after_end = EndOf(track, after);
    const auto first_at =
        std::lower_bound(events.begin.begin(), events.begin.end(), EndOf(track, before));
    const auto first = static_cast<uint32_t>(first_at - events.begin.begin());
    std::vector<GapRole> roles;    // by event from `first` on
    std::vector<uint32_t> around;  // by event: the outermost call that holds it, or kNoParent
    for (uint32_t e = first; e < events.size() && events.begin[e] < gap.end; ++e) {
      const int64_t end = events.begin[e] + events.duration[e];
      const uint32_t parent = events.ParentOf(e);
      const bool has_parent = parent != Events::kNoParent && parent >= first;
      // A function that holds the next mark is the code around the step.
      const bool holds_mark = events.begin[e] <= after_begin && end >= after_end;
      GapRole role = has_parent ? roles[parent - first] : GapRole::kOpen;
      uint32_t outermost = has_parent ? around[parent - first] : Events::kNoParent;
      const Interval part = {std::max(events.begin[e], gap.begin), std::min(end, gap.end)};
      const bool counts = !holds_mark && part.begin < part.end;
      if (counts && outermost == Events::kNoParent) {
        outermost = e;
        AddCall(CallName(profile_, events, e), static_cast<double>(part.end - part.begin), times);
      }
      if (counts && role == GapRole::kOpen) {
        role = RoleOf(events, e);
        if (role == GapRole::kInput) input.push_back(part);
        if (role == GapRole::kOther) other.push_back(part);
      }
      roles.push_back(role);
      around.push_back(outermost);
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

  GapRole RoleOf(const Events& events, uint32_t event) {
    const StringId name = EventName(profile_, events, event);
    const bool is_function = IsPythonFunction(profile_, events, event);
    const OpId op = events.op[event];
    if (op.valid() && !is_function && WaitsForInput(profile_.strings[profile_.ops.row[op].type])) {
      return GapRole::kInput;
    }
    if (!name.valid()) return is_function ? GapRole::kOpen : GapRole::kOther;
    std::optional<GapRole>& role = roles_[name.row()];
    if (!role) role = RoleOf(profile_.strings[name], is_function);
    if (*role != GapRole::kInput || is_function) return *role;
    const bool is_other =
        RunsGraphFunction(profile_, events, event) && !MostlyWaitsForInput(events, event);
    return is_other ? GapRole::kOther : GapRole::kInput;
  }
  // Whether ops that wait for input take most of the call, on its thread.
  bool MostlyWaitsForInput(const Events& events, uint32_t event) const {
    const int64_t end = events.begin[event] + events.duration[event];
    Int128 waits = 0;
    int64_t until = events.begin[event];
    for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || events.begin[e] < until) continue;
      const OpRow& row = profile_.ops.row[op];
      const bool is_wait =
          WaitsForInput(profile_.strings[row.type]) ||
          (!IsPythonFunction(profile_, events, e) && WaitsForInput(profile_.strings[row.name]));
      if (!is_wait) continue;
      waits += events.duration[e];
      until = events.begin[e] + events.duration[e];
    }
    return 2 * waits >= events.duration[event];
  }
  static GapRole RoleOf(std::string_view name, bool is_function) {
    if (WaitsForDevice(name)) return GapRole::kOther;
    if (WaitsForInput(name)) return GapRole::kInput;
    switch (CodeRoleOf(name)) {
      case CodeRole::kInput:
        return GapRole::kInput;
      case CodeRole::kModel:
      case CodeRole::kReports:
        return GapRole::kOther;
      case CodeRole::kUnknown:
        break;
    }
    return is_function ? GapRole::kOpen : GapRole::kOther;
  }

  // When devices worked in the gap; threads that execute compiled programs are devices, too.
  std::vector<Interval> DeviceWork(const Track& marks, Interval gap) const {
    std::vector<Interval> work;
    for (const Track track : Tracks(profile_, HoldsWork)) {
      const bool is_thread = HoldsThreadsWork(track.row);
      if (track.row.source != marks.row.source || track.id == marks.id) continue;
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
  std::vector<std::optional<GapRole>> roles_;  // by name
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
