#include "profiler/analysis/steps/code/recomputed.h"

#include <algorithm>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/intervals.h"

namespace profiler {
namespace {

// "torch/utils/checkpoint.py(1988): recompute_fn".
bool IsRecomputation(std::string_view name) {
  return name.ends_with(": recompute_fn") &&
         name.find("torch/utils/checkpoint.py(") != std::string_view::npos;
}

std::vector<char> RecomputingOps(const Profile& profile) {
  std::vector<char> recompute(profile.op_count());
  for (uint32_t i = 0; i < recompute.size(); ++i) {
    const StringId name = profile.ops.row[OpId(i)].name;
    recompute[i] = name.valid() && IsRecomputation(profile.strings[name]) ? 1 : 0;
  }
  return recompute;
}

class RecomputationSum {
 public:
  RecomputationSum(const Selected& selected, const std::vector<StepTimings>& runs)
      : selected_(selected), profile_(selected.profile()), typical_(TypicalSteps(profile_, runs)) {}

  Recomputed Sum() && {
    const std::vector<char> recompute = RecomputingOps(profile_);
    if (std::find(recompute.begin(), recompute.end(), 1) == recompute.end()) return {};
    AddSteps();
    for (const Track track : Tracks(selected_, HoldsThreadsWork)) {
      AddTrack(track, recompute);
    }
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind == FlowKind::kLaunch) AddKernel(flow);
    }
    return sum_;
  }

 private:
  bool Counts(StepId step) const {
    return step.valid() && selected_.steps().Has(step) &&
           typical_[SameStep(profile_, step).row()] != 0 && !profile_.steps[step].partial;
  }

  void AddSteps() {
    for (uint32_t i = 0; i < profile_.steps.size(); ++i) {
      const StepRow& step = profile_.steps[StepId(i)];
      if (!Counts(StepId(i)) || step.begin == kUnknown || step.end <= step.begin) continue;
      ++sum_.steps;
      sum_.span += static_cast<Int128>(step.end) - step.begin;
    }
  }

  void AddTrack(const Track& track, const std::vector<char>& recompute) {
    std::vector<Interval> times;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || recompute[op.row()] == 0 || !Counts(events.step[e])) continue;
      times.push_back({events.begin[e], events.begin[e] + events.duration[e]});
    }
    if (times.empty()) return;
    times = United(std::move(times));  // checkpoints may be nested
    sum_.host += TotalLength(times);
    times_[track.id] = std::move(times);
  }

  void AddKernel(const FlowRow& flow) {
    const auto times = times_.find(flow.from.track);
    if (times == times_.end()) return;
    const int64_t begin = profile_.events[flow.from.track].begin[flow.from.row];
    const auto after =
        std::upper_bound(times->second.begin(), times->second.end(), begin,
                         [](int64_t time, const Interval& one) { return time < one.begin; });
    if (after == times->second.begin() || (after - 1)->end <= begin) return;
    sum_.device += profile_.events[flow.to.track].duration[flow.to.row];
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char> typical_;
  absl::flat_hash_map<TrackId, std::vector<Interval>> times_;
  Recomputed sum_;
};

}  // namespace

Recomputed RecomputedIn(const Selected& selected, const std::vector<StepTimings>& runs) {
  return RecomputationSum(selected, runs).Sum();
}

}  // namespace profiler
