#include "profiler/analysis/instructions/kernel_work.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// Whether the kernel's name, which may be mangled, has the pass of a backward convolution.
bool IsPass(std::string_view name, std::string_view pass, std::string_view in_types) {
  return name.find(pass) != name.npos || name.find(in_types) != name.npos;
}

}  // namespace

KernelWork::KernelWork(const Profile& profile)
    : profile_(profile), launched_by_(profile), kinds_(profile) {}

const KernelWork::OpWork& KernelWork::WorkOf(OpId op) {
  const auto [it, is_new] = works_.try_emplace(op);
  OpWork& work = it->second;
  if (!is_new) return work;
  work.flops = KnownAmount(profile_.ops.row[op].float_ops);
  work.bytes = KnownAmount(profile_.ops.row[op].bytes_accessed);
  std::optional<ShapeWork> by_shapes = WorkOfShapes(profile_, op);
  if (!by_shapes) return work;
  work.by_shapes = std::isnan(work.flops) || std::isnan(work.bytes);
  if (std::isnan(work.flops)) work.flops = by_shapes->flops;
  if (std::isnan(work.bytes)) work.bytes = by_shapes->bytes;
  work.shape = std::move(by_shapes->shape);
  work.product = by_shapes->product;
  return work;
}

EventId KernelWork::RunOf(const OpEvent& event) const {
  const EventId call = launched_by_(event.track, event.row);
  if (!call.valid()) return call;
  const Events& events = profile_.events[call.track];
  for (uint32_t at = call.row; at != Events::kNoParent; at = events.ParentOf(at)) {
    if (events.op[at] == event.op) return {call.track, at};
  }
  return {};
}

void KernelWork::Add(const OpEvent& event, size_t use) {
  const TrackRow& track = profile_.tracks[event.track];
  if (kinds_.Of(track, profile_.events[event.track], event.row) != DeviceWork::kKernel) return;
  const OpWork& work = WorkOf(event.op);
  if (std::isnan(work.flops) && std::isnan(work.bytes)) return;
  const EventId run = RunOf(event);
  if (!run.valid()) {
    ++alone_[use];
    return;
  }
  const auto take = [&](Longest& longest) {
    if (event.duration > longest.duration) longest = {event.duration, use};
  };
  Run& of = runs_[{run.track, run.row}];
  take(of.all);
  const std::string_view name =
      profile_.strings[EventName(profile_, profile_.events[event.track], event.row)];
  if (IsPass(name, "dgrad", "Dgrad")) take(of.of_data);
  if (IsPass(name, "wgrad", "Wgrad")) take(of.of_weights);
}

void KernelWork::AddTo(std::vector<HloUse>& uses) const {
  std::vector<double> executions(uses.size());
  for (const auto& [id, run] : runs_) {
    const bool has_passes = run.of_data.duration >= 0 && run.of_weights.duration >= 0;
    if (!has_passes) {
      executions[run.all.use] += 1;
      continue;
    }
    for (const Longest& pass : {run.of_data, run.of_weights}) executions[pass.use] += 0.5;
  }
  absl::flat_hash_map<OpId, size_t> longest_of;  // of kernels of no known execution
  for (size_t i = 0; i < uses.size(); ++i) {
    if (!alone_.contains(i)) continue;
    const auto [it, is_new] = longest_of.try_emplace(uses[i].op, i);
    if (!is_new && uses[i].self > uses[it->second].self) it->second = i;
  }
  for (const auto& [op, use] : longest_of) {
    executions[use] += static_cast<double>(alone_.at(use));
  }
  for (size_t i = 0; i < uses.size(); ++i) {
    const auto work = works_.find(uses[i].op);
    if (work == works_.end()) continue;
    if (!IsInstruction(profile_, uses[i].op)) uses[i].shape = work->second.shape;
    if (executions[i] == 0) continue;
    uses[i].flops = work->second.flops * executions[i];
    uses[i].bytes = work->second.bytes * executions[i];
    uses[i].by_shapes = work->second.by_shapes;
    uses[i].product = work->second.product;
  }
}

}  // namespace profiler
