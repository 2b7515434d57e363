#include "profiler/readers/tfprof/run_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "profiler/base/status.h"
#include "profiler/readers/common/wire_walk.h"
#include "profiler/readers/tfprof/node_exec_stats.h"
#include "profiler/store/transfer_name.h"

namespace profiler {
namespace {

constexpr uint32_t kStepStats = 1, kLastOfRunMetadata = 5;
constexpr uint32_t kDevStats = 1, kLastOfStepStats = 1;
constexpr uint32_t kDevice = 1, kNodeStats = 2, kLastOfDevice = 3;
constexpr uint32_t kNodeName = 1;

bool IsBytes(const WireWalk& walk) { return walk.type() == WireWalk::Type::kBytes; }

// Counts a field that is not used: of a wrong type, or unknown.
void CountOther(const Place& place, const WireWalk& walk, uint32_t last_known,
                std::string_view record) {
  if (walk.number() <= last_known && IsBytes(walk)) return;
  place.Count(
      walk.number() <= last_known ? ImportProblem::kMalformedField : ImportProblem::kUnknownField,
      record.substr(walk.offset()));
}

// Counts damage within a record. A cut is counted once, at the end of the file.
void CountDamage(const Place& place, const WireWalk& walk, bool cut, std::string_view record) {
  if (!cut && walk.stop() != WireWalk::Stop::kEnd) {
    place.Count(ImportProblem::kMalformedField, record, "the rest");
  }
}

// `cpu:0` in place of `gpu:N`: tfprof's name for the host that drives a GPU.
std::string HostName(std::string_view device) {
  const size_t gpu = device.rfind("gpu:");
  return gpu == std::string_view::npos ? std::string(device)
                                       : std::string(device.substr(0, gpu)) + "cpu:0";
}

}  // namespace

absl::Status RunMetadataReader::Read(const WireFile& file, int64_t step_number,
                                     const RunContext& context) {
  Contents contents;
  Index(file, contents);
  if (!contents.has_step_stats) {
    if (contents.is_foreign) {
      return absl::InvalidArgumentError(fmt::format(
          "{}: this is no RunMetadata, or it was cut before the first execution", file.place.path));
    }
    file.place.report.CountWhole(ImportProblem::kMissingStepStats, file.place.path, 1);
    return absl::OkStatus();
  }
  has_steps_ = true;
  if (contents.has_other_parts) {
    file.place.report.CountWhole(ImportProblem::kUnusedPart, file.place.path, 1,
                                 "costs or partition graphs");
  }
  const StepId step = builder_.Step(source_, step_number);
  builder_.step(step).listed = true;
  NodeExecStatsReader stats(step, clock_, builder_, file.place);
  for (const Waiting& waiting : contents.executions) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const DeviceLane& lane = contents.lanes[waiting.lane];
    NodeExecStatsReader::Execution execution;
    execution.op = waiting.op;
    execution.track = lanes_.Track(lane, builder_.op(waiting.op).assigned_device);
    execution.device = builder_.track(execution.track).device;
    if (!file.is_text) {
      execution.args =
          bytes_before_ + static_cast<uint64_t>(waiting.record.data() - file.bytes.data());
    }
    file.place.Guard(waiting.record, false, builder_.strings()[builder_.op(waiting.op).name],
                     [&] { stats.Read(execution, lane, waiting.record); });
  }
  stats.Finish();
  if (!file.is_text) bytes_before_ += file.bytes.size();
  CheckNames(file.place, contents);
  CheckStreams(file.place, contents);
  return absl::OkStatus();
}

void RunMetadataReader::Index(const WireFile& file, Contents& contents) {
  WireWalk walk(file.bytes);
  while (walk.Next()) {
    if (walk.number() == kStepStats && IsBytes(walk)) {
      IndexStepStats(file, walk.bytes(), contents);
    } else {
      CountOther(file.place, walk, kLastOfRunMetadata, file.bytes);
      const bool is_known = IsBytes(walk) && walk.number() <= kLastOfRunMetadata;
      contents.has_other_parts |= is_known;
      contents.is_foreign |= !is_known;
    }
  }
  contents.is_foreign |= walk.stop() != WireWalk::Stop::kEnd;
  file.place.CountStop(walk, file.bytes);
}

void RunMetadataReader::IndexStepStats(const WireFile& file, std::string_view record,
                                       Contents& contents) {
  const bool cut = record.end() == file.bytes.end();
  WireWalk walk(record);
  while (walk.Next()) {
    if (walk.number() == kDevStats && IsBytes(walk)) {
      IndexDevice(file, walk.bytes(), walk.cut(), contents);
    } else {
      CountOther(file.place, walk, kLastOfStepStats, record);
    }
  }
  CountDamage(file.place, walk, cut, record);
  const bool has_lanes = !contents.lanes.empty();
  contents.has_step_stats |= record.empty() || has_lanes;
  contents.is_foreign |= !record.empty() && !has_lanes;
}

