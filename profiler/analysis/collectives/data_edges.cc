#include "profiler/analysis/collectives/data_edges.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_set.h"

namespace profiler {
namespace {

// The maximum number of skipped ops per consumer. Few ops are merged, so the limit is rarely
// reached.
constexpr size_t kMostLookedThrough = 64;

// Ops that need only the shape of their input. TensorFlow mostly knows that shape before it runs
// the graph.
constexpr std::array<std::string_view, 7> kShapeOnly = {
    "Shape", "ShapeN", "Size", "Rank", "ZerosLike", "OnesLike", "BroadcastGradientArgs"};

// The outputs of the selected executions, grouped by op.
struct OutputsByOp {
  struct Output {
    int32_t slot;
    StepId step;
    int64_t bytes;
  };

  explicit OutputsByOp(const Selected& selected) : first(selected.profile().op_count() + 1) {
    const Profile& profile = selected.profile();
    const SelectedSteps& steps = selected.steps();
    const SourceFilter& source_filter = selected.source_filter();
    struct Execution {
      OpId op;  // invalid if not selected
      StepId step;
    };
    std::vector<Execution> executions;
    executions.reserve(profile.snapshots.size());
    profile.snapshots.ForEachOf(
        [&](OpId op, StepId step, DeviceId device) {
          const bool is_selected = steps.Has(step) && source_filter.Has(step, device);
          executions.push_back({is_selected ? op : OpId(), step});
        },
        &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device);
    const auto is_taken = [&](SnapshotId of, int64_t bytes) {
      return bytes != kUnknown && executions[of.row()].op.valid();
    };
    profile.outputs.ForEachOf(
        [&](SnapshotId of, int64_t bytes) {
          if (is_taken(of, bytes)) ++first[executions[of.row()].op.row() + 1];
        },
        &OutputRow::snapshot, &OutputRow::bytes);
    for (size_t op = 1; op < first.size(); ++op) first[op] += first[op - 1];
    all.resize(first.back());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    profile.outputs.ForEachOf(
        [&](SnapshotId of, int32_t slot, int64_t bytes) {
          if (!is_taken(of, bytes)) return;
          const Execution& execution = executions[of.row()];
          all[next[execution.op.row()]++] = {slot, execution.step, bytes};
        },
        &OutputRow::snapshot, &OutputRow::slot, &OutputRow::bytes);
  }

  std::vector<uint32_t> first;  // by op: its first output; one more at the end
  std::vector<Output> all;
};

// The mean bytes of an op's outputs in a step.
class OutputBytes {
 public:
  explicit OutputBytes(const Selected& selected)
      : first_(selected.profile().op_count() + 1), of_any_(selected.profile().op_count(), kAbsent) {
    OutputsByOp outputs(selected);
    for (uint32_t op = 0; op < of_any_.size(); ++op) {
      const auto begin = outputs.all.begin();
      AddMeans(op, begin + outputs.first[op], begin + outputs.first[op + 1]);
      first_[op + 1] = static_cast<uint32_t>(means_.size());
    }
  }

  // If `slot` is unknown: the size of any output if all outputs have the same size.
  Value Of(OpId op, int32_t slot) const {
    if (slot == OpInput::kOutputUnknown) return of_any_[op.row()];
    const auto last = means_.begin() + first_[op.row() + 1];
    const auto it = std::lower_bound(means_.begin() + first_[op.row()], last, slot,
                                     [](const auto& mean, int32_t s) { return mean.first < s; });
    return it != last && it->first == slot ? it->second : kAbsent;
  }

 private:
  using Outputs = std::vector<OutputsByOp::Output>::iterator;

  void AddMeans(uint32_t op, Outputs first, Outputs last) {
    const auto before = [](const auto& a, const auto& b) {
      return std::tie(a.slot, a.step) < std::tie(b.slot, b.step);
    };
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
    bool all_alike = true;
    for (Outputs at = first; at != last;) {
      const Outputs begin = at;
      Value sum = 0;
      int64_t steps = 0;
      for (; at != last && at->slot == begin->slot; ++at) {
        sum += at->bytes;
        steps += at == begin || !(at->step == (at - 1)->step);
      }
      means_.emplace_back(begin->slot, sum / steps);
      all_alike = all_alike && means_.back().second == means_[first_[op]].second;
    }
    if (all_alike && first != last) of_any_[op] = means_.back().second;
  }

