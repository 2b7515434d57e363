#include "profiler/analysis/phases/result_waits.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Of an op with calls of Python around: its waits are the program's own.
bool IsWait(const Profile& profile, const Events& events, uint32_t event,
            std::vector<char>& known) {
  const StringId name = EventName(profile, events, event);
  if (!name.valid()) return false;
  char& waits = known[name.row()];
  if (waits == 0) waits = WaitsForDevice(profile.strings[name]) ? 1 : -1;
  return waits > 0;
}

// The innermost function of the user's around the event, or else the outermost one.
StringId FunctionAround(const Profile& profile, const Events& events, uint32_t event) {
  StringId function;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    if (!IsPythonFunction(profile, events, e)) continue;
    const FrameId frame = profile.ops.row[events.op[e]].frame;
    function = EventName(profile, events, e);
    if (frame.valid() && !IsOfLibrary(profile, profile.frames[frame])) break;
  }
  return function;
}

using Times = std::vector<std::vector<Interval>>;  // by source

// When the threads of hosts work that run ops or compiled programs, and no Python: those of a
// runtime.
Times ComputeTimes(const Profile& profile) {
  Times times(profile.sources.size());
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    bool computes = false, is_python = false;
    std::vector<Interval> of_track;
    for (uint32_t e = 0; e < events.size() && !is_python; ++e) {
      const OpId op = events.op[e];
      if (!op.valid()) continue;
      is_python = IsPythonFunction(profile, events, e);
      const OpKind kind = profile.ops.row[op].kind;
      if (kind != OpKind::kHloInstruction && !IsFrameworkOp(profile, op)) continue;
      computes = true;
      AddToLast({events.begin[e], events.begin[e] + events.duration[e]}, of_track);
    }
    if (!computes || is_python) continue;
    std::vector<Interval>& of_source = times[track.row.source.row()];
    of_source.insert(of_source.end(), of_track.begin(), of_track.end());
  }
  for (std::vector<Interval>& of_source : times) of_source = United(std::move(of_source));
  return times;
}

// When nothing computes after a wait; empty where nothing does any more. Threads may tidy up a
// little behind it; if they go on for longer, the next program runs already.
Interval IdleAfter(const Interval& wait, const std::vector<Interval>& computes) {
  constexpr int64_t kBehind = 10;  // a part of the wait
  int64_t from = wait.end;
  auto next = std::upper_bound(computes.begin(), computes.end(), from,
                               [](int64_t time, const Interval& one) { return time < one.end; });
  if (next != computes.end() && next->begin <= from) {
    if (next->end - from > (wait.end - wait.begin) / kBehind) return {from, from};
    from = (next++)->end;
  }
  return {from, next == computes.end() ? from : next->begin};
}

struct FoundWait {
  TrackId track;
  uint32_t event;
  StepId step;
  Interval time;
};

// When nothing computes after a wait, and after others of its track that the same time follows.
struct IdleWindow {
  TrackId track;
  uint32_t wait;  // the first one's event
  int64_t from;   // when it ends
  Interval idle;  // begins there, or a little behind it
};

// Waits of a track must be added in order.
void AddWindow(const FoundWait& wait, const Interval& idle, std::vector<IdleWindow>& windows) {
  if (!windows.empty() && windows.back().track == wait.track &&
      idle.begin <= windows.back().idle.end) {
    windows.back().idle.end = std::max(windows.back().idle.end, idle.end);
  } else {
    windows.push_back({wait.track, wait.event, wait.time.end, idle});
  }
}

// Whether the event calls a program: one that is compiled when it is called, or one that was
// compiled ahead of time, of which only the client's call was recorded.
bool CallsProgram(std::string_view name) {
  return IsJitCall(name) || name.starts_with("ExecuteReplicated") ||
         name.find("Executable::Execute") != name.npos;
}

// What Python runs after waits while nothing computes, other than getting more results and calling
// the next program.
class OtherPython {
 public:
  explicit OtherPython(const Profile& profile)
      : profile_(profile), known_(profile.strings.size()), times_(profile.sources.size()) {}

  // The outermost calls that begin after the wait: their time while nothing computes.
  void Add(const IdleWindow& window) {
    const Events& events = profile_.events[window.track];
    const Interval& idle = window.idle;
    const std::set<uint32_t> of_programs = CallsOfPrograms(events, window);
    int64_t until = window.from;
    for (uint32_t e = window.wait + 1; e < events.size() && events.begin[e] < idle.end; ++e) {
      const int64_t begin = events.begin[e], end = begin + events.duration[e];
      if (begin < until) continue;
      if (IsExpected(events, e)) {
        until = end;
        continue;
      }
      if (!IsPythonFunction(profile_, events, e) || of_programs.contains(e)) continue;
      until = end;
      const Interval time = {std::max(begin, idle.begin), std::min(end, idle.end)};
      if (time.begin >= time.end) continue;
      calls_[EventName(profile_, events, e)] += Int128{time.end} - time.begin;
      AddToLast(time, times_[profile_.tracks[window.track].source.row()]);
    }
  }

