// Graph, run metadata and op log: every field in its column.
#include <google/protobuf/text_format.h>

#include <catch2/catch.hpp>

#include "tests/unit/readers/tensorflow_run_files.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;
using Texts = std::vector<std::string>;
using Dims = std::vector<int64_t>;

tensorflow::GraphDef SmallGraph() {
  tensorflow::GraphDef graph;
  AddNode(graph, "x", "Placeholder");
  AddNode(graph, "w", "VariableV2");
  AddNode(graph, "split", "Split", {"x"});
  AddNode(graph, "y", "MatMul", {"split:1", "w:0", "^x"});
  return graph;
}

Dims ShapeOf(const ReadRun& run, OpId op) {
  const auto shape = run.profile.ops.shape[op];
  return {shape.begin(), shape.end()};
}

TEST_CASE("graph: names, types, kinds and ids") {
  const ReadRun run = ReadRunOf(SmallGraph(), {});
  CHECK(run.report.entries().empty());
  REQUIRE(run.profile.op_count() == 4);
  const OpRow& y = run.profile.ops.row[run.Op("y")];
  CHECK(run.Text(y.type) == "MatMul");
  CHECK(y.kind == OpKind::kGraphNode);
  CHECK(y.recorded_id == 3);
  CHECK(y.float_ops == kUnknown);
  CHECK_FALSE(y.assigned_device.valid());
  CHECK(run.Types(run.Op("y")) == Texts{"MatMul"});
  REQUIRE(run.profile.sources.size() == 1);
  const SourceRow& source = run.profile.sources[SourceId(0)];
  CHECK(run.Text(source.format) == "graph_def");
  CHECK(run.Text(source.path) == "graph.pb");
  CHECK(source.resolution_ps == kUs);
  CHECK(source.epoch_ns == kUnknown);
  CHECK_FALSE(source.has_code_traces);
  CHECK(run.profile.steps.size() == 0);
}

TEST_CASE("graph: inputs with output and control") {
  const ReadRun run = ReadRunOf(SmallGraph(), {});
  const auto inputs = run.profile.ops.inputs[run.Op("y")];
  REQUIRE(inputs.size() == 3);
  CHECK(inputs[0].producer == run.Op("split"));
  CHECK(inputs[0].output == 1);
  CHECK_FALSE(inputs[0].control);
  CHECK(inputs[1].producer == run.Op("w"));
  CHECK(inputs[1].slot == 1);
  CHECK(inputs[1].output == 0);
  CHECK(inputs[2].producer == run.Op("x"));
  CHECK(inputs[2].slot == 2);
  CHECK(inputs[2].control);
  CHECK(inputs[2].output == OpInput::kOutputUnknown);
}

TEST_CASE("graph: shapes and attributes") {
  tensorflow::GraphDef graph;
  const auto shape_of = [&](const std::string& name) {
    return (*AddNode(graph, name, "VariableV2")->mutable_attr())["shape"].mutable_shape();
  };
  tensorflow::TensorShapeProto* matrix = shape_of("matrix");
  matrix->add_dim()->set_size(4);
  matrix->add_dim()->set_size(-1);
  shape_of("scalar");
  shape_of("unknown")->set_unknown_rank(true);
  tensorflow::NodeDef* node = AddNode(graph, "n", "Op");
  (*node->mutable_attr())["shape"].set_i(7);  // no shape at all
  auto* list = (*node->mutable_attr())["_output_shapes"].mutable_list();
  list->add_shape()->add_dim()->set_size(3);
  list->add_shape();
  list->add_shape()->set_unknown_rank(true);
  node->set_device("/job:w/task:1");
  const ReadRun run = ReadRunOf(graph, {});
  CHECK(ShapeOf(run, run.Op("matrix")) == Dims{4, -1});
  CHECK(ShapeOf(run, run.Op("scalar")) == Dims{1});
  CHECK(ShapeOf(run, run.Op("unknown")).empty());
  const OpId n = run.Op("n");
  CHECK(ShapeOf(run, n).empty());
  const auto outputs = run.profile.ops.output_shapes[n];
  REQUIRE(outputs.size() == 3);
  CHECK(outputs[0].count == 1);
  CHECK(run.profile.ops.dims[outputs[0].first] == 3);
  CHECK(outputs[1].slot == 1);
  CHECK(run.profile.ops.dims[outputs[1].first] == 1);
  CHECK(outputs[2].count == 0);
  tensorflow::AttrValue value;
  int requested = 0;
  for (const OpAttribute& attribute : run.profile.ops.attributes[n]) {
    REQUIRE(value.ParseFromString(run.Text(attribute.value)));
    if (run.Text(attribute.name) == "shape") CHECK(value.i() == 7);
    if (run.Text(attribute.name) != "_requested_device") continue;
    ++requested;
    CHECK(value.s() == "/job:w/task:1");
  }
  CHECK(requested == 1);
}

