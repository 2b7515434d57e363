#include "profiler/export/timeline/graph/timeline_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/export/timeline/graph/timeline_lanes.h"

namespace profiler {
namespace {

struct Tensor {
  Int128 begin = 0, end = 0;
  OpId op;
  StepId step;
  int32_t slot = 0;
  int64_t bytes = 0;
  uint32_t row = 0;  // row number in the table of outputs
};

class TensorDrawer {
 public:
  TensorDrawer(const TimelineSource& source, const SliceDrawer& slices, TraceWriter& writer,
               TimelineProcesses& processes)
      : source_(source),
        profile_(source.profile),
        writer_(writer),
        processes_(processes),
        of_device_(source.profile.devices.size()) {
    last_end_.reserve(slices.executions().size());
    for (const DrawnSlice& slice : slices.executions()) {
      const Ran ran{slice.op, NumberOf(slice.step)};
      const auto [end, is_new] = last_end_.try_emplace(ran, slice.end);
      if (!is_new) end->second = std::max(end->second, slice.end);
    }
  }

  absl::Status Draw(RunContext& context) {
    Collect();
    for (auto& [key, tensors] : by_device_) {
      if (absl::Status status = context.Check(); !status.ok()) return status;
      DrawDevice(key.second, tensors);
    }
    return absl::OkStatus();
  }

 private:
  using Ran = std::pair<OpId, int64_t>;  // an op and a step number

  int64_t NumberOf(StepId step) const {
    return step.valid() ? profile_.steps[step].number : kUnknown;
  }

  void Collect() {
    PackedTable<OutputId, OutputRow>::Reader outputs(profile_.outputs);
    PackedTable<SnapshotId, SnapshotRow>::Reader snapshots(profile_.snapshots);
    for (uint32_t i : source_.part.outputs) {
      const OutputRow& output = outputs[i];
      if (output.bytes == kUnknown || output.bytes <= 0) continue;
      const SnapshotRow& row = snapshots[output.snapshot.row()];
      const bool is_drawn = row.op.valid() && source_.ops.Has(row.op) && row.time != kUnknown &&
                            row.device.valid() && row.step.valid();
      if (!is_drawn) continue;
      const Int128 begin = source_.clock.At(profile_.steps[row.step].source, row.time);
      const Int128 end = std::max(begin, EndOf(row.op, output.slot, row.step));
      TensorsOf(row.device).push_back({begin, end, row.op, row.step, output.slot, output.bytes, i});
    }
  }

  std::vector<Tensor>& TensorsOf(DeviceId device) {
    std::vector<Tensor>*& tensors = of_device_[device.row()];
    if (tensors == nullptr) {
      tensors = &by_device_[{profile_.strings[profile_.devices[device].name], device}];
    }
    return *tensors;
  }

  // The end of the last op that uses the output. If the source does not distinguish outputs, so
  // that no op is known to use this output, the users of all outputs of `op` are included.
  Int128 EndOf(OpId op, int32_t slot, StepId step) const {
    Int128 of_slot = kNever, of_any = kNever;
    for (const auto& [consumer, output] : source_.consumers[op]) {
      const auto end = last_end_.find({consumer, NumberOf(step)});
      if (end == last_end_.end()) continue;
      of_any = std::max(of_any, end->second);
      if (output == slot) of_slot = std::max(of_slot, end->second);
    }
    return of_slot != kNever ? of_slot : of_any;
  }

  void DrawDevice(DeviceId device, std::vector<Tensor>& tensors) {
    std::sort(tensors.begin(), tensors.end(), [](const Tensor& a, const Tensor& b) {
      return std::tuple(a.begin, -a.end, a.op, a.slot, a.row) <
             std::tuple(b.begin, -b.end, b.op, b.slot, b.row);
    });
    const SourceId from = profile_.steps[tensors.front().step].source;
    const int64_t pid = processes_.Add(
        fmt::format("tensors on:{}{}", profile_.strings[profile_.devices[device].name],
                    source_.groups.PlaceText(from)),
        source_.groups.SortKey(from, device, "1"));
    FlatLanes lanes;
    for (const Tensor& tensor : tensors) {
      const std::string_view op = profile_.strings[profile_.ops.row[tensor.op].name];
      const int32_t slot = tensor.slot;
      TraceArgs args;
      args.Integer("bytes", tensor.bytes).Text("name", op).Integer("output", slot);
      if (source_.shows_step) args.Integer("step", NumberOf(tensor.step));
      writer_.Slice({pid, lanes.Place(tensor.begin, tensor.end)}, tensor.begin,
                    tensor.end - tensor.begin, "Tensor",
                    slot == 0 ? std::string(op) : fmt::format("{}:{}", op, slot), args);
    }
  }

  static constexpr Int128 kNever = -(static_cast<Int128>(1) << 126);

  const TimelineSource& source_;
  const Profile& profile_;
  TraceWriter& writer_;
  TimelineProcesses& processes_;
  absl::flat_hash_map<Ran, Int128> last_end_;
  std::map<std::pair<std::string_view, DeviceId>, std::vector<Tensor>> by_device_;
  std::vector<std::vector<Tensor>*> of_device_;  // pointers into by_device_ after it is filled
};

}  // namespace

Consumers FindConsumers(const Profile& profile) {
  std::vector<std::pair<OpId, std::pair<OpId, int32_t>>> edges;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    for (const OpInput& input : profile.ops.inputs[OpId(i)]) {
      if (!input.control) edges.push_back({input.producer, {OpId(i), input.output}});
    }
  }
  return {edges, profile.op_count()};
}

absl::Status DrawTensors(const TimelineSource& source, const SliceDrawer& slices,
                         TraceWriter& writer, TimelineProcesses& processes, RunContext& context) {
  return TensorDrawer(source, slices, writer, processes).Draw(context);
}

}  // namespace profiler
