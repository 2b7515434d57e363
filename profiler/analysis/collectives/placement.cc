#include "profiler/analysis/collectives/placement.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/op_uses.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

bool IsAcceleratorDevice(const Profile& profile, DeviceId device) {
  return device.valid() && IsAccelerator(profile.devices[device].kind);
}

// Paths between ops over edges that stay on hosts, from the ops in `starts`.
class HostPaths {
 public:
  HostPaths(const Profile& profile, const std::vector<DataEdge>& edges, bool forward)
      : reached_(profile.op_count()) {
    for (const DataEdge& edge : edges) {
      const bool from = IsAcceleratorDevice(profile, edge.from_device);
      const bool to = IsAcceleratorDevice(profile, edge.to_device);
      if (!from && !to) {
        inside_.push_back(forward ? std::pair(edge.from, edge.to) : std::pair(edge.to, edge.from));
      } else if (from != to && from == forward) {
        Reach(forward ? edge.to : edge.from);
      }
    }
    std::sort(inside_.begin(), inside_.end());
    Follow();
  }

  bool Has(OpId op) const { return reached_[op.row()] != 0; }

 private:
  void Reach(OpId op) {
    if (reached_[op.row()] != 0) return;
    reached_[op.row()] = 1;
    open_.push_back(op);
  }

  void Follow() {
    while (!open_.empty()) {
      const OpId op = open_.back();
      open_.pop_back();
      const auto first = std::lower_bound(inside_.begin(), inside_.end(), std::pair(op, OpId(0)));
      for (auto it = first; it != inside_.end() && it->first == op; ++it) Reach(it->second);
    }
  }

  std::vector<std::pair<OpId, OpId>> inside_;  // edges that stay on hosts
  std::vector<char> reached_;                  // indexed by op
  std::vector<OpId> open_;
};

// The edges between a host and its own accelerators; edges to another task are not copies.
std::vector<DataEdge> WithinTasks(const Profile& profile, const std::vector<DataEdge>& edges) {
  std::vector<std::string> task_of(profile.devices.size());
  for (uint32_t i = 0; i < profile.devices.size(); ++i) {
    task_of[i] = TaskName(profile.strings[profile.devices[DeviceId(i)].name]);
  }
  std::vector<DataEdge> within;
  std::copy_if(edges.begin(), edges.end(), std::back_inserter(within), [&](const DataEdge& edge) {
    return task_of[edge.from_device.row()] == task_of[edge.to_device.row()];
  });
  return within;
}

// Whether the op makes or passes input.
bool IsOfInput(const Profile& profile, OpId op) {
  const std::string_view type = profile.strings[profile.ops.row[op].type];
  return WaitsForInput(type) || IsPipeline(type);
}

bool UpdatesVariable(std::string_view type) {
  for (std::string_view word : {"Apply", "Assign", "ScatterUpdate", "ScatterAdd", "ScatterSub"}) {
    if (type.find(word) != type.npos) return true;
  }
  return false;
}

}  // namespace

PlacedTime PlacedTimeOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  PlacedTime time;
  std::set<DeviceId> accelerators;
  DeviceId last;
  const auto add = [&](OpId op, StepId step, DeviceId ran_on, Int128 cpu_time,
                       Int128 accelerator_time) {
    if (!steps.Has(step) || !source_filter.Has(step, ran_on)) return;
    const DeviceId assigned = profile.ops.row[op].assigned_device;
    const DeviceId device = assigned.valid() ? assigned : ran_on;
    const bool on_accelerator = IsAcceleratorDevice(profile, device);
    if (on_accelerator && !(device == last)) accelerators.insert(device);
    last = device;
    time.accelerator += accelerator_time;
    // The framework's internal events and Python cannot be placed elsewhere.
    if (profile.ops.row[op].kind == OpKind::kRuntime) return;
    Int128& part = on_accelerator || accelerator_time > 0 ? time.launching
                   : IsOfInput(profile, op)               ? time.input
                                                          : time.host;
    part += cpu_time;
  };
  profile.execs().row.ForEachOf(add, &ExecRow::op, &ExecRow::step, &ExecRow::device,
                                &ExecRow::cpu_time, &ExecRow::accelerator_time);
  time.accelerators = accelerators.size();
  return time;
}

