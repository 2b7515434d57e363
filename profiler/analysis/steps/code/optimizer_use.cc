#include "profiler/analysis/steps/code/optimizer_use.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/memory/model_copies.h"
#include "profiler/analysis/memory/update_marks.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/steps/code/parameter_ops.h"
#include "profiler/analysis/values/mark_names.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

enum class OptimizerRole : uint8_t { kNone, kFused, kForeach, kSparse, kCompiled };

OptimizerRole OptimizerRoleOf(std::string_view name) {
  const ParameterOp on_parameters = ParameterOpOf(name);
  if (on_parameters == ParameterOp::kFused) return OptimizerRole::kFused;
  if (on_parameters == ParameterOp::kForeach) return OptimizerRole::kForeach;
  const bool is_sparse = name.starts_with("aten::_sparse_") || name.starts_with("aten::sparse_") ||
                         name == "aten::coalesce" || name == "aten::_coalesce";
  if (is_sparse) return OptimizerRole::kSparse;
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
        names_of_marks_(profile_),
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
    if (sums_.empty()) return {};
    AddDevices();
    Int128 all = 0;
    for (const StepId step : steps_) {
      all += Int128{profile_.steps[step].end} - profile_.steps[step].begin;
    }
    const auto steps = static_cast<double>(steps_.size());
    for (Sums& sums : sums_) {
      sums.facts.time = static_cast<double>(sums.time) / steps;
      sums.facts.device_time = static_cast<double>(sums.kernels) / steps;
      sums.facts.foreach_ops = sums.foreach.size();
      SetTopOp(sums, steps);
      use_.each.push_back(sums.facts);
    }
    std::stable_sort(use_.each.begin(), use_.each.end(),
                     [](const OneOptimizer& a, const OneOptimizer& b) {
                       return std::pair(a.device_time, a.time) > std::pair(b.device_time, b.time);
                     });
    use_.step = static_cast<double>(all) / steps;
    use_.device_all = static_cast<double>(kernels_) / steps;
    use_.model_copies = static_cast<double>(to_devices_) / steps;
    use_.updated_copies = static_cast<double>(updated_) / steps;
    use_.gradient_copies = static_cast<double>(gradients_) / steps;
    return use_;
  }

 private:
  struct Sums {
    OneOptimizer facts;
    Int128 time = 0, kernels = 0;
    std::set<StringId> foreach;
    std::map<StringId, Int128> of_ops, of_kernels;  // by op
  };
  static constexpr uint32_t kNoOptimizer = UINT32_MAX;

  bool IsJudged(StepId step) const {
    return step.valid() && is_judged_[SameStep(profile_, step).row()] != 0;
  }

  // Where in `sums_` the optimizer of a mark is.
  uint32_t OptimizerOf(StringId mark) {
    const auto next = static_cast<uint32_t>(sums_.size());
    const auto [found, is_new] = by_mark_.try_emplace(mark, next);
    if (is_new) sums_.emplace_back().facts.name = mark;
    return found->second;
  }

  static void SetTopOp(Sums& sums, double steps) {
    const std::map<StringId, Int128>& times = sums.kernels > 0 ? sums.of_kernels : sums.of_ops;
    const auto top = std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) {
      return a.second < b.second;
    });
    if (top == times.end()) return;
    sums.facts.top_op = top->first;
    sums.facts.top_op_time = static_cast<double>(top->second) / steps;
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    const std::vector<bool> marks = marks_.Of(events);
    std::vector<uint32_t>& optimizers = in_mark_[track.id.row()];
    optimizers.assign(events.size(), kNoOptimizer);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const uint32_t around = parent == Events::kNoParent ? kNoOptimizer : optimizers[parent];
      optimizers[e] = around;
      const bool is_judged = IsInSelectedStep(selected_, track, e) && IsJudged(events.step[e]);
      if (is_judged) steps_.insert(events.step[e]);
      const OpId op = events.op[e];
      if (around == kNoOptimizer && marks[e] && is_judged) {
        optimizers[e] = OptimizerOf(profile_.ops.row[op].name);
        sums_[optimizers[e]].time += events.duration[e];
      } else if (around != kNoOptimizer && op.valid()) {
        AddOp(op, sums_[around]);
        const OpRow& row = profile_.ops.row[op];
        const bool is_op =
            row.kind != OpKind::kRuntime && profile_.strings[row.type] != kUserMarkType;
        if (is_op) sums_[around].of_ops[row.name] += events.selves()[e];
      }
    }
  }

  void AddOp(OpId op, Sums& sums) const {
    switch (roles_[op.row()]) {
      case OptimizerRole::kFused:
        sums.facts.is_fused = true;
        break;
      case OptimizerRole::kForeach:
        sums.foreach.insert(profile_.ops.row[op].name);
        break;
      case OptimizerRole::kSparse:
        sums.facts.is_sparse = true;
        break;
      case OptimizerRole::kCompiled:
        sums.facts.is_compiled = true;
        break;
      case OptimizerRole::kNone:
        break;
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
      const std::vector<uint32_t>& optimizers = in_mark_[flow.from.track.row()];
      const uint32_t optimizer = optimizers.empty() ? kNoOptimizer : optimizers[flow.from.row];
      if (optimizer == kNoOptimizer) continue;
      sums_[optimizer].kernels += time;
      const StringId op = OpOfEvent(profile_, events, flow.to.row);
      if (op.valid() && !names_of_marks_.Has(op)) sums_[optimizer].of_kernels[op] += time;
    }
  }

  const Selected& selected_;
  const bool with_copies_;
  const Profile& profile_;
  const std::vector<char> is_judged_;
  const UpdateMarks marks_;
  const MarkNames names_of_marks_;
  std::vector<OptimizerRole> roles_;            // by op
  std::vector<std::vector<uint32_t>> in_mark_;  // by track and event: which of `sums_`
  std::set<StepId> steps_;
  std::map<StringId, uint32_t> by_mark_;
  std::vector<Sums> sums_;
  Int128 kernels_ = 0, to_devices_ = 0, updated_ = 0, gradients_ = 0;
  OptimizerUse use_;
};

}  // namespace

OptimizerUse OptimizerUseIn(const Selected& selected, const std::vector<StepTimings>& runs,
                            bool with_copies) {
  return OptimizerSums(selected, runs, with_copies).Run();
}

}  // namespace profiler
