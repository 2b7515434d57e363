// Graph, run metadata and op log: odd, missing, damaged, or of the wrong kind.
#include <catch2/catch.hpp>

#include "tests/unit/readers/tensorflow_run_files.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;
using enum ImportProblem;

tensorflow::GraphDef Graph(const std::vector<std::string>& names) {
  tensorflow::GraphDef graph;
  for (const std::string& name : names) AddNode(graph, name, "Op");
  return graph;
}
tensorflow::RunMetadata RanOnCpu(const std::vector<std::string>& names) {
  tensorflow::RunMetadata run_meta;
  auto* lane = AddLane(run_meta, kCpuDevice);
  for (const std::string& name : names) AddRun(lane, name, kStartMicros, 5);
  return run_meta;
}

TEST_CASE("graph: nodes of one name, inputs without a node, odd outputs") {
  tensorflow::GraphDef graph = Graph({"a", "b"});
  AddNode(graph, "a", "Second", {"b"});
  AddNode(graph, "c", "Op", {"nobody", "^nobody", "b:x", "b:2:3", "", "^"});
  const ReadRun run = ReadRunOf(graph, {});
  CHECK(run.profile.op_count() == 3);
  CHECK(run.Text(run.profile.ops.row[run.Op("a")].type) == "Op");
  CHECK(run.profile.ops.inputs[run.Op("a")].empty());
  CHECK(run.profile.ops.row[run.Op("c")].recorded_id == 2);
  CHECK(run.Count(kDuplicateName) == 1);
  CHECK(run.Count(kDanglingInput) == 4);
  CHECK(run.Detail(kDanglingInput) == "nobody");
  CHECK(run.Count(kMalformedField) == 2);
  const auto inputs = run.profile.ops.inputs[run.Op("c")];
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[0].output == 0);
}

TEST_CASE("graph: parts that are not used") {
  tensorflow::GraphDef graph = Graph({"a"});
  graph.mutable_library()->add_function()->mutable_signature()->set_name("f");
  graph.mutable_versions()->set_producer(1);
  CHECK(ReadRunOf(graph, {}).Count(kUnusedPart) == 1);
}

TEST_CASE("run metadata: ops that are in no graph") {
  const ReadRun run = ReadRunOf(Graph({"a", "b", "c", "d"}),
                                {RanOnCpu({"_SOURCE", "RecvTensor", "aMEMCPYb", "extra"})});
  CHECK(run.Count(kRuntimeOnlyNode) == 4);
  for (const char* name : {"_SOURCE", "RecvTensor", "aMEMCPYb", "extra"}) {
    const OpRow& row = run.profile.ops.row[run.Op(name)];
    const bool is_op = std::string_view(name) == "extra";
    CHECK(row.kind == (is_op ? OpKind::kFrameworkOp : OpKind::kRuntime));
    CHECK(row.type == row.name);
    CHECK(row.assigned_device.valid());
  }
  CHECK(run.profile.ops.row[run.Op("extra")].recorded_id == 4);
  CHECK(run.profile.ops.row[run.Op("_SOURCE")].recorded_id == kUnknown);
}

TEST_CASE("run metadata: of another program than the graph") {
  const ReadRun other = ReadRunOf(Graph({"a"}), {RanOnCpu({"a", "_SOURCE", "p", "q"})});
  CHECK(other.Count(kUnmatchedRunMetadata) == 0);
  const ReadRun most = ReadRunOf(Graph({"a"}), {RanOnCpu({"a", "p", "q"})});
  CHECK(most.Count(kUnmatchedRunMetadata) == 2);
  CHECK(most.Detail(kUnmatchedRunMetadata) == "2 of 3 ops that ran, the first is 'p'");
}

TEST_CASE("run metadata without a graph") {
  const ReadRun run = ReadFiles(std::nullopt, {RanOnCpu({"a"}).SerializeAsString()});
  REQUIRE(run.status.ok());
  CHECK(run.Count(kMissingGraph) == 1);
  CHECK(run.Count(kUnmatchedRunMetadata) == 0);
  CHECK(run.Text(run.profile.sources[SourceId(0)].path) == "run_meta_0");
}

