// A TensorFlow run built in a test: a graph, run metadata and an op log, read as the program does.
#ifndef TESTS_UNIT_READERS_TENSORFLOW_RUN_FILES_H_
#define TESTS_UNIT_READERS_TENSORFLOW_RUN_FILES_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/readers/tfprof/tensorflow_run.h"
#include "profiler/store/builder.h"
#include "proto/graph.pb.h"
#include "proto/run_metadata.pb.h"
#include "proto/tfprof_log.pb.h"

namespace profiler {

inline constexpr char kCpuDevice[] = "/job:w/replica:0/task:0/device:CPU:0";
inline constexpr char kGpuDevice[] = "/job:w/replica:0/task:0/device:GPU:1";
inline constexpr int64_t kStartMicros = 1'700'000'000'000'000;

struct ReadRun {
  absl::Status status;
  Profile profile;
  ImportReport report;

  OpId Op(std::string_view name) const {
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      if (profile.strings[profile.ops.row[OpId(op)].name] == name) return OpId(op);
    }
    FAIL("no op " << name);
    return OpId();
  }
  std::string Text(StringId id) const { return std::string(profile.strings[id]); }
  std::string Device(DeviceId id) const {
    return id.valid() ? Text(profile.devices[id].name) : "none";
  }
  std::vector<std::string> Types(OpId op) const {
    std::vector<std::string> types;
    for (StringId type : profile.ops.types[op]) types.push_back(Text(type));
    std::sort(types.begin(), types.end());
    return types;
  }
  // The exec rows of an op in a step.
  std::vector<ExecRow> Execs(OpId op, int64_t step) const {
    std::vector<ExecRow> rows;
    const auto [first, last] = profile.ExecsOf(op);
    for (uint32_t i = first; i < last; ++i) {
      const ExecRow& row = profile.execs().row[ExecId(i)];
      if (profile.steps[row.step].number == step) rows.push_back(row);
    }
    return rows;
  }
  std::optional<TrackId> Track(std::string_view name) const {
    for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
      if (profile.strings[profile.tracks[TrackId(t)].name] == name) return TrackId(t);
    }
    return std::nullopt;
  }
  int64_t Count(ImportProblem problem) const {
    int64_t count = 0;
    for (const ImportReport::Entry& entry : report.entries()) {
      if (entry.problem == problem) count += entry.count;
    }
    return count;
  }
  std::string Detail(ImportProblem problem) const {
    for (const ImportReport::Entry& entry : report.entries()) {
      if (entry.problem == problem) return entry.first_detail;
    }
    return "not counted";
  }
};

// Reads files given as bytes; an empty optional is a file that was not given.
inline ReadRun ReadFiles(const std::optional<std::string>& graph,
                         const std::vector<std::string>& run_metas,
                         const std::optional<std::string>& op_log = std::nullopt) {
  std::vector<Input> held;
  held.reserve(run_metas.size() + 2);
  TensorFlowRunInputs inputs;
  const auto hold = [&](std::string name, std::string bytes) {
    held.push_back(Input::FromBytes(std::move(name), std::move(bytes)));
    return &held.back();
  };
  if (graph) inputs.graph = hold("graph.pb", *graph);
  for (size_t i = 0; i < run_metas.size(); ++i) {
    inputs.run_metas.push_back(hold("run_meta_" + std::to_string(i), run_metas[i]));
  }
  if (op_log) inputs.op_log = hold("op_log.pb", *op_log);
  ReadRun run;
  ProfileBuilder builder;
  RunContext context;
  run.status = ReadTensorFlowRun(inputs, builder, run.report, context);
  if (run.status.ok()) run.profile = builder.Build();
  return run;
}

inline ReadRun ReadRunOf(const tensorflow::GraphDef& graph,
                         const std::vector<tensorflow::RunMetadata>& run_metas,
                         const std::optional<tensorflow::tfprof::OpLogProto>& op_log = {}) {
  std::vector<std::string> bytes;
  for (const auto& run_meta : run_metas) bytes.push_back(run_meta.SerializeAsString());
  std::optional<std::string> log;
  if (op_log) log = op_log->SerializeAsString();
  ReadRun run = ReadFiles(graph.SerializeAsString(), bytes, log);
  INFO(Message(run.status));
  REQUIRE(run.status.ok());
  return run;
}

inline tensorflow::NodeDef* AddNode(tensorflow::GraphDef& graph, const std::string& name,
                                    const std::string& op,
                                    const std::vector<std::string>& inputs = {}) {
  tensorflow::NodeDef* node = graph.add_node();
  node->set_name(name);
  node->set_op(op);
  for (const std::string& input : inputs) node->add_input(input);
  return node;
}

inline tensorflow::DeviceStepStats* AddLane(tensorflow::RunMetadata& run_meta,
                                            const std::string& device) {
  tensorflow::DeviceStepStats* lane = run_meta.mutable_step_stats()->add_dev_stats();
  lane->set_device(device);
  return lane;
}

inline tensorflow::NodeExecStats* AddRun(tensorflow::DeviceStepStats* lane, const std::string& name,
                                         int64_t start, int64_t end_rel) {
  tensorflow::NodeExecStats* stats = lane->add_node_stats();
  stats->set_node_name(name);
  stats->set_all_start_micros(start);
  stats->set_op_end_rel_micros(end_rel);
  return stats;
}

}  // namespace profiler

#endif  // TESTS_UNIT_READERS_TENSORFLOW_RUN_FILES_H_
