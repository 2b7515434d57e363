// The reader of ProfileProto: every field in its column, every kind of damage in its counter.
#include "profiler/readers/tfprof/profile_proto.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/store/builder.h"
#include "proto/tfprof_log.pb.h"

namespace profiler {
namespace {

using tensorflow::tfprof::ProfileNode;
using tensorflow::tfprof::ProfileProto;

constexpr int64_t kUs = kPicosPerMicro;

struct Read {
  Profile profile;
  ImportReport report;

  explicit Read(const std::string& bytes) {
    ProfileBuilder builder;
    RunContext context;
    CHECK(
        kTfprofProfileFormat.read(Input::FromBytes("test", bytes), builder, report, context).ok());
    profile = builder.Build();
  }
  explicit Read(const ProfileProto& proto) : Read(proto.SerializeAsString()) {}

  int64_t Count(ImportProblem problem) const {
    for (const ImportReport::Entry& entry : report.entries()) {
      if (entry.problem == problem) return entry.count;
    }
    return 0;
  }
  std::string Text(StringId id) const { return std::string(profile.strings[id]); }
  const OpRow& Op(uint32_t row = 0) const { return profile.ops.row[OpId(row)]; }
};

ProfileNode& AddNode(ProfileProto& proto, int64_t id, const std::string& name) {
  ProfileNode& node = (*proto.mutable_nodes())[id];
  node.set_id(id);
  node.set_name(name);
  node.set_op("Op");
  return node;
}

void AddTime(tensorflow::tfprof::ExecTime& time, int64_t start, int64_t duration) {
  tensorflow::tfprof::Tuple* tuple = time.add_times();
  tuple->add_int64_values(start);
  tuple->add_int64_values(duration);
}

const char kGpu[] = "/job:w/replica:0/task:1/device:gpu:0";

TEST_CASE("each field of a node has its column") {
  ProfileProto proto;
  proto.set_has_trace(true);
  proto.set_miss_accelerator_stream(true);
  proto.add_steps(4);
  (*proto.mutable_id_to_string())[1] = "dir/model.py";
  (*proto.mutable_id_to_string())[2] = "build";
  (*proto.mutable_id_to_string())[3] = "x = matmul(a, b)";
  AddNode(proto, 0, "producer").add_op_types("Op");
  ProfileNode& node = AddNode(proto, 7, "net/mm");
  node.set_op("MatMul");
  (*node.mutable_inputs())[1] = 0;
  (*node.mutable_src_output_index())[0] = 2;
  node.add_shape(3);
  node.add_shape(4);
  node.add_op_types("MatMul");
  node.add_op_types("hot");
  node.set_canonical_device(kGpu);
  node.set_host_device("/job:w/replica:0/task:1/device:cpu:0");
  node.set_float_ops(99);
  (*node.mutable_attrs())["T"].set_type(tensorflow::DT_FLOAT);
  (*node.mutable_output_shapes())[0].add_int64_values(5);
  auto* trace = node.mutable_trace()->add_traces();
  trace->set_file_id(1);
  trace->set_lineno(12);
  trace->set_function_id(2);
  trace->set_line_id(3);
  trace->set_func_start_line(10);
  const Read read(proto);

  const Profile& p = read.profile;
  CHECK(p.sources[SourceId(0)].has_code_traces);
  CHECK(p.sources[SourceId(0)].misses_accelerator_stream);
  CHECK(p.steps[StepId(0)].number == 4);
  CHECK(p.steps[StepId(0)].listed);
  const OpRow& op = read.Op(1);
  CHECK(read.Text(op.name) == "net/mm");
  CHECK(read.Text(op.type) == "MatMul");
  CHECK(op.kind == OpKind::kGraphNode);
  CHECK(op.recorded_id == 7);
  CHECK(op.float_ops == 99);
  CHECK(read.Op(0).float_ops == kUnknown);
  CHECK(read.Text(p.devices[op.assigned_device].name) == kGpu);
  CHECK(p.devices[op.assigned_device].kind == DeviceKind::kGpu);
  CHECK(p.devices[op.host_device].kind == DeviceKind::kCpu);
  REQUIRE(p.ops.inputs[OpId(1)].size() == 1);
  CHECK(p.ops.inputs[OpId(1)][0].slot == 1);
  CHECK(p.ops.inputs[OpId(1)][0].producer == OpId(0));
  CHECK(p.ops.inputs[OpId(1)][0].output == 2);
  CHECK(p.ops.shape[OpId(1)].size() == 2);
  CHECK(p.ops.shape[OpId(1)][1] == 4);
  CHECK(read.Text(p.ops.types[OpId(1)][1]) == "hot");
  CHECK(read.Text(p.ops.attributes[OpId(1)][0].name) == "T");
  CHECK(p.ops.output_shapes[OpId(1)][0].count == 1);
  const FrameRow& frame = p.frames[op.frame];
  CHECK(read.Text(frame.file) == "dir/model.py");
  CHECK(frame.line == 12);
  CHECK(read.Text(frame.function) == "build");
  CHECK(read.Text(frame.code) == "x = matmul(a, b)");
  CHECK(frame.function_start_line == 10);
  CHECK(read.report.entries().size() == 1);
  CHECK(read.Count(ImportProblem::kNoAcceleratorStream) == 1);
}

TEST_CASE("each field of an execution has its column") {
  ProfileProto proto;
  ProfileNode& node = AddNode(proto, 1, "mm");
  node.set_canonical_device(kGpu);
  auto& exec = (*node.mutable_execs())[3];
  exec.set_run_count(2);
  exec.set_all_start_micros(1'600'000'000'000'000);
  exec.set_latest_end_micros(1'600'000'000'000'050);
  AddTime((*exec.mutable_cpu_execs())[kGpu], 1'600'000'000'000'000, 5);
  AddTime((*exec.mutable_accelerator_execs())["/device:gpu:0/stream:all"], 1'600'000'000'000'010,
          40);
  for (const char* lane :
       {kGpu, "/device:gpu:0/stream:all", "/device:gpu:0/stream:13", "/device:gpu:0/memcpy"}) {
    exec.add_devices(lane);
  }
  auto* memory = exec.add_memory_execs();
  memory->set_memory_micros(1'600'000'000'000'005);
  memory->set_host_temp_bytes(1);
  memory->set_host_persistent_bytes(2);
  memory->set_accelerator_temp_bytes(3);
  memory->set_accelerator_persistent_bytes(4);
  memory->set_requested_bytes(10);
  memory->set_peak_bytes(20);
  memory->set_residual_bytes(30);
  memory->set_output_bytes(40);
  memory->set_allocator_bytes_in_use(50);
  auto& output = (*memory->mutable_output_memory())[1];
  output.set_bytes(8);
  output.set_ptr(77);
  auto* allocation = exec.add_allocations();
  allocation->set_alloc_micros(1'600'000'000'000'002);
  allocation->set_alloc_bytes(-6);
  const Read read(proto);
  const Profile& p = read.profile;

  // The stream is named without job and task, but belongs to the op's own GPU.
  REQUIRE(p.execs().row.size() == 1);
  const ExecRow& row = p.execs().row[ExecId(0)];
  CHECK(row.device == read.Op().assigned_device);
  CHECK(row.runs == 2);
  CHECK((row.cpu_time == 5 * kUs));
  CHECK((row.accelerator_time == 40 * kUs));
  CHECK(row.first_start == 0);
  CHECK(row.last_end == 50 * kUs);
  CHECK(row.requested_bytes == 10);
  CHECK(row.peak_bytes == 20);
  CHECK(row.residual_bytes == 30);
  CHECK(row.output_bytes == 40);
  CHECK(row.origin == Origin::kRecorded);
  CHECK(p.sources[SourceId(0)].epoch_ns == 1'600'000'000'000'000'000);
  const SnapshotRow& snapshot = p.snapshots[SnapshotId(0)];
  CHECK(snapshot.time == 5 * kUs);
  CHECK(snapshot.host_temp_bytes == 1);
  CHECK(snapshot.host_persistent_bytes == 2);
  CHECK(snapshot.accelerator_temp_bytes == 3);
  CHECK(snapshot.accelerator_persistent_bytes == 4);
  CHECK(snapshot.allocator_bytes_in_use == 50);
  REQUIRE(p.outputs.size() == 1);
  CHECK(p.outputs[0].slot == 1);
  CHECK(p.outputs[0].bytes == 8);
  CHECK(p.outputs[0].address == 77);
  REQUIRE(p.allocations.size() == 1);
  CHECK(p.allocations[0].time == 2 * kUs);
  CHECK(p.allocations[0].delta == -6);
  // Single streams and copies repeat stream:all.
  REQUIRE(p.lanes_seen.size() == 2);
  for (const LaneSeenRow& lane : p.lanes_seen) {
    CHECK(p.tracks[lane.track].role == TrackRole::kOverlay);
  }
  CHECK_FALSE(p.steps[StepId(0)].listed);
  CHECK(read.report.entries().empty());
}

TEST_CASE("a GPU without its streams is told even where the file does not flag it") {
  ProfileProto proto;
  ProfileNode& node = AddNode(proto, 1, "mm");
  node.set_canonical_device(kGpu);
  auto& exec = (*node.mutable_execs())[3];
  AddTime((*exec.mutable_cpu_execs())[kGpu], 1'600'000'000'000'000, 5);
  exec.add_devices("/device:gpu:0/stream:13");
  const Read without(proto);
  CHECK(without.profile.sources[SourceId(0)].misses_accelerator_stream);
  CHECK(without.Count(ImportProblem::kNoAcceleratorStream) == 1);
  CHECK(without.report.worst() == ImportSeverity::kLoss);

  // The part that was cut may have had the streams.
  proto.add_steps(3);
  const std::string bytes = proto.SerializeAsString();
  const Read cut(bytes.substr(0, bytes.size() - 1));
  REQUIRE(cut.profile.execs().row.size() == 1);
  CHECK(cut.Count(ImportProblem::kTruncated) == 1);
  CHECK(cut.Count(ImportProblem::kNoAcceleratorStream) == 0);

  AddTime((*exec.mutable_accelerator_execs())["/device:gpu:0/stream:all"], 1'600'000'000'000'010,
          40);
  const Read with(proto);
  CHECK_FALSE(with.profile.sources[SourceId(0)].misses_accelerator_stream);
  CHECK(with.report.entries().empty());
}

TEST_CASE("old traces hold their strings themselves") {
  ProfileProto proto;
  auto* trace = AddNode(proto, 1, "a").mutable_trace()->add_traces();
  trace->set_file("old.py");
  trace->set_function("f");
  trace->set_line("f()");
  const Read read(proto);
  const FrameRow& frame = read.profile.frames[read.Op().frame];
  CHECK(read.Text(frame.file) == "old.py");
  CHECK(read.Text(frame.function) == "f");
  CHECK(read.Text(frame.code) == "f()");
  CHECK(read.report.entries().empty());
}

TEST_CASE("stacks share the frames that they begin with, and tell what each of them lacks") {
  ProfileProto proto;
  (*proto.mutable_id_to_string())[1] = "m.py";
  const auto add_stack = [&](int64_t id, const std::vector<int>& lines, int64_t last_file) {
    ProfileNode& node = AddNode(proto, id, "n" + std::to_string(id));
    for (size_t i = 0; i < lines.size(); ++i) {
      auto* trace = node.mutable_trace()->add_traces();
      trace->set_file_id(i + 1 == lines.size() ? last_file : 1);
      trace->set_function_id(1);
      trace->set_lineno(lines[i]);
    }
  };
  add_stack(1, {10, 20, 30}, 1);
  add_stack(2, {10, 20, 31}, 1);
  add_stack(3, {10, 20}, 1);
  add_stack(4, {10, 21, 30}, 1);
  add_stack(5, {10, 20, 30}, 1);
  add_stack(6, {10, 20, 32}, 9);  // no such string
  add_stack(7, {10, 20, 32, 1}, 9);
  const Read read(proto);
  const auto frame = [&](uint32_t op) { return read.Op(op).frame; };
  const auto parent = [&](uint32_t op) { return read.profile.frames[frame(op)].parent; };
  CHECK(parent(0) == frame(2));
  CHECK(parent(1) == frame(2));
  CHECK(frame(4) == frame(0));
  CHECK_FALSE(parent(3) == frame(2));
  CHECK(read.profile.frames[parent(3)].parent == parent(2));
  CHECK(parent(5) == frame(2));
  CHECK(read.profile.frames.size() == 9);
  CHECK(read.Count(ImportProblem::kDanglingString) == 2);
}

TEST_CASE("a node that only ran, and was in no graph") {
  ProfileProto proto;
  AddNode(proto, 1, "_retval").set_op("_retval");
  CHECK(Read(proto).Op().kind == OpKind::kRuntime);
}

TEST_CASE("ids and strings that lead nowhere are counted") {
  ProfileProto proto;
  ProfileNode& node = AddNode(proto, 1, "a");
  (*node.mutable_inputs())[0] = 99;
  (*node.mutable_outputs())[0] = 99;
  node.set_id(5);
  auto* trace = node.mutable_trace()->add_traces();
  trace->set_file_id(8);
  trace->set_function_id(9);
  trace->set_line_id(10);
  const Read read(proto);
  CHECK(read.Count(ImportProblem::kDanglingInput) == 1);
  CHECK(read.Count(ImportProblem::kDanglingString) == 2);  // the line's text is often left out
  CHECK(read.Count(ImportProblem::kOutputEdgeIgnored) == 1);
  CHECK(read.Count(ImportProblem::kIdMismatch) == 1);
  CHECK(read.report.worst() == ImportSeverity::kLoss);
  CHECK(read.Text(read.profile.frames[read.Op().frame].file) == "<missing string>");
  REQUIRE(read.report.Summary().size() == 3);  // one repaired and two lost
  CHECK(read.report.Summary()[2].find("dangling_input, 1 time, first at byte") !=
        std::string::npos);
}

TEST_CASE("of nodes with one name the highest id stays") {
  ProfileProto proto;
  AddNode(proto, 1, "same").set_op("First");
  AddNode(proto, 2, "same").set_op("Second");
  ProfileNode& user = AddNode(proto, 3, "user");
  (*user.mutable_inputs())[0] = 1;
  const Read read(proto);
  CHECK(read.profile.op_count() == 2);
  CHECK(read.Text(read.Op(0).type) == "Second");
  CHECK(read.profile.ops.inputs[OpId(1)][0].producer == OpId(0));
  CHECK(read.Count(ImportProblem::kDuplicateName) == 1);
}

TEST_CASE("of entries with one key the last stays") {
  ProfileProto one, two;
  AddNode(one, 1, "a").set_op("First");
  AddNode(two, 1, "b").set_op("Second");
  const Read read(one.SerializeAsString() + two.SerializeAsString());
  CHECK(read.profile.op_count() == 1);
  CHECK(read.Text(read.Op().name) == "b");
  CHECK(read.Count(ImportProblem::kDuplicateKey) == 1);
}

TEST_CASE("times that no timeline can hold count in totals") {
  ProfileProto proto;
  auto& exec = (*AddNode(proto, 1, "a").mutable_execs())[0];
  auto& times = (*exec.mutable_cpu_execs())["/device:cpu:0"];
  AddTime(times, 1000, 7);
  AddTime(times, 0, 100);
  AddTime(times, 1000, -50);
  AddTime(times, 1000, int64_t{1} << 60);
  times.add_times()->add_int64_values(1000);
  auto* three = times.add_times();
  for (int64_t value : {1000, 3, 9}) three->add_int64_values(value);
  const Read read(proto);
  CHECK(read.Count(ImportProblem::kZeroStart) == 1);
  CHECK(read.Count(ImportProblem::kNegativeDuration) == 1);
  CHECK(read.Count(ImportProblem::kTimeOutOfRange) == 1);
  CHECK(read.Count(ImportProblem::kMalformedTime) == 1);
  CHECK(read.Count(ImportProblem::kMalformedField) == 1);
  CHECK(read.report.worst() == ImportSeverity::kError);
  CHECK(read.profile.events[TrackId(0)].size() == 2);
  CHECK(read.profile.unplaced.size() == 3);
  Int128 time = 0;
  for (const ExecRow& row : read.profile.execs().row.values()) time += row.cpu_time;
  CHECK((time == ((Int128{1} << 60) + 7 + 100 - 50 + 3) * kUs));
}

TEST_CASE("unknown fields are news, known ones of another type are damage") {
  ProfileProto proto;
  AddNode(proto, 1, "a");
  std::string bytes = proto.SerializeAsString();
  bytes += std::string("\xa0\x06\x01", 3);  // field 100, a varint
  CHECK(Read(bytes).Count(ImportProblem::kUnknownField) == 1);
  CHECK(Read(bytes).report.worst() == ImportSeverity::kInfo);
  bytes += std::string("\x12\x01\x01", 3);  // has_trace as bytes
  CHECK(Read(bytes).Count(ImportProblem::kMalformedField) == 1);
  CHECK(Read(bytes).profile.op_count() == 1);
}

TEST_CASE("a file that was cut keeps what stands before the cut") {
  ProfileProto proto;
  proto.set_has_trace(true);
  for (int64_t id = 1; id <= 10; ++id) {
    ProfileNode& node = AddNode(proto, id, "node" + std::to_string(id));
    AddTime((*(*node.mutable_execs())[0].mutable_cpu_execs())["/device:cpu:0"], 1000, id);
  }
  const std::string bytes = proto.SerializeAsString();
  const Read read(bytes.substr(0, bytes.size() - bytes.size() / 3));
  CHECK(read.Count(ImportProblem::kTruncated) == 1);
  CHECK(read.Count(ImportProblem::kMalformedField) == 0);
  CHECK(read.profile.op_count() >= 6);
  CHECK(read.profile.op_count() < 10);
}

TEST_CASE("reading stops when it is cancelled") {
  ProfileProto proto;
  AddNode(proto, 1, "a");
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  context.Cancel();
  CHECK(kTfprofProfileFormat
            .read(Input::FromBytes("test", proto.SerializeAsString()), builder, report, context)
            .code() == absl::StatusCode::kCancelled);
}

TEST_CASE("each import problem has an id of its own and a sentence") {
  for (int p = 0; p <= static_cast<int>(ImportProblem::kConflictingFact); ++p) {
    const ImportProblemInfo& info = Info(static_cast<ImportProblem>(p));
    CHECK(info.problem == static_cast<ImportProblem>(p));
    CHECK_FALSE(info.sentence.empty());
  }
}

}  // namespace
}  // namespace profiler