  std::vector<uint32_t> first_;                   // by op: index of its first item in means_
  std::vector<std::pair<int32_t, Value>> means_;  // grouped by op: (slot, mean)
  std::vector<Value> of_any_;                     // indexed by op
};

// Whether the profile records which output of the producer an input uses. tfprof's files say that
// all inputs use the first output; if so, the output is unknown.
bool RecordsOutputs(const Profile& profile) {
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    for (const OpInput& input : profile.ops.inputs[OpId(op)]) {
      if (!input.control && input.output > 0) return true;
    }
  }
  return false;
}

class EdgeFinder {
 public:
  explicit EdgeFinder(const Selected& selected)
      : profile_(selected.profile()),
        records_outputs_(RecordsOutputs(profile_)),
        bytes_(selected),
        device_(profile_.op_count()) {
    const SelectedSteps& steps = selected.steps();
    const SourceFilter& source_filter = selected.source_filter();
    profile_.execs().row.ForEachOf(
        [&](OpId op, StepId step, DeviceId ran_on) {
          DeviceId& device = device_[op.row()];
          if (device.valid() || !steps.Has(step) || !source_filter.Has(step, ran_on)) return;
          const DeviceId assigned = profile_.ops.row[op].assigned_device;
          device = assigned.valid() ? assigned : ran_on;
        },
        &ExecRow::op, &ExecRow::step, &ExecRow::device);
  }

  std::vector<DataEdge> Run() {
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      if (device_[op].valid()) AddInputs(OpId(op));
    }
    return std::move(edges_);
  }

 private:
  void AddInputs(OpId to) {
    look_at_.assign(1, to);
    found_.clear();
    for (size_t i = 0; i < look_at_.size(); ++i) {
      for (const OpInput& input : profile_.ops.inputs[look_at_[i]]) {
        if (input.control || !input.producer.valid()) continue;
        if (device_[input.producer.row()].valid()) {
          if (found_.insert({input.producer, input.output}).second) Add(input, to);
        } else if (look_at_.size() < kMostLookedThrough && !NeedsShapeOnly(input.producer) &&
                   std::find(look_at_.begin(), look_at_.end(), input.producer) == look_at_.end()) {
          look_at_.push_back(input.producer);
        }
      }
    }
  }

  void Add(const OpInput& input, OpId to) {
    const int32_t slot = records_outputs_ ? input.output : OpInput::kOutputUnknown;
    edges_.push_back({input.producer, to, slot, device_[input.producer.row()], device_[to.row()],
                      bytes_.Of(input.producer, slot)});
  }

  bool NeedsShapeOnly(OpId op) const {
    const std::string_view type = profile_.strings[profile_.ops.row[op].type];
    return std::find(kShapeOnly.begin(), kShapeOnly.end(), type) != kShapeOnly.end();
  }

  const Profile& profile_;
  const bool records_outputs_;
  const OutputBytes bytes_;
  std::vector<DeviceId> device_;  // by op; invalid if the op did not run
  std::vector<DataEdge> edges_;
  // For the current op: the op and its producers that did not run, and the outputs that it uses.
  std::vector<OpId> look_at_;
  absl::flat_hash_set<std::pair<OpId, int32_t>> found_;
};

}  // namespace

std::vector<DataEdge> DataEdges(const Selected& selected) { return EdgeFinder(selected).Run(); }

std::vector<DataEdge> DeviceCrossings(const std::vector<DataEdge>& edges) {
  absl::flat_hash_set<std::tuple<OpId, int32_t, DeviceId>> sent;
  std::vector<DataEdge> crossings;
  for (const DataEdge& edge : edges) {
    if (edge.from_device == edge.to_device) continue;
    // Two unknown outputs of unknown size count as different tensors.
    const bool is_some_output = edge.slot == OpInput::kOutputUnknown && edge.bytes == kAbsent;
    if (is_some_output || sent.insert({edge.from, edge.slot, edge.to_device}).second) {
      crossings.push_back(edge);
    }
  }
  return crossings;
}

}  // namespace profiler