TEST_CASE("run metadata: an execution on the CPU") {
  tensorflow::RunMetadata run_meta;
  auto* lane = AddLane(run_meta, kCpuDevice);
  AddRun(lane, "x:Placeholder", kStartMicros, 5);
  AddRun(lane, "y", kStartMicros + 10, 7);
  AddRun(lane, "y", kStartMicros + 30, 0);
  const ReadRun run = ReadRunOf(SmallGraph(), {run_meta, run_meta});
  const OpId y = run.Op("y");
  const OpRow& row = run.profile.ops.row[y];
  CHECK(run.Device(row.assigned_device) == "/job:w/replica:0/task:0/device:cpu:0");
  CHECK(row.host_device == row.assigned_device);
  CHECK(run.Types(y) == Texts{"/job:w/replica:0/task:0/device:cpu:0", "MatMul"});
  REQUIRE(run.profile.steps.size() == 2);
  CHECK(run.profile.steps[StepId(1)].number == 1);
  CHECK(run.profile.steps[StepId(1)].listed);
  const auto execs = run.Execs(y, 1);
  REQUIRE(execs.size() == 1);
  CHECK(execs[0].runs == 2);
  CHECK((execs[0].cpu_time == 8 * kUs));
  CHECK((execs[0].accelerator_time == 0));
  CHECK(execs[0].first_start == 10 * kUs);
  CHECK(execs[0].last_end == 31 * kUs);
  CHECK(run.Count(ImportProblem::kDurationRoundedUp) == 2);
  const SourceRow& source = run.profile.sources[SourceId(0)];
  CHECK(run.Text(source.format) == "run_metadata");
  CHECK(source.epoch_ns == kStartMicros * 1000);
  const TrackRow& track = run.profile.tracks[*run.Track("/job:w/replica:0/task:0/device:cpu:0")];
  CHECK(track.kind == TrackKind::kLane);
  CHECK(track.role == TrackRole::kExec);
}

TEST_CASE("run metadata: events keep their label and the place of their arguments") {
  tensorflow::RunMetadata run_meta;
  AddRun(AddLane(run_meta, kCpuDevice), "x:Placeholder", kStartMicros, 5);
  const std::string bytes = run_meta.SerializeAsString();
  const ReadRun run = ReadFiles(SmallGraph().SerializeAsString(), {bytes, bytes});
  const Events& events = run.profile.events[TrackId(0)];
  REQUIRE(events.size() == 2);
  CHECK(run.Text(events.label[0]) == "x:Placeholder");
  for (size_t file = 0; file < 2; ++file) {
    tensorflow::NodeExecStats stats;
    const size_t offset = events.args[file] - file * bytes.size();
    CHECK(stats.ParseFromString(bytes.substr(offset)));
    CHECK(stats.node_name() == "x:Placeholder");
  }
}

TEST_CASE(
    "run metadata: a transfer keeps TensorFlow's label, which repeats the graph for other ops") {
  const std::string moved = "[8B] [1.0Mb/s] edge_1_x from /job:a/task:0 to /job:a/task:1";
  tensorflow::RunMetadata run_meta;
  auto* lane = AddLane(run_meta, kCpuDevice);
  AddRun(lane, "RecvTensor", kStartMicros, 2)->set_timeline_label(moved);
  AddRun(lane, "x", kStartMicros + 10, 2)->set_timeline_label("x = Placeholder()");
  AddRun(lane, "_SOURCE", kStartMicros + 20, 2)->set_timeline_label("_SOURCE = NoOp()");
  AddRun(lane, "fused", kStartMicros + 30, 2)->set_timeline_label("other");
  const ReadRun run = ReadRunOf(SmallGraph(), {run_meta});
  const Events& events = run.profile.events[TrackId(0)];
  REQUIRE(events.label.size() == 4);
  CHECK(run.Text(events.label[0]) == moved);
  for (size_t e = 1; e < 4; ++e) CHECK_FALSE(events.label[e].valid());
}

