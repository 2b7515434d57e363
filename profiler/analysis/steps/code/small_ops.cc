#include "profiler/analysis/steps/code/small_ops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class OpsRole : uint8_t { kOther, kOp, kUsersFunction, kUsersMark, kBackward };

OpsRole OpsRoleOf(const Profile& profile, OpId id) {
  const OpRow& op = profile.ops.row[id];
  const std::string_view name = profile.strings[op.name], type = profile.strings[op.type];
  if (name.starts_with("autograd::engine::")) return OpsRole::kBackward;
  if (type == kPythonFunctionType) {
    return IsUsersFunction(profile, op) ? OpsRole::kUsersFunction : OpsRole::kOther;
  }
  if (type == kUserMarkType) {
    const bool is_frameworks = name.starts_with(kOptimizerStep) || name.starts_with(kDataLoader) ||
                               name.starts_with("ProfilerStep#") ||
                               name.find("::") != std::string_view::npos;
    return is_frameworks ? OpsRole::kOther : OpsRole::kUsersMark;
  }
  return IsFrameworkOp(profile, id) ? OpsRole::kOp : OpsRole::kOther;
}

struct OwnedOps {
  int64_t ops = 0;
  Int128 time = 0;  // of the function or mark
  absl::flat_hash_map<OpId, std::vector<float>> selves;
  absl::flat_hash_map<StepId, Int128> of_step;  // the same, added up

  double TypicalSelf() {
    double sum = 0;
    for (auto& [op, times] : selves) {
      const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
      std::nth_element(times.begin(), middle, times.end());
      sum += static_cast<double>(*middle) * static_cast<double>(times.size());
    }
    return ops > 0 ? sum / static_cast<double>(ops) : 0;
  }

  double OfMedianStep() const {
    std::vector<Int128> times;
    times.reserve(of_step.size());
    for (const auto& [step, of_one] : of_step) times.push_back(of_one);
    if (times.empty()) return 0;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return static_cast<double>(*middle);
  }
};

class SmallOpsCounter {
 public:
  SmallOpsCounter(const Selected& selected, const std::vector<StepTimings>& runs)
      : selected_(selected),
        profile_(selected.profile()),
        is_judged_(TypicalSteps(profile_, runs)),
        roles_(profile_.op_count()) {
    for (uint32_t op = 0; op < roles_.size(); ++op) {
      roles_[op] = OpsRoleOf(profile_, OpId(op));
      has_functions_ = has_functions_ || roles_[op] == OpsRole::kUsersFunction;
    }
  }

  // By executions, which are fewer rows than events.
  bool RunsAtLeast(double least) const {
    std::set<StepId> steps;
    Int128 all = 0;
    profile_.execs().row.ForEachOf(
        [&](StepId step, OpId op, int64_t runs) {
          if (!step.valid() || !op.valid() || runs <= 0 || roles_[op.row()] == OpsRole::kOther) {
            return;
          }
          if (is_judged_[SameStep(profile_, step).row()] == 0) return;
          steps.insert(step);
          all += runs;
        },
        &ExecRow::step, &ExecRow::op, &ExecRow::runs);
    return !steps.empty() && static_cast<double>(all) >= least * static_cast<double>(steps.size());
  }

  SmallOps Run() {
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (!IsAccelerator(track.row)) AddTrack(track);
    }
    SmallOps found;
    if (steps_.empty() || ops_ == 0) return found;
    const auto steps = static_cast<double>(steps_.size());
    Int128 time = 0;
    for (const StepId step : steps_) {
      time += Int128{profile_.steps[step].end} - profile_.steps[step].begin;
    }
    found.step = static_cast<double>(time) / steps;
    found.ops = static_cast<double>(ops_) / steps;
    found.forward = static_cast<double>(forward_) / steps;
    const auto most =
        std::max_element(owners_.begin(), owners_.end(),
                         [](const auto& a, const auto& b) { return a.second.ops < b.second.ops; });
    if (most == owners_.end() || most->second.ops == 0) return found;
    OwnedOps& owned = most->second;
    found.owner = most->first;
    found.typical_self = owned.TypicalSelf();
    found.ops_time = owned.OfMedianStep();
    found.owned = static_cast<double>(owned.ops) / steps;
    found.owner_time = static_cast<double>(owned.time) / steps;
    return found;
  }

 private:
  // What an event is in.
  struct Around {
    StringId owner;
    bool is_backward = false;
  };

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    std::vector<Around> around(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const Around outer = parent == Events::kNoParent ? Around() : around[parent];
      around[e] = outer;
      const OpId op = events.op[e];
      if (!op.valid()) continue;
      const OpsRole role = roles_[op.row()];
      const OpsRole owns = has_functions_ ? OpsRole::kUsersFunction : OpsRole::kUsersMark;
      if (role == OpsRole::kBackward) around[e].is_backward = true;
      if (role == owns) around[e].owner = EventName(profile_, events, e);
      if (role == OpsRole::kOther || !IsJudged(track, e)) continue;
      if (role == owns) {
        owners_[around[e].owner].time += events.duration[e];
        if (outer.owner.valid()) owners_[outer.owner].time -= events.duration[e];
      } else if (role == OpsRole::kOp || role == OpsRole::kBackward) {
        AddOp(around[e], op, events.step[e], events.selves()[e]);
      }
    }
  }

  bool IsJudged(const Track& track, uint32_t event) {
    if (!IsInSelectedStep(selected_, track, event)) return false;
    const StepId step = track.events.step[event];
    if (is_judged_[SameStep(profile_, step).row()] == 0) return false;
    if (!(step == last_step_)) steps_.insert(step);
    last_step_ = step;
    return true;
  }

  void AddOp(const Around& around, OpId op, StepId step, int64_t self) {
    ++ops_;
    if (around.is_backward) return;
    ++forward_;
    if (!around.owner.valid()) return;
    OwnedOps& owned = owners_[around.owner];
    ++owned.ops;
    owned.selves[op].push_back(static_cast<float>(self));
    owned.of_step[step] += self;
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<char> is_judged_;
  std::vector<OpsRole> roles_;  // by op
  bool has_functions_ = false;
  std::set<StepId> steps_;
  StepId last_step_;
  int64_t ops_ = 0, forward_ = 0;
  std::map<StringId, OwnedOps> owners_;
};

}  // namespace

SmallOps SmallOpsIn(const Selected& selected, const std::vector<StepTimings>& runs, double least) {
  SmallOpsCounter counter(selected, runs);
  return counter.RunsAtLeast(least) ? counter.Run() : SmallOps();
}

}  // namespace profiler
