#include "profiler/analysis/phases/sleeps.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The calls of one function.
struct SleepCalls {
  Int128 time = 0;
  std::vector<int64_t> durations;
};

// Sets what waits of nearly one length there are. A wait for work that others do varies with it.
void FindAlikeWaits(std::vector<int64_t> waits, Sleep& sleep) {
  constexpr int64_t kBrief = 1'000'000'000;  // 1 ms: what wakes a thread varies by less
  constexpr int64_t kNearly = 50;            // 1 of so many
  constexpr int64_t kLeastAlike = 6, kLeastOfWaits = 4;
  constexpr int64_t kMostShorter = 4;  // 1 of so many of these
  std::erase_if(waits, [](int64_t wait) { return wait < kBrief; });
  std::sort(waits.begin(), waits.end());
  size_t best = 0, count = 0;
  for (size_t begin = 0, end = 0; begin < waits.size(); ++begin) {
    while (end < waits.size() && waits[end] - waits[begin] <= waits[begin] / kNearly) ++end;
    if (end - begin > count) best = begin, count = end - begin;
  }
  const auto alike = static_cast<int64_t>(count);
  if (alike < kLeastAlike || kLeastOfWaits * alike < std::ssize(waits)) return;
  // No wait is a little shorter than its timeout. Work of others that varies little is.
  const auto first = waits.begin() + static_cast<std::ptrdiff_t>(best);
  const auto shorter = std::lower_bound(waits.begin(), first, *first - *first / kNearly);
  if (kMostShorter * (first - shorter) > alike) return;
  sleep.alike = alike;
  sleep.waits = std::ssize(waits);
  sleep.shortest = waits[best];
  sleep.longest = waits[best + count - 1];
}

class SleepFinder {
 public:
  SleepFinder(const Selected& selected, const std::set<StepId>& steps)
      : selected_(selected), profile_(selected.profile()), steps_(steps) {
    sleeps_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      const bool is_function = profile_.strings[op.type] == kPythonFunctionType;
      sleeps_.push_back(is_function && WaitsForThreads(profile_.strings[op.name]) ? 1 : 0);
    }
  }

  std::vector<Sleep> Run(const std::vector<SourceId>& sources) && {
    if (std::find(sleeps_.begin(), sleeps_.end(), 1) == sleeps_.end()) return {};
    for (const Track track : Tracks(profile_, IsInTotals)) {
      const bool counts = sources.empty() || std::find(sources.begin(), sources.end(),
                                                       track.row.source) != sources.end();
      if (counts && !IsAccelerator(track.row)) AddTrack(track);
    }
    std::vector<Sleep> all;
    all.reserve(by_caller_.size());
    for (const auto& [caller, calls] : by_caller_) {
      const auto most = std::max_element(
          calls.begin(), calls.end(),
          [](const auto& a, const auto& b) { return a.second.time < b.second.time; });
      Sleep& sleep = all.emplace_back(Sleep{caller, most->first});
      for (const auto& [call, of_call] : calls) sleep.time += of_call.time;
      FindAlikeWaits(most->second.durations, sleep);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Sleep& a, const Sleep& b) { return a.time > b.time; });
    return all;
  }

 private:
  bool Sleeps(const Events& events, uint32_t event) const {
    const OpId op = events.op[event];
    return op.valid() && sleeps_[op.row()] != 0;
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!Sleeps(events, e) || !IsInSelectedStep(selected_, track, e)) continue;
      if (!steps_.empty() && !steps_.contains(events.step[e])) continue;
      const StringId caller = CallerOf(events, e);
      if (!caller.valid()) continue;
      SleepCalls& calls = by_caller_[caller][EventName(profile_, events, e)];
      calls.time += events.duration[e];
      calls.durations.push_back(events.duration[e]);
    }
  }

  // Invalid where the event does not count: it is part of another sleep, or a wait for input.
  StringId CallerOf(const Events& events, uint32_t event) const {
    StringId caller, nearest;
    for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
      const StringId name = EventName(profile_, events, e);
      if (Sleeps(events, e)) return {};
      if (!name.valid()) continue;
      if (CodeRoleOf(profile_.strings[name]) == CodeRole::kInput) return {};
      if (!IsPythonFunction(profile_, events, e)) continue;
      if (!nearest.valid()) nearest = name;
      if (!caller.valid() && IsOfUser(profile_.ops.row[events.op[e]].frame)) caller = name;
    }
    return caller.valid() ? caller : nearest;
  }
  bool IsOfUser(FrameId frame) const {
    return frame.valid() && !IsOfLibrary(profile_, profile_.frames[frame]);
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::set<StepId>& steps_;  // empty: all
  std::vector<char> sleeps_;       // by op
  std::map<StringId, std::map<StringId, SleepCalls>> by_caller_;
};

}  // namespace

std::vector<Sleep> SleepsInSteps(const Selected& selected, const std::vector<SourceId>& sources,
                                 const std::set<StepId>& steps) {
  return SleepFinder(selected, steps).Run(sources);
}

}  // namespace profiler