TEST_CASE("run metadata: lanes of a GPU") {
  tensorflow::RunMetadata run_meta;
  AddRun(AddLane(run_meta, "/device:GPU:1/stream:all"), "y:MatMul", kStartMicros + 5, 100);
  AddRun(AddLane(run_meta, "/device:GPU:1/stream:13"), "y:MatMul", kStartMicros + 5, 100);
  AddRun(AddLane(run_meta, "/device:GPU:1/memcpy"), "y:MEMCPYHtoD", kStartMicros + 300, 50);
  AddRun(AddLane(run_meta, kGpuDevice), "y", kStartMicros, 9);
  AddRun(AddLane(run_meta, kCpuDevice), "x", kStartMicros, 1);
  const ReadRun run = ReadRunOf(SmallGraph(), {run_meta});
  const OpId y = run.Op("y");
  const OpRow& row = run.profile.ops.row[y];
  CHECK(run.Device(row.assigned_device) == "/job:w/replica:0/task:0/device:gpu:1");
  CHECK(run.Device(row.host_device) == "/job:w/replica:0/task:0/device:cpu:0");
  const auto execs = run.Execs(y, 0);
  REQUIRE(execs.size() == 1);
  CHECK(execs[0].device == row.assigned_device);
  CHECK(execs[0].runs == 1);
  CHECK((execs[0].cpu_time == 9 * kUs));
  CHECK((execs[0].accelerator_time == 100 * kUs));
  CHECK(execs[0].last_end - execs[0].first_start == 350 * kUs);
  struct Lane {
    const char* name;
    TrackKind kind;
    TrackRole role;
  };
  for (const Lane& lane :
       {Lane{"/device:gpu:1/stream:all", TrackKind::kStream, TrackRole::kExec},
        Lane{"/device:gpu:1/stream:13", TrackKind::kStream, TrackRole::kOverlay},
        Lane{"/device:gpu:1/memcpy", TrackKind::kCopyQueue, TrackRole::kOverlay},
        Lane{"/job:w/replica:0/task:0/device:gpu:1", TrackKind::kLane, TrackRole::kExec}}) {
    CAPTURE(lane.name);
    const auto id = run.Track(lane.name);
    REQUIRE(id.has_value());
    CHECK(run.profile.tracks[*id].kind == lane.kind);
    CHECK(run.profile.tracks[*id].role == lane.role);
    CHECK(run.profile.tracks[*id].device == row.assigned_device);
    CHECK(run.profile.events[*id].size() == 1);
  }
  CHECK_FALSE(run.profile.sources[SourceId(0)].misses_accelerator_stream);
  CHECK(run.Count(ImportProblem::kNoAcceleratorStream) == 0);
}

TEST_CASE("run metadata: memory of an execution") {
  tensorflow::RunMetadata run_meta;
  auto* stats = AddRun(AddLane(run_meta, kGpuDevice), "y", kStartMicros, 0);
  AddLane(run_meta, "/device:GPU:1/stream:all");
  auto* gpu = stats->add_memory();
  gpu->set_allocator_name("GPU_0_bfc");
  gpu->set_total_bytes(100);
  gpu->set_peak_bytes(80);
  gpu->set_live_bytes(30);
  gpu->set_allocator_bytes_in_use(5000);
  gpu->add_allocation_records()->set_alloc_micros(kStartMicros + 2);
  gpu->mutable_allocation_records(0)->set_alloc_bytes(-64);
  auto* host = stats->add_memory();
  host->set_allocator_name("cpu");
  host->set_total_bytes(7);
  host->set_peak_bytes(6);
  host->set_live_bytes(5);
  host->set_allocator_bytes_in_use(9000);
  host->add_allocation_records()->set_alloc_bytes(8);
  stats->mutable_memory_stats()->set_temp_memory_size(1000);
  stats->mutable_memory_stats()->set_persistent_memory_size(2000);
  auto* output = stats->add_output();
  output->set_slot(1);
  auto* allocation = output->mutable_tensor_description()->mutable_allocation_description();
  allocation->set_requested_bytes(48);
  allocation->set_allocated_bytes(256);
  allocation->set_ptr(0xABC);
  stats->add_output()->mutable_tensor_description();
  const ReadRun run = ReadRunOf(SmallGraph(), {run_meta});
  CHECK(run.Count(ImportProblem::kUnknownField) == 0);
  REQUIRE(run.profile.snapshots.size() == 1);
  const SnapshotRow& snapshot = run.profile.snapshots[SnapshotId(0)];
  CHECK(snapshot.op == run.Op("y"));
  CHECK(snapshot.time == 0);  // before the duration is rounded up
  CHECK(snapshot.requested_bytes == 3107);
  CHECK(snapshot.peak_bytes == 3086);
  CHECK(snapshot.residual_bytes == 2035);
  CHECK(snapshot.output_bytes == 256);
  CHECK(snapshot.accelerator_temp_bytes == 1000);
  CHECK(snapshot.accelerator_persistent_bytes == 2000);
  CHECK(snapshot.host_temp_bytes == 0);
  CHECK(snapshot.host_persistent_bytes == 0);
  CHECK(snapshot.allocator_bytes_in_use == 5000);
  REQUIRE(run.profile.allocations.size() == 2);
  CHECK(run.Text(run.profile.allocations[0].allocator) == "GPU_0_bfc");
  CHECK(run.profile.allocations[0].time == 2 * kUs);
  CHECK(run.profile.allocations[0].delta == -64);
  CHECK(run.Text(run.profile.allocations[1].allocator) == "cpu");
  CHECK(run.profile.allocations[1].time == kUnknown);
  CHECK(run.profile.allocations[1].delta == 8);
  REQUIRE(run.profile.outputs.size() == 2);
  CHECK(run.profile.outputs[0].slot == 1);
  CHECK(run.profile.outputs[0].bytes == 256);
  CHECK(run.profile.outputs[0].address == 0xABC);
  CHECK(run.profile.outputs[1].bytes == kUnknown);
  const auto execs = run.Execs(run.Op("y"), 0);
  REQUIRE(execs.size() == 1);
  CHECK(execs[0].requested_bytes == 3107);
}