TEST_CASE("run metadata: an op on several devices") {
  tensorflow::RunMetadata run_meta = RanOnCpu({"a", "a"});
  auto* lane = AddLane(run_meta, "/job:w/replica:0/task:1/device:CPU:0");
  AddRun(lane, "a", kStartMicros, 3);
  AddRun(lane, "a", kStartMicros + 9, 3);
  const ReadRun run = ReadRunOf(Graph({"a"}), {run_meta});
  CHECK(run.Count(kSeveralDevices) == 1);
  const auto execs = run.Execs(run.Op("a"), 0);
  REQUIRE(execs.size() == 2);
  CHECK((execs[0].cpu_time + execs[1].cpu_time == 16 * kUs));
  CHECK(run.profile.snapshots.size() == 4);
}

TEST_CASE("run metadata: a GPU without its streams") {
  tensorflow::RunMetadata run_meta;
  AddRun(AddLane(run_meta, kGpuDevice), "a", kStartMicros, 3);
  AddRun(AddLane(run_meta, "/device:GPU:1/stream:13"), "a", kStartMicros, 3);
  const ReadRun run = ReadRunOf(Graph({"a"}), {run_meta});
  CHECK(run.Count(kNoAcceleratorStream) == 1);
  CHECK(run.profile.sources[SourceId(0)].misses_accelerator_stream);
  CHECK((run.Execs(run.Op("a"), 0).at(0).accelerator_time == 0));
}

TEST_CASE("run metadata: devices of other kinds and forms") {
  tensorflow::RunMetadata run_meta;
  AddRun(AddLane(run_meta, "/job:w/device:TPU:0"), "a", kStartMicros, 3);
  AddRun(AddLane(run_meta, "/device:XLA_GPU:0"), "b", kStartMicros, 3);
  AddRun(AddLane(run_meta, "somewhere"), "c", kStartMicros, 3);
  const ReadRun run = ReadRunOf(Graph({"a", "b", "c"}), {run_meta});
  CHECK(run.Count(kDeviceNameUnknown) == 1);
  CHECK(run.Detail(kDeviceNameUnknown) == "somewhere");
  CHECK((run.Execs(run.Op("a"), 0).at(0).cpu_time == 3 * kUs));
  CHECK((run.Execs(run.Op("b"), 0).at(0).cpu_time == 3 * kUs));
  CHECK((run.Execs(run.Op("c"), 0).at(0).cpu_time == 0));
  CHECK(run.Execs(run.Op("c"), 0).at(0).runs == 0);
  for (const char* name : {"a", "b", "c"}) {
    CHECK_FALSE(run.profile.ops.row[run.Op(name)].assigned_device.valid());
  }
  CHECK(run.profile.snapshots.size() == 0);
}

TEST_CASE("run metadata: times that no timeline can hold") {
  tensorflow::RunMetadata run_meta;
  auto* lane = AddLane(run_meta, kCpuDevice);
  AddRun(lane, "a", kStartMicros, 3);
  AddRun(lane, "a", 0, 4);
  AddRun(lane, "a", -5, 4);
  AddRun(lane, "a", kStartMicros, -6);
  AddRun(lane, "a", kStartMicros, INT64_MAX);
  const ReadRun run = ReadRunOf(Graph({"a"}), {run_meta});
  CHECK(run.Count(kZeroStart) == 2);
  CHECK(run.Count(kNegativeDuration) == 1);
  CHECK(run.Count(kTimeOutOfRange) == 1);
  REQUIRE(run.profile.unplaced.size() == 4);
  CHECK(run.profile.unplaced[0].reason == UnplacedReason::kZeroStart);
  CHECK(run.profile.unplaced[0].duration == 4);
  CHECK(run.profile.unplaced[2].begin == kStartMicros);
  CHECK(run.profile.unplaced[2].duration == -6);
  CHECK(run.profile.snapshots[SnapshotId(1)].time == kUnknown);
  const auto execs = run.Execs(run.Op("a"), 0);
  CHECK(execs.at(0).runs == 5);
  CHECK((execs.at(0).cpu_time == (Int128{3} + 4 + 4 - 6 + INT64_MAX) * kUs));
}

