#include "profiler/analysis/steps/code/beside_training.h"

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class TrainingRole : char { kOther, kModule, kBackward, kOptimizer, kInput, kUsers };

TrainingRole TrainingRoleOf(const Profile& profile, const OpRow& op) {
  const std::string_view name = profile.strings[op.name];
  if (name.starts_with("nn.Module: ")) return TrainingRole::kModule;
  if (name.starts_with("autograd::engine::")) return TrainingRole::kBackward;
  if (name.starts_with(kOptimizerStep)) return TrainingRole::kOptimizer;
  if (profile.strings[op.type] != kPythonFunctionType) return TrainingRole::kOther;
  if (CodeRoleOf(name) == CodeRole::kInput) return TrainingRole::kInput;
  return IsUsersFunction(profile, op) ? TrainingRole::kUsers : TrainingRole::kOther;
}

bool IsOfTraining(TrainingRole role) {
  return role == TrainingRole::kModule || role == TrainingRole::kBackward ||
         role == TrainingRole::kOptimizer;
}

// By track and event, whether a backward pass has an op for it (fwdbwd): it is of the model or the
// loss, whatever function calls it. Tracks without such events have no row.
using WithGradient = std::map<TrackId, std::vector<char>>;

WithGradient HaveGradients(const Profile& profile) {
  WithGradient have;
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kData) continue;
    std::vector<char>& of_track = have[flow.from.track];
    of_track.resize(profile.events[flow.from.track].size());
    of_track[flow.from.row] = 1;
  }
  return have;
}

class BesideTrainingFinder {
 public:
  BesideTrainingFinder(const Selected& selected, const std::vector<StepTimings>& runs)
      : selected_(selected),
        profile_(selected.profile()),
        runs_(runs),
        is_judged_(TypicalSteps(profile_, runs)),
        waits_(WaitingOps(profile_)),
        has_gradient_(HaveGradients(profile_)) {
    roles_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      roles_.push_back(TrainingRoleOf(profile_, op));
    }
  }

  BesideTraining Find() && {
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (!IsAccelerator(track.row)) AddTrack(track);
    }
    if (!has_modules_ || !has_optimizers_) return {};
    if (has_backward_ && has_gradient_.empty()) return {};  // what has a gradient is not known
    double whole = 0;
    std::set<int64_t> numbers;
    for (const StepTimings& run : runs_) {
      for (size_t i = 0; i < run.ids.size(); ++i) {
        if (is_judged_[SameStep(profile_, run.ids[i]).row()] == 0) continue;
        numbers.insert(profile_.steps[run.ids[i]].number);
        whole += run.totals[i];
      }
    }
    BesideTraining found;
    for (const auto& [name, use] : uses_) {
      const double share = whole > 0 ? static_cast<double>(use.time) / whole : 0;
      if (2 * use.steps.size() >= numbers.size() && share > found.of_steps) found = {name, share};
    }
    return found;
  }

 private:
  struct Use {
    Int128 time = 0;
    std::set<int64_t> steps;  // by number
  };

  TrainingRole RoleOf(const Events& events, uint32_t event) const {
    const OpId op = events.op[event];
    return op.valid() ? roles_[op.row()] : TrainingRole::kOther;
  }

  // By event, whether a part of the training is in it.
  std::vector<char> HoldTraining(const Track& track) const {
    const Events& events = track.events;
    const auto of_track = has_gradient_.find(track.id);
    std::vector<char> hold =
        of_track != has_gradient_.end() ? of_track->second : std::vector<char>(events.size());
    for (uint32_t e = static_cast<uint32_t>(events.size()); e-- > 0;) {
      const uint32_t parent = events.ParentOf(e);
      if (parent == Events::kNoParent) continue;
      if (hold[e] != 0 || IsOfTraining(RoleOf(events, e))) hold[parent] = 1;
    }
    return hold;
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    const std::vector<char> hold = HoldTraining(track);
    const std::vector<Int128> waits_in = WaitsIn(events, waits_);
    std::vector<char> is_settled(events.size());  // what runs in it is of it
    for (uint32_t e = 0; e < events.size(); ++e) {
      const TrainingRole role = RoleOf(events, e);
      const uint32_t parent = events.ParentOf(e);
      const bool is_of_parent = parent != Events::kNoParent && is_settled[parent] != 0;
      const bool is_beside = role == TrainingRole::kUsers && hold[e] == 0;
      is_settled[e] = static_cast<char>(is_of_parent || is_beside || IsOfTraining(role) ||
                                        role == TrainingRole::kInput);
      if (!IsInSelectedStep(selected_, track, e)) continue;
      if (is_judged_[SameStep(profile_, events.step[e]).row()] == 0) continue;
      has_modules_ = has_modules_ || role == TrainingRole::kModule;
      has_optimizers_ = has_optimizers_ || role == TrainingRole::kOptimizer;
      has_backward_ = has_backward_ || role == TrainingRole::kBackward;
      if (is_of_parent || !is_beside) continue;
      Use& use = uses_[EventName(profile_, events, e)];
      use.time += Int128{events.duration[e]} - waits_in[e];
      use.steps.insert(profile_.steps[events.step[e]].number);
    }
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<StepTimings>& runs_;
  const std::vector<char> is_judged_;  // by step
  const std::vector<char> waits_;      // by op
  const WithGradient has_gradient_;
  std::vector<TrainingRole> roles_;  // by op
  std::map<StringId, Use> uses_;
  bool has_modules_ = false, has_optimizers_ = false, has_backward_ = false;
};

}  // namespace

BesideTraining FindBesideTraining(const Selected& selected, const std::vector<StepTimings>& runs) {
  return BesideTrainingFinder(selected, runs).Find();
}

}  // namespace profiler
