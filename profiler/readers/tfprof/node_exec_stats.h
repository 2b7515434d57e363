#ifndef PROFILER_READERS_TFPROF_NODE_EXEC_STATS_H_
#define PROFILER_READERS_TFPROF_NODE_EXEC_STATS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/device_lanes.h"
#include "profiler/readers/common/micros_clock.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes the NodeExecStats of one step. Each of them is one execution of an op on a device lane.
class NodeExecStatsReader {
 public:
  // The op of one execution, and the position of the record in the file.
  struct Execution {
    OpId op;
    TrackId track;
    DeviceId device;
    uint64_t args = EventRow::kNoArgs;
  };

  NodeExecStatsReader(StepId step, MicrosClock& clock, ProfileBuilder& builder, const Place& place)
      : step_(step), clock_(clock), builder_(builder), place_(place) {}

  // Adds one execution. If it throws an exception of protozero, nothing of the record was added.
  void Read(const Execution& of, const DeviceLane& lane, std::string_view record);

  // Adds the totals per op and device.
  void Finish();

 private:
  struct Fields {
    std::string_view name, label;
    int64_t start_micros = 0, end_rel_micros = 0;
    std::vector<std::string_view> memory, outputs, memory_stats;
  };

  void Decode(std::string_view record, Fields& fields) const;
  ExecRow& ExecOf(const Execution& of);
  StringId LabelOf(OpId op, const Fields& fields);
  void AddTime(const Execution& of, const Fields& fields, std::string_view record, ExecRow& exec);
  void AddMemory(const Execution& of, const DeviceLane& lane, const Fields& fields);
  void ReadAllocator(const Execution& of, std::string_view record, SnapshotRow& row);
  void ReadAllocation(const Execution& of, StringId allocator, std::string_view record);
  OutputRow ReadOutput(std::string_view record) const;
  void ReadAllocationDescription(std::string_view record, OutputRow& row) const;

  const StepId step_;
  MicrosClock& clock_;
  ProfileBuilder& builder_;
  const Place& place_;
  std::vector<ExecRow> execs_;
  absl::flat_hash_map<std::pair<OpId, DeviceId>, size_t> exec_index_;
  Fields fields_;                   // of the current record
  std::vector<OutputRow> outputs_;  // of the current record
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODE_EXEC_STATS_H_
