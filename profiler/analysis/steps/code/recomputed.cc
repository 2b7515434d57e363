#include "profiler/analysis/steps/code/recomputed.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

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

enum class Recomputes : uint8_t {
  kNot,
  kCall,       // all of it does
  kReentrant,  // it does but for the autograd that it runs
  kAutograd
};

Recomputes RecomputesByName(std::string_view name) {
  if (name == kReentrantCheckpoint) return Recomputes::kReentrant;
  if (name.starts_with("autograd::engine::evaluate_function")) return Recomputes::kAutograd;
  return IsRecomputation(name) ? Recomputes::kCall : Recomputes::kNot;
}

bool MayRecompute(Recomputes kind) {
  return kind == Recomputes::kCall || kind == Recomputes::kReentrant;
}

std::vector<Recomputes> RecomputingOps(const Profile& profile) {
  std::vector<Recomputes> recompute(profile.op_count(), Recomputes::kNot);
  for (uint32_t i = 0; i < recompute.size(); ++i) {
    const StringId name = profile.ops.row[OpId(i)].name;
    if (name.valid()) recompute[i] = RecomputesByName(profile.strings[name]);
  }
  return recompute;
}

class RecomputationSum {
 public:
  RecomputationSum(const Selected& selected, const std::vector<StepTimings>& runs)
      : selected_(selected), profile_(selected.profile()), typical_(TypicalSteps(profile_, runs)) {}

  Recomputed Sum() && {
    const std::vector<Recomputes> recompute = RecomputingOps(profile_);
    if (std::none_of(recompute.begin(), recompute.end(), MayRecompute)) return {};
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

  void AddTrack(const Track& track, const std::vector<Recomputes>& recompute) {
    std::vector<Interval> calls, reentrant, autograd;
    const Events& events = track.events;
    std::vector<bool> in_reentrant(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      const Recomputes kind = op.valid() ? recompute[op.row()] : Recomputes::kNot;
      const uint32_t parent = events.ParentOf(e);
      const bool is_inside = parent != Events::kNoParent && in_reentrant[parent];
      in_reentrant[e] = is_inside || kind == Recomputes::kReentrant;
      if (kind == Recomputes::kNot || !Counts(events.step[e])) continue;
      const Interval time = {events.begin[e], events.begin[e] + events.duration[e]};
      if (kind == Recomputes::kCall) calls.push_back(time);
      if (kind == Recomputes::kReentrant) reentrant.push_back(time);
      if (kind == Recomputes::kAutograd && is_inside) autograd.push_back(time);
    }
    if (calls.empty() && reentrant.empty()) return;
    sum_.is_reentrant |= !reentrant.empty();
    const std::vector<Interval> parts =
        Without(United(std::move(reentrant)), United(std::move(autograd)));
    calls.insert(calls.end(), parts.begin(), parts.end());
    std::vector<Interval> times = United(std::move(calls));  // checkpoints may be nested
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

bool RecomputesActivations(const Profile& profile) {
  const std::vector<Recomputes> recompute = RecomputingOps(profile);
  return std::any_of(recompute.begin(), recompute.end(), MayRecompute);
}

Recomputed RecomputedIn(const Selected& selected, const std::vector<StepTimings>& runs) {
  return RecomputationSum(selected, runs).Sum();
}

}  // namespace profiler
