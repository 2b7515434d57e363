#include "profiler/analysis/steps/code/optimizer_use.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/memory/model_copies.h"
#include "profiler/analysis/memory/update_marks.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

enum class OptimizerRole : uint8_t { kNone, kFused, kForeach, kCompiled };

OptimizerRole OptimizerRoleOf(std::string_view name) {
  if (name.starts_with("aten::_fused_")) return OptimizerRole::kFused;
  if (name.starts_with("aten::_foreach_")) return OptimizerRole::kForeach;
  if (name.starts_with(kCompiledRegion)) return OptimizerRole::kCompiled;
  return OptimizerRole::kNone;
}

class OptimizerSums {
 public:
  OptimizerSums(const Selected& selected, const std::vector<StepTimings>& runs, bool with_copies)
      : selected_(selected),
        with_copies_(with_copies),
        profile_(selected.profile()),
        is_judged_(TypicalSteps(profile_, runs)),
        marks_(profile_),
        in_mark_(profile_.tracks.size()) {
    roles_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      roles_.push_back(OptimizerRoleOf(profile_.strings[op.name]));
    }
  }

  OptimizerUse Run() {
    if (marks_.empty()) return {};
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (!IsAccelerator(track.row)) AddTrack(track);
    }
    if (times_.empty()) return {};
    AddDevices();
    const auto most =
        std::max_element(times_.begin(), times_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    use_.name = most->first;
    Int128 time = 0, all = 0;
    for (const auto& [name, of_name] : times_) time += of_name;
    for (const StepId step : steps_) {
      all += Int128{profile_.steps[step].end} - profile_.steps[step].begin;
    }
    const auto steps = static_cast<double>(steps_.size());
    use_.time = static_cast<double>(time) / steps;
    use_.step = static_cast<double>(all) / steps;
    use_.device_time = static_cast<double>(kernels_in_marks_) / steps;
    use_.device_all = static_cast<double>(kernels_) / steps;
    use_.foreach_ops = foreach_.size();
    use_.model_copies = static_cast<double>(to_devices_) / steps;
    use_.updated_copies = static_cast<double>(updated_) / steps;
    use_.gradient_copies = static_cast<double>(gradients_) / steps;
    return use_;
  }

 private:
  bool IsJudged(StepId step) const {
    return step.valid() && is_judged_[SameStep(profile_, step).row()] != 0;
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    std::vector<bool>& in_mark = in_mark_[track.id.row()];
    in_mark = marks_.Of(events);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const bool is_in = parent != Events::kNoParent && in_mark[parent];
      const OpId op = events.op[e];
      const OptimizerRole role = op.valid() ? roles_[op.row()] : OptimizerRole::kNone;
      const bool is_mark = in_mark[e];
      if (is_in) in_mark[e] = true;
      if (!IsInSelectedStep(selected_, track, e) || !IsJudged(events.step[e])) continue;
      steps_.insert(events.step[e]);
      if (is_mark && !is_in) {
        times_[profile_.ops.row[op].name] += events.duration[e];
      }
      if (role == OptimizerRole::kFused && is_in) use_.is_fused = true;
      if (role == OptimizerRole::kForeach && is_in) foreach_.insert(profile_.ops.row[op].name);
      if (role == OptimizerRole::kCompiled && is_in) use_.is_compiled = true;
    }
  }

  void AddDevices() {
    DeviceWorkKinds kinds(profile_);
    std::optional<ModelCopies> copies;
    if (with_copies_) copies.emplace(profile_);
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind != FlowKind::kLaunch) continue;
      const Events& calls = profile_.events[flow.from.track];
      if (steps_.count(calls.step[flow.from.row]) == 0) continue;
      const TrackId track = flow.to.track;
      const Events& events = profile_.events[track];
      const int64_t time = events.duration[flow.to.row];
      if (kinds.Of(profile_.tracks[track], events, flow.to.row) == DeviceWork::kCopy) {
        const ModelCopy copy = copies ? copies->Of(track, flow.to.row) : ModelCopy::kNone;
        if (copy == ModelCopy::kUpdated) updated_ += time;
        if (copy == ModelCopy::kGradients) {
          gradients_ += time;
        } else if (copy != ModelCopy::kNone) {
          to_devices_ += time;
        }
        continue;
      }
      kernels_ += time;
      const std::vector<bool>& in_mark = in_mark_[flow.from.track.row()];
      if (!in_mark.empty() && in_mark[flow.from.row]) kernels_in_marks_ += time;
    }
  }

  const Selected& selected_;
  const bool with_copies_;
  const Profile& profile_;
  const std::vector<char> is_judged_;
  const UpdateMarks marks_;
  std::vector<OptimizerRole> roles_;        // by op
  std::vector<std::vector<bool>> in_mark_;  // by track and event
  std::set<StepId> steps_;
  std::map<StringId, Int128> times_;  // by mark
  std::set<StringId> foreach_;
  Int128 kernels_ = 0, kernels_in_marks_ = 0, to_devices_ = 0, updated_ = 0, gradients_ = 0;
  OptimizerUse use_;
};

}  // namespace

OptimizerUse OptimizerUseIn(const Selected& selected, const std::vector<StepTimings>& runs,
                            bool with_copies) {
  return OptimizerSums(selected, runs, with_copies).Run();
}

}  // namespace profiler