TEST_CASE("run metadata: memory on a CPU is the host's") {
  tensorflow::RunMetadata run_meta;
  auto* stats = AddRun(AddLane(run_meta, kCpuDevice), "y", kStartMicros, 4);
  stats->mutable_memory_stats()->set_temp_memory_size(1000);
  stats->mutable_memory_stats()->set_persistent_memory_size(2000);
  const ReadRun run = ReadRunOf(SmallGraph(), {run_meta});
  const SnapshotRow& snapshot = run.profile.snapshots[SnapshotId(0)];
  CHECK(snapshot.time == 4 * kUs);
  CHECK(snapshot.host_temp_bytes == 1000);
  CHECK(snapshot.host_persistent_bytes == 2000);
  CHECK(snapshot.accelerator_temp_bytes == 0);
}

TEST_CASE("op log: types, float operations and stacks") {
  tensorflow::tfprof::OpLogProto log;
  (*log.mutable_id_to_string())[1] = "model.py";
  (*log.mutable_id_to_string())[2] = "train";
  for (const char* type : {"_trainable_variables", "mine"}) {
    auto* entry = log.add_log_entries();
    entry->set_name("w");
    entry->add_types(type);
    entry->set_float_ops(type[0] == 'm' ? 0 : 42);
    auto* trace = entry->mutable_code_def()->add_traces();
    trace->set_file_id(1);
    trace->set_function_id(2);
    trace->set_lineno(type[0] == 'm' ? 8 : 7);
  }
  log.add_log_entries()->set_name("ran_only");
  log.add_log_entries()->set_name("ran_later");
  tensorflow::RunMetadata first, second;
  AddRun(AddLane(first, kCpuDevice), "ran_only", kStartMicros, 1);
  AddRun(AddLane(second, kCpuDevice), "ran_later", kStartMicros, 1);
  const ReadRun run = ReadRunOf(SmallGraph(), {first, second}, log);
  const OpId w = run.Op("w");
  CHECK(run.Types(w) == Texts{"VariableV2", "_trainable_variables", "mine"});
  const OpRow& row = run.profile.ops.row[w];
  CHECK(row.float_ops == 42);
  REQUIRE(row.frame.valid());
  const FrameRow& frame = run.profile.frames[row.frame];
  CHECK(run.Text(frame.file) == "model.py");
  CHECK(run.Text(frame.function) == "train");
  CHECK(frame.line == 7);  // of the first entry
  CHECK(run.profile.sources[SourceId(0)].has_code_traces);
  CHECK(run.Count(ImportProblem::kUnmatchedOpLog) == 1);
  CHECK(run.Detail(ImportProblem::kUnmatchedOpLog) == "ran_later");
}

TEST_CASE("text forms tell the same as binary ones") {
  tensorflow::RunMetadata run_meta;
  AddRun(AddLane(run_meta, kCpuDevice), "y", kStartMicros, 7);
  tensorflow::tfprof::OpLogProto log;
  log.add_log_entries()->set_name("y");
  log.mutable_log_entries(0)->set_float_ops(5);
  const auto text = [](const google::protobuf::Message& message) {
    std::string out;
    REQUIRE(google::protobuf::TextFormat::PrintToString(message, &out));
    return "# a comment\n" + out;
  };
  const ReadRun run = ReadFiles(text(SmallGraph()), {text(run_meta)}, text(log));
  REQUIRE(run.status.ok());
  CHECK(run.report.entries().empty());
  const OpId y = run.Op("y");
  CHECK(run.profile.ops.row[y].float_ops == 5);
  CHECK((run.Execs(y, 0).at(0).cpu_time == 7 * kUs));
  CHECK(run.profile.ops.inputs[y].size() == 3);
  CHECK(run.profile.events[TrackId(0)].args.empty());  // the text has no such bytes
}

}  // namespace
}  // namespace profiler
