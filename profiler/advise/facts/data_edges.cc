#include "profiler/advise/facts/data_edges.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace profiler {
namespace {

// No more ops than this are looked through for one consumer: merged ops are few.
constexpr size_t kMostLookedThrough = 64;

// Of their inputs they need the shape, which TensorFlow mostly knows before it runs.
constexpr std::array<std::string_view, 7> kShapeOnly = {
    "Shape", "ShapeN", "Size", "Rank", "ZerosLike", "OnesLike", "BroadcastGradientArgs"};

// The mean bytes of an op's outputs in a step.
class OutputBytes {
 public:
  OutputBytes(const Profile& profile, const SelectedSteps& steps, const Places& places) {
    absl::flat_hash_map<std::pair<OpId, int32_t>, Value> sums;
    absl::flat_hash_map<std::pair<OpId, int32_t>, int64_t> steps_of;
    absl::flat_hash_set<std::tuple<OpId, int32_t, StepId>> seen;
    for (const OutputRow& row : profile.outputs.values()) {
      const SnapshotRow& of = profile.snapshots[row.snapshot];
      if (row.bytes == kUnknown || !steps.Has(of.step) || !places.Has(of.step, of.device)) continue;
      sums[{of.op, row.slot}] += row.bytes;
      if (seen.insert({of.op, row.slot, of.step}).second) ++steps_of[{of.op, row.slot}];
    }
    for (const auto& [output, sum] : sums) {
      const Value mean = sum / steps_of[output];
      mean_[output] = mean;
      const auto [it, is_new] = of_any_.try_emplace(output.first, mean);
      if (!is_new && it->second != mean) it->second = kAbsent;
    }
  }

  // Of an output that is not known: that of any, where all are alike.
  Value Of(OpId op, int32_t slot) const {
    if (slot == OpInput::kOutputUnknown) return Find(of_any_, op);
    return Find(mean_, std::pair(op, slot));
  }

 private:
  template <typename Map, typename Key>
  static Value Find(const Map& map, const Key& key) {
    const auto it = map.find(key);
    return it == map.end() ? kAbsent : it->second;
  }

  absl::flat_hash_map<std::pair<OpId, int32_t>, Value> mean_;
  absl::flat_hash_map<OpId, Value> of_any_;
};

// tfprof's files say of every input that it is the producer's first output; then none of them tells
// which it is.
bool TellsOutputs(const Profile& profile) {
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    for (const OpInput& input : profile.ops.inputs[OpId(op)]) {
      if (!input.control && input.output > 0) return true;
    }
  }
  return false;
}

class Finder {
 public:
  Finder(const Profile& profile, const SelectedSteps& steps, const Places& places)
      : profile_(profile),
        tells_outputs_(TellsOutputs(profile)),
        bytes_(profile, steps, places),
        device_(profile.op_count()) {
    for (uint32_t i = 0; i < profile.execs.row.size(); ++i) {
      const ExecRow& row = profile.execs.row[ExecId(i)];
      if (!steps.Has(row.step) || !places.Has(row.step, row.device)) continue;
      const DeviceId assigned = profile.ops.row[row.op].assigned_device;
      DeviceId& device = device_[row.op.row()];
      if (!device.valid()) device = assigned.valid() ? assigned : row.device;
    }
  }

  std::vector<DataEdge> Run() {
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      if (device_[op].valid()) AddInputs(OpId(op));
    }
    return std::move(edges_);
  }

 private:
  void AddInputs(OpId to) {
    std::vector<OpId> look_at = {to};  // and its producers that did not run
    absl::flat_hash_set<std::pair<OpId, int32_t>> found;
    for (size_t i = 0; i < look_at.size(); ++i) {
      for (const OpInput& input : profile_.ops.inputs[look_at[i]]) {
        if (input.control || !input.producer.valid()) continue;
        if (device_[input.producer.row()].valid()) {
          if (found.insert({input.producer, input.output}).second) Add(input, to);
        } else if (look_at.size() < kMostLookedThrough && !NeedsShapeOnly(input.producer) &&
                   std::find(look_at.begin(), look_at.end(), input.producer) == look_at.end()) {
          look_at.push_back(input.producer);
        }
      }
    }
  }

  void Add(const OpInput& input, OpId to) {
    const int32_t slot = tells_outputs_ ? input.output : OpInput::kOutputUnknown;
    edges_.push_back({input.producer, to, slot, device_[input.producer.row()], device_[to.row()],
                      bytes_.Of(input.producer, slot)});
  }

  bool NeedsShapeOnly(OpId op) const {
    const std::string_view type = profile_.strings[profile_.ops.row[op].type];
    return std::find(kShapeOnly.begin(), kShapeOnly.end(), type) != kShapeOnly.end();
  }

  const Profile& profile_;
  const bool tells_outputs_;
  const OutputBytes bytes_;
  std::vector<DeviceId> device_;  // by op; invalid: it did not run
  std::vector<DataEdge> edges_;
};

}  // namespace

std::vector<DataEdge> DataEdges(const Profile& profile, const SelectedSteps& steps,
                                const Places& places) {
  return Finder(profile, steps, places).Run();
}

std::vector<DataEdge> DeviceCrossings(std::vector<DataEdge> edges) {
  absl::flat_hash_set<std::tuple<OpId, int32_t, DeviceId>> sent;
  std::erase_if(edges, [&](const DataEdge& edge) {
    // Two outputs of unknown number and size are taken for two.
    const bool is_some_output = edge.slot == OpInput::kOutputUnknown && edge.bytes == kAbsent;
    return edge.from_device == edge.to_device ||
           (!is_some_output && !sent.insert({edge.from, edge.slot, edge.to_device}).second);
  });
  return edges;
}

}  // namespace profiler