TEST_CASE("run metadata without steps") {
  const std::string graph = Graph({"a"}).SerializeAsString();
  tensorflow::RunMetadata costs;
  costs.mutable_cost_graph()->add_node()->set_name("a");
  for (const std::string& bytes : {std::string(), costs.SerializeAsString()}) {
    const ReadRun run = ReadFiles(graph, {bytes});
    REQUIRE(run.status.ok());
    CHECK(run.Count(kMissingStepStats) == 1);
    CHECK(run.profile.steps.size() == 0);
    CHECK(run.profile.op_count() == 1);
    CHECK_THAT(run.report.Summary().at(0), Catch::Contains("FULL_TRACE"));
    const ReadRun alone = ReadFiles(std::nullopt, {bytes});
    CHECK_THAT(Message(alone.status), Catch::Contains("run_meta_0: this run metadata holds no"));
  }
}

TEST_CASE("a second file without steps leaves its number free") {
  const std::string ran = RanOnCpu({"a"}).SerializeAsString();
  const ReadRun run = ReadFiles(Graph({"a"}).SerializeAsString(), {ran, "", ran});
  REQUIRE(run.profile.steps.size() == 2);
  CHECK(run.profile.steps[StepId(1)].number == 2);
}

TEST_CASE("files of another kind are refused by name") {
  const std::string graph = Graph({"a", "b"}).SerializeAsString();
  const std::string ran = RanOnCpu({"a", "b"}).SerializeAsString();
  tensorflow::tfprof::OpLogProto entries;
  entries.add_log_entries()->set_name("a");
  entries.mutable_log_entries(0)->mutable_code_def()->add_traces()->set_lineno(3);
  tensorflow::tfprof::ProfileProto profile_proto;
  (*profile_proto.mutable_nodes())[1].set_name("a");
  const std::string log = entries.SerializeAsString();
  const std::string profile = profile_proto.SerializeAsString();
  const std::string junk = "\xff\xfe not a graph";
  for (const std::string& bytes : {ran, log, profile, junk, std::string()}) {
    CHECK_THAT(Message(ReadFiles(bytes, {}).status),
               Catch::StartsWith("graph.pb: this is no TensorFlow graph (GraphDef)"));
  }
  for (const std::string& bytes : {graph, log, profile, junk}) {
    CHECK_THAT(Message(ReadFiles(graph, {ran, bytes}).status),
               Catch::StartsWith("run_meta_1: this is no RunMetadata"));
  }
  for (const std::string& bytes : {graph, ran, profile, junk}) {
    CHECK_THAT(Message(ReadFiles(graph, {}, bytes).status),
               Catch::StartsWith("op_log.pb: this is no op log"));
  }
  CHECK_FALSE(ReadFiles(std::nullopt, {}).status.ok());
}

TEST_CASE("text forms: a syntax error has line and column, and ends the file there") {
  const ReadRun run = ReadFiles("node { name: 'a' op: 'Op' }\nnode { name: 'b' op 'Op' }", {});
  REQUIRE(run.status.ok());
  CHECK(run.Count(kMalformedText) == 1);
  CHECK_THAT(run.Detail(kMalformedText), Catch::StartsWith("line 2, column 21:"));
  CHECK(run.report.entries()[0].first_offset == 28 + 20);
  CHECK(run.profile.op_count() >= 1);
  CHECK(run.report.worst() == ImportSeverity::kError);
}

TEST_CASE("text forms: unknown fields are passed over, deep nesting is refused") {
  const ReadRun newer = ReadFiles("node { name: 'a' op: 'Op' newer_field: 3 }", {});
  REQUIRE(newer.status.ok());
  CHECK(newer.Count(kUnknownField) == 1);
  std::string deep = "node { name: 'a' op: 'Op' attr { key: 'k' value { tensor ";
  for (int i = 0; i < 100000; ++i) deep += "{ variant_val { tensors ";
  const ReadRun nested = ReadFiles(deep, {});
  REQUIRE(nested.status.ok());
  CHECK(nested.Count(kMalformedText) == 1);
}

TEST_CASE("cut files keep what is whole") {
  const std::string graph = Graph({"a", "b"}).SerializeAsString();
  const std::string ran = RanOnCpu({"a", "b"}).SerializeAsString();
  const ReadRun run = ReadFiles(graph.substr(0, graph.size() - 1), {ran.substr(0, ran.size() - 1)});
  REQUIRE(run.status.ok());
  CHECK(run.Count(kTruncated) == 2);
  CHECK(run.Count(kMalformedField) == 0);
  CHECK(run.profile.op_count() == 1);
  CHECK(run.Execs(run.Op("a"), 0).size() == 1);
}

}  // namespace
}  // namespace profiler
