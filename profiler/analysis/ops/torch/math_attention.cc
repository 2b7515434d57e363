#include "profiler/analysis/ops/torch/math_attention.h"

#include <algorithm>
#include <set>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr std::string_view kMathOp = "aten::_scaled_dot_product_attention_math";

bool IsAttentionCall(std::string_view name) { return name == kAttentionOp || name == kMathOp; }

// Fused kernels compute the softmax themselves.
bool TellsMathPath(std::string_view name) {
  return name == kMathOp || name == "aten::_softmax" || name == "aten::_safe_softmax";
}

constexpr uint32_t kNotInside = UINT32_MAX;

// By track and event, the outermost event of attention around it; empty for tracks without any.
using AroundEvents = std::vector<std::vector<uint32_t>>;

class AttentionEvents {
 public:
  explicit AttentionEvents(const Selected& selected)
      : profile_(selected.profile()),
        forward_(profile_.tracks.size()),
        backward_(profile_.tracks.size()) {
    ClassifyOps();
    for (const Track track : Tracks(selected, HoldsThreadsWork)) FindForward(track);
    FindBackward();
  }

  // The event of attention on the math path in whose forward pass the call is; kNotInside if in
  // none.
  uint32_t ForwardOf(EventId call) const { return At(forward_, call); }
  bool IsInBackward(EventId call) const { return At(backward_, call) != kNotInside; }

 private:
  void ClassifyOps() {
    is_attention_.resize(profile_.op_count());
    tells_math_.resize(profile_.op_count());
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      const std::string_view name = profile_.strings[profile_.ops.row[OpId(i)].name];
      is_attention_[i] = IsAttentionCall(name) ? 1 : 0;
      tells_math_[i] = TellsMathPath(name) ? 1 : 0;
    }
  }

  bool Is(const std::vector<char>& kinds, OpId op) const {
    return op.valid() && kinds[op.row()] != 0;
  }

  // Keeps only attention of the math path.
  void FindForward(const Track& track) {
    const Events& events = track.events;
    const bool has_any = std::any_of(events.op.begin(), events.op.end(),
                                     [&](OpId op) { return Is(is_attention_, op); });
    if (!has_any) return;
    std::vector<uint32_t>& around = forward_[track.id.row()];
    around.assign(events.size(), kNotInside);
    std::set<uint32_t> on_math_path;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      if (parent != Events::kNoParent) around[e] = around[parent];
      if (around[e] == kNotInside && Is(is_attention_, events.op[e])) around[e] = e;
      if (around[e] != kNotInside && Is(tells_math_, events.op[e])) on_math_path.insert(around[e]);
    }
    for (uint32_t& outermost : around) {
      if (outermost != kNotInside && on_math_path.count(outermost) == 0) outermost = kNotInside;
    }
  }

  // Autograd hands each op of the forward pass over to its backward op.
  void FindBackward() {
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind != FlowKind::kData || At(forward_, flow.from) == kNotInside) continue;
      std::vector<uint32_t>& around = backward_[flow.to.track.row()];
      around.resize(profile_.events[flow.to.track].size(), kNotInside);
      around[flow.to.row] = flow.to.row;
    }
    for (const Track track : Tracks(profile_, HoldsThreadsWork)) {
      std::vector<uint32_t>& around = backward_[track.id.row()];
      for (uint32_t e = 0; e < around.size(); ++e) {
        const uint32_t parent = track.events.ParentOf(e);
        if (parent != Events::kNoParent && around[parent] != kNotInside) around[e] = around[parent];
      }
    }
  }

  static uint32_t At(const AroundEvents& around, EventId event) {
    const std::vector<uint32_t>& of_track = around[event.track.row()];
    return event.row < of_track.size() ? of_track[event.row] : kNotInside;
  }

  const Profile& profile_;
  std::vector<char> is_attention_, tells_math_;  // by op
  AroundEvents forward_, backward_;
};

class MathAttentionSum {
 public:
  explicit MathAttentionSum(const Selected& selected)
      : profile_(selected.profile()),
        events_(selected),
        launched_by_(profile_),
        counted_(selected),
        kinds_(profile_) {}

  void Add(const Track& track, uint32_t event) {
    const Events& events = track.events;
    if (!counted_.Has(events.step[event])) return;
    const StringId name = EventName(profile_, events, event);
    if (!name.valid() || kinds_.Of(track.row, events, event) != DeviceWork::kKernel) return;
    const int64_t time = events.duration[event];
    sum_.all += time;
    if (counted_.has_whole()) steps_.insert({events.step[event], track.row.device});
    const EventId call = launched_by_(track.id, event);
    if (!call.valid()) return;
    const uint32_t forward = events_.ForwardOf(call);
    if (forward == kNotInside && !events_.IsInBackward(call)) return;
    sum_.time += time;
    if (IsMatrixProductKernel(profile_.strings[name])) sum_.products += time;
    by_op_[OpOfEvent(profile_, events, event)] += time;
    if (forward == kNotInside || time <= longest_) return;
    longest_ = time;
    sum_.call = call;
    sum_.op = profile_.events[call.track].op[forward];
  }

  MathAttention Take() && {
    std::set<StepId> steps;
    for (const auto& [step, device] : steps_) steps.insert(step);
    sum_.steps = static_cast<int64_t>(steps.size());
    sum_.device_steps = static_cast<int64_t>(steps_.size());
    sum_.ops.assign(by_op_.begin(), by_op_.end());
    std::sort(sum_.ops.begin(), sum_.ops.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return std::move(sum_);
  }

 private:
  const Profile& profile_;
  const AttentionEvents events_;
  const LaunchedBy launched_by_;
  const CountedSteps counted_;
  DeviceWorkKinds kinds_;
  std::set<std::pair<StepId, DeviceId>> steps_;
  absl::flat_hash_map<StringId, Int128> by_op_;
  int64_t longest_ = 0;
  MathAttention sum_;
};

}  // namespace

absl::StatusOr<MathAttention> MathAttentionIn(const Selected& selected, const RunContext& context) {
  MathAttentionSum sum(selected);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { sum.Add(track, event); }));
  return std::move(sum).Take();
}

bool HasAttentionOps(const Profile& profile) {
  return profile.strings.Find(kAttentionOp).valid() || profile.strings.Find(kMathOp).valid();
}

}  // namespace profiler