void RunMetadataReader::IndexDevice(const WireFile& file, std::string_view record, bool cut,
                                    Contents& contents) {
  std::string_view device;
  bool has_device = false;
  std::vector<std::string_view> nodes;
  WireWalk walk(record);
  while (walk.Next()) {
    if (walk.number() == kDevice && IsBytes(walk) && !walk.cut()) {
      device = walk.bytes();
      has_device = true;
    } else if (walk.number() == kNodeStats && IsBytes(walk)) {
      if (!walk.cut()) nodes.push_back(walk.bytes());  // a cut execution is not reliable
    } else {
      CountOther(file.place, walk, kLastOfDevice, record);
    }
  }
  CountDamage(file.place, walk, cut, record);
  if (!has_device && nodes.empty()) return;
  contents.lanes.push_back(lanes_.Find(device));
  if (!contents.lanes.back().is_known) {
    file.place.Count(ImportProblem::kDeviceNameUnknown, record, device);
  }
  for (std::string_view node : nodes) IndexNode(file, node, contents);
}

void RunMetadataReader::IndexNode(const WireFile& file, std::string_view record,
                                  Contents& contents) {
  std::string_view name;
  WireWalk walk(record);
  while (walk.Next()) {
    if (walk.number() == kNodeName && IsBytes(walk)) name = walk.bytes();
    if (walk.number() == kNodeName) break;  // it comes first
  }
  name = name.substr(0, name.find(':'));
  OpId op = ops_.Find(name);
  if (!op.valid()) {
    op = ops_.Add(name, KindAtRunTime(name));
    OpRow& row = builder_.op(op);
    row.type = row.name;
    builder_.AddType(op, row.name);
    file.place.Count(ImportProblem::kRuntimeOnlyNode, record, name);
  }
  contents.ops.insert(op);
  const bool is_missing =
      builder_.op(op).kind != OpKind::kGraphNode && !IsTransferName(name) && !IsBelowNode(name);
  if (is_missing && contents.ops_not_in_graph.insert(op).second &&
      contents.first_not_in_graph.empty()) {
    contents.first_not_in_graph = name;
  }
  const auto lane = static_cast<uint32_t>(contents.lanes.size() - 1);
  contents.executions.push_back({op, lane, record});
  if (contents.lanes.back().is_canonical) {
    SetDevice(file.place, op, contents.lanes.back().device, record);
  }
}

// Whether the op is of a function or loop that a node of the graph runs, as "while/body/_1/mul" is.
bool RunMetadataReader::IsBelowNode(std::string_view name) const {
  for (size_t at = name.find('/'); at != name.npos; at = name.find('/', at + 1)) {
    const OpId node = ops_.Find(name.substr(0, at));
    if (node.valid() && builder_.op(node).kind == OpKind::kGraphNode) return true;
  }
  return false;
}

// The first device that an op ran on becomes its own, and one of its types.
void RunMetadataReader::SetDevice(const Place& place, OpId op, DeviceId device,
                                  std::string_view record) {
  OpRow& row = builder_.op(op);
  if (!row.assigned_device.valid()) {
    const StringId name = builder_.device(device).name;
    row.assigned_device = device;
    row.host_device = builder_.Device(HostName(builder_.strings()[name]));
    builder_.AddType(op, name);
  } else if (row.assigned_device != device && on_several_devices_.insert(op).second) {
    place.Count(ImportProblem::kSeveralDevices, record, builder_.strings()[row.name]);
  }
}

// Detects run metadata that was recorded with another graph, because its ops would have no type.
void RunMetadataReader::CheckNames(const Place& place, const Contents& contents) const {
  const size_t all = contents.ops.size(), missing = contents.ops_not_in_graph.size();
  if (!has_graph_ || missing * 2 <= all) return;
  place.report.CountWhole(ImportProblem::kUnmatchedRunMetadata, place.path,
                          static_cast<int64_t>(missing),
                          fmt::format("{} of {} ops that ran, the first is '{}'", missing, all,
                                      contents.first_not_in_graph));
}

void RunMetadataReader::CheckStreams(const Place& place, const Contents& contents) {
  const auto has_lane = [&](std::string_view first, std::string_view second) {
    return std::any_of(contents.lanes.begin(), contents.lanes.end(), [&](const DeviceLane& lane) {
      return lane.name.find(first) != std::string::npos &&
             lane.name.find(second) != std::string::npos;
    });
  };
  if (!has_lane("gpu", "") || has_lane("gpu", "stream:all")) return;
  builder_.source(source_).misses_accelerator_stream = true;
  place.report.CountWhole(ImportProblem::kNoAcceleratorStream, place.path, 1);
}

}  // namespace profiler