  StringId Most() const {
    const auto most =
        std::max_element(calls_.begin(), calls_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == calls_.end() ? StringId() : most->first;
  }
  Int128 Total() && {
    Int128 all = 0;
    for (std::vector<Interval>& of_source : times_) all += TotalLength(std::move(of_source));
    return all;
  }

 private:
  // Whether the event calls a program, or waits for a result.
  bool IsExpected(const Events& events, uint32_t event) {
    const StringId name = EventName(profile_, events, event);
    if (!name.valid()) return false;
    return CallsProgram(profile_.strings[name]) || IsWait(profile_, events, event, known_);
  }

  // The calls after a wait that contain that of a program, or a wait. Of calls that go on when
  // something computes again, the first of these decides, so that no event is looked at for several
  // windows.
  std::set<uint32_t> CallsOfPrograms(const Events& events, const IdleWindow& window) {
    std::set<uint32_t> found;
    int64_t end = window.idle.end;
    for (uint32_t e = window.wait + 1; e < events.size() && events.begin[e] < end; ++e) {
      const bool is_behind = events.begin[e] >= window.idle.end;
      if (!IsExpected(events, e)) {
        if (!is_behind && events.begin[e] >= window.from && IsPythonFunction(profile_, events, e)) {
          end = std::max(end, events.begin[e] + events.duration[e]);
        }
        continue;
      }
      for (uint32_t call = e; call != Events::kNoParent && call > window.wait;
           call = events.ParentOf(call)) {
        if (!found.insert(call).second) break;
      }
      if (is_behind) break;
    }
    return found;
  }

  const Profile& profile_;
  std::vector<char> known_;  // as IsWait() needs it
  Times times_;
  std::map<StringId, Int128> calls_;
};

// Adds how long nothing computes after the waits, in steps that take `whole` together.
void AddIdle(const Profile& profile, const std::vector<FoundWait>& found, double whole,
             ResultWaits& waits) {
  const Times computes = ComputeTimes(profile);
  Times idle(computes.size());  // after several waits, one time
  std::vector<IdleWindow> windows;
  for (const FoundWait& wait : found) {
    const StepRow& step = profile.steps[wait.step];
    const std::vector<Interval>& of_source = computes[step.source.row()];
    waits.is_compute_known = waits.is_compute_known || !of_source.empty();
    Interval after = IdleAfter(wait.time, of_source);
    if (step.end != kUnknown) after.end = std::min(after.end, step.end);
    if (after.begin >= after.end) continue;
    idle[step.source.row()].push_back(after);
    AddWindow(wait, after, windows);
  }
  OtherPython python(profile);
  for (const IdleWindow& window : windows) python.Add(window);
  Int128 all = 0;
  for (std::vector<Interval>& of_source : idle) all += TotalLength(std::move(of_source));
  waits.python_call = python.Most();
  const Int128 of_python = std::min(all, std::move(python).Total());
  waits.python_of_steps = static_cast<double>(of_python) / whole;
  waits.idle_of_steps = static_cast<double>(all - of_python) / whole;
}

}  // namespace

ResultWaits FindResultWaits(const Selected& selected, const std::vector<StepTimings>& runs) {
  const Profile& profile = selected.profile();
  std::vector<char> known(profile.strings.size());  // by name: 1 waits, -1 does not, 0 is unknown
  std::map<std::pair<StringId, StringId>, Int128> times;  // by call and function
  std::vector<FoundWait> waits_found;
  std::set<StepId> in_steps;
  Int128 all = 0;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    int64_t until = INT64_MIN;  // the end of the last wait
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (events.begin[e] < until || !IsWait(profile, events, e, known)) continue;
      if (!IsInSelectedStep(selected, track, e)) continue;
      const StringId function = FunctionAround(profile, events, e);
      const StringId name = EventName(profile, events, e);
      if (!function.valid() && !IsPythonFunction(profile, events, e)) continue;
      until = events.begin[e] + events.duration[e];
      times[{name, function}] += events.duration[e];
      all += events.duration[e];
      waits_found.push_back({track.id, e, events.step[e], {events.begin[e], until}});
      in_steps.insert(SameStep(profile, events.step[e]));
    }
  }
  double whole = 0, steps = 0;
  for (const StepTimings& run : runs) {
    for (const double total : run.totals) whole += total;
    steps += static_cast<double>(run.totals.size());
  }
  ResultWaits waits;
  if (times.empty() || whole <= 0) return waits;
  const auto most = std::max_element(
      times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  waits.call = most->first.first;
  waits.function = most->first.second;
  waits.of_steps = static_cast<double>(all) / whole;
  waits.time_of_step = static_cast<double>(all) / steps;
  waits.steps = static_cast<size_t>(steps);
  waits.in_steps = std::min(in_steps.size(), waits.steps);
  AddIdle(profile, waits_found, whole, waits);
  waits.is_only_for_end = profile.strings[waits.call].ends_with("block_until_ready");
  return waits;
}

}  // namespace profiler