absl::StatusOr<PlacedTime> PlacedSelfTime(const Selected& selected, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<OpUse> uses, UsesOfOps(selected, Query(), context));
  std::set<std::pair<StringId, StringId>> on_device;  // names and types
  const auto name = [&](const OpUse& use) {
    return std::pair(profile.ops.row[use.op].name, profile.ops.row[use.op].type);
  };
  for (const OpUse& use : uses) {
    if (use.on_device) on_device.insert(name(use));
  }
  PlacedTime time;
  for (const OpUse& use : uses) {
    const bool launches =
        (use.launched && use.launched->total > 0) || on_device.count(name(use)) > 0;
    Int128& part = use.on_device                ? time.accelerator
                   : launches                   ? time.launching
                   : IsOfInput(profile, use.op) ? time.input
                                                : time.host;
    part += use.self;
    if (&part != &time.host || use.self <= time.of_top_host) continue;
    time.top_host = use.op;
    time.of_top_host = use.self;
  }
  return time;
}

std::vector<OpBetween> OpsBetween(const Profile& profile, const std::vector<DataEdge>& all,
                                  double least_bytes) {
  const std::vector<DataEdge> edges = WithinTasks(profile, all);
  const HostPaths from_accelerators(profile, edges, true), to_accelerators(profile, edges, false);
  std::vector<OpBetween> by_op(profile.op_count());
  const auto is_between = [&](OpId op) {
    return from_accelerators.Has(op) && to_accelerators.Has(op);
  };
  for (const DataEdge& edge : DeviceCrossings(edges)) {
    if (edge.bytes != kAbsent && static_cast<double>(edge.bytes) < least_bytes) continue;
    const bool from = IsAcceleratorDevice(profile, edge.from_device);
    const bool to = IsAcceleratorDevice(profile, edge.to_device);
    if (from && !to && is_between(edge.to)) by_op[edge.to.row()].to_host.Add(edge.bytes);
    if (!from && to && is_between(edge.from)) {
      by_op[edge.from.row()].to_accelerator.Add(edge.bytes);
    }
  }
  for (uint32_t op = 0; op < by_op.size(); ++op) by_op[op].op = OpId(op);
  std::erase_if(by_op, [](const OpBetween& one) {
    return one.to_host.count + one.to_accelerator.count == 0;
  });
  return by_op;
}

HostVariables HostVariablesOf(const Profile& profile, const std::vector<DataEdge>& all,
                              const std::vector<char>& is_variable) {
  const std::vector<DataEdge> edges = WithinTasks(profile, all);
  // By op: the variable that the op is or passes on. Ops that pass on a variable's value (Identity,
  // ReadVariableOp) have only one input.
  std::vector<OpId> variable(profile.op_count());
  for (uint32_t op = 0; op < is_variable.size(); ++op) {
    if (is_variable[op] != 0) variable[op] = OpId(op);
  }
  for (const DataEdge& edge : edges) {
    const bool is_read =
        profile.ops.inputs[edge.to].size() == 1 && edge.from_device == edge.to_device;
    if (is_read && is_variable[edge.from.row()] != 0) variable[edge.to.row()] = edge.from;
  }
  absl::flat_hash_set<OpId> used, updated;
  for (const DataEdge& edge : edges) {
    const std::string_view type = profile.strings[profile.ops.row[edge.to].type];
    if (variable[edge.from.row()].valid() && UpdatesVariable(type)) updated.insert(edge.to);
  }
  HostVariables found;
  for (const DataEdge& edge : DeviceCrossings(edges)) {
    const bool from = IsAcceleratorDevice(profile, edge.from_device);
    const bool to = IsAcceleratorDevice(profile, edge.to_device);
    const OpId of = variable[edge.from.row()];
    if (!from && to && of.valid()) {
      used.insert(of);
      found.values.Add(edge.bytes);
    } else if (from && !to && updated.contains(edge.to)) {
      found.updates.Add(edge.bytes);
    }
  }
  found.variables = static_cast<int64_t>(used.size());
  return found;
}

}  // namespace profiler
