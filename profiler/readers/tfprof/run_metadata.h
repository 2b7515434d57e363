#ifndef PROFILER_READERS_TFPROF_RUN_METADATA_H_
#define PROFILER_READERS_TFPROF_RUN_METADATA_H_

#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/common/device_lanes.h"
#include "profiler/readers/common/micros_clock.h"
#include "profiler/readers/tfprof/tensorflow_ops.h"
#include "profiler/readers/tfprof/wire_file.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes the step statistics of RunMetadata files to the executions of one run.
class RunMetadataReader {
 public:
  // `has_graph` means that the ops come from a graph, so unknown ops are reported.
  RunMetadataReader(SourceId source, bool has_graph, TensorFlowOps& ops, ProfileBuilder& builder)
      : source_(source),
        has_graph_(has_graph),
        ops_(ops),
        builder_(builder),
        lanes_(source, builder) {}

  // Reads one file as step `step_number`. A file without step statistics adds no step. Fails if the
  // file is not a RunMetadata.
  absl::Status Read(const WireFile& file, int64_t step_number, const RunContext& context);

  const MicrosClock& clock() const { return clock_; }
  bool has_steps() const { return has_steps_; }

 private:
  // An execution whose op is known. Its record is decoded after all ops have their devices.
  struct Waiting {
    OpId op;
    uint32_t lane;
    std::string_view record;
  };
  // The parts of the current file.
  struct Contents {
    bool has_step_stats = false, has_other_parts = false;
    bool is_foreign = false;  // the file has a field that no RunMetadata has
    std::vector<DeviceLane> lanes;
    std::vector<Waiting> executions;
    absl::flat_hash_set<OpId> ops, ops_not_in_graph;
    std::string_view first_not_in_graph;
  };

  void Index(const WireFile& file, Contents& contents);
  void IndexStepStats(const WireFile& file, std::string_view record, Contents& contents);
  void IndexDevice(const WireFile& file, std::string_view record, bool cut, Contents& contents);
  void IndexNode(const WireFile& file, std::string_view record, Contents& contents);
  bool IsBelowNode(std::string_view name) const;
  void SetDevice(const Place& place, OpId op, DeviceId device, std::string_view record);
  void CheckNames(const Place& place, const Contents& contents) const;
  void CheckStreams(const Place& place, const Contents& contents);

  const SourceId source_;
  const bool has_graph_;
  TensorFlowOps& ops_;
  ProfileBuilder& builder_;
  DeviceLanes lanes_;
  MicrosClock clock_;
  absl::flat_hash_set<OpId> on_several_devices_;
  uint64_t bytes_before_ = 0;  // of binary files read; offsets of arguments continue
  bool has_steps_ = false;
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_RUN_METADATA_H_
