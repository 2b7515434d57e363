// -output profile: what of a run is written, and what the format cannot hold.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/unit/export/written_profile.h"

namespace profiler {
namespace {

using tensorflow::tfprof::ProfileNode;
using tensorflow::tfprof::ProfileProto;

constexpr int64_t kUs = kPicosPerMicro;

// A run of a graph and one step, as a reader adds it.
struct Run {
  ProfileBuilder builder;
  SourceId source;
  TrackRow track;
  StepId step;

  explicit Run(TfprofRules rules = TfprofRules::kToApply) {
    SourceRow row;
    row.path = builder.Intern("run");
    row.tfprof_rules = rules;
    row.resolution_ps = kUs;
    row.epoch_ns = 1'000'000;
    source = builder.AddSource(row);
    track.source = source;
    track.kind = TrackKind::kLane;
    step = builder.Step(source, 4);
    Use("/device:CPU:0");
  }

  void Use(std::string_view device) {
    track.device = builder.Device(device);
    track.name = builder.Intern(device);
  }
  OpId Op(std::string_view name, OpKind kind = OpKind::kGraphNode) {
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern("Type");
    row.kind = kind;
    row.assigned_device = track.device;
    return builder.AddOp(row);
  }
  void Event(OpId op, int64_t begin, int64_t duration, StepId of) {
    builder.AddEvent(builder.Track(track),
                     {begin, duration, op, of, StringId(), EventKind::kSlice, EventRow::kNoArgs});
  }
  void Event(OpId op, int64_t begin_us, int64_t us) { Event(op, begin_us * kUs, us * kUs, step); }
};

const ProfileNode& Node(const ProfileProto& proto, const std::string& name) {
  for (const auto& [id, node] : proto.nodes()) {
    if (node.name() == name) return node;
  }
  FAIL("no node " << name);
  return proto.nodes().begin()->second;
}

bool HasNote(const ProfileProtoBytes& written, const std::string& id) {
  return std::any_of(written.notes.begin(), written.notes.end(),
                     [&](const Note& note) { return note.id == id; });
}

TEST_CASE("of run metadata tfprof's losses are written, and without them with -compat off") {
  Run run;
  const OpId producer = run.Op("producer"), op = run.Op("op");
  run.builder.AddInput(op, {0, producer, 1, false});
  run.builder.AddAttribute(op, {run.builder.Intern("_requested_device"), StringId()});
  run.Event(op, 5, 7);
  run.Event(run.Op("MEMCPYHtoD", OpKind::kRuntime), 5, 1);
  SnapshotRow snapshot;
  snapshot.op = op;
  snapshot.step = run.step;
  snapshot.device = run.track.device;
  snapshot.time = 12 * kUs;
  run.builder.AddSnapshot(snapshot);
  for (const char* allocator : {"GPU_0_bfc", "cpu"}) {
    AllocationRow row;
    row.op = op;
    row.step = run.step;
    row.device = run.track.device;
    row.allocator = run.builder.Intern(allocator);
    row.delta = 8;
    run.builder.AddAllocation(row);
  }
  run.builder.AddUnplaced(
      {op, run.step, run.builder.Track(run.track), 0, 9, UnplacedReason::kZeroStart});
  run.Use("/device:CPU:1");
  run.Event(op, 6, 100);
  const Profile profile = run.builder.Build();

  const ProfileProto as_tfprof = Parse(Write(profile).bytes);
  CHECK(as_tfprof.nodes_size() == 2);
  const ProfileNode& node = Node(as_tfprof, "op");
  CHECK(node.canonical_device() == "/device:cpu:0");
  CHECK(node.src_output_index().at(0) == 0);
  CHECK(node.attrs_size() == 0);
  const auto& exec = node.execs().at(4);
  CHECK(exec.run_count() == 1);
  CHECK(exec.all_start_micros() == 1005);
  CHECK(exec.latest_end_micros() == 1012);
  REQUIRE(exec.cpu_execs_size() == 1);
  CHECK(exec.cpu_execs().at("/device:cpu:0").times_size() == 1);
  CHECK(exec.devices_size() == 1);
  REQUIRE(exec.memory_execs_size() == 1);
  CHECK(exec.memory_execs(0).memory_micros() == 1012);
  CHECK(exec.allocations_size() == 1);

  const ProfileProto whole = Parse(Write(profile, ExportQuery(false)).bytes);
  CHECK(whole.nodes_size() == 3);
  CHECK(Node(whole, "op").src_output_index().at(0) == 1);
  CHECK(Node(whole, "op").execs().at(4).cpu_execs_size() == 2);
  CHECK(Node(whole, "op").execs().at(4).cpu_execs().at("/device:cpu:0").times_size() == 2);
}

TEST_CASE("a step and places that are selected narrow what is written, not the ops") {
  Run run;
  const OpId op = run.Op("op");
  run.Event(op, 5, 7);
  run.Event(op, 50 * kUs, kUs, run.builder.Step(run.source, 6));
  run.Event(run.Op("other"), 50 * kUs, kUs, run.builder.Step(run.source, 6));
  const Profile profile = run.builder.Build();

  const ProfileProto proto = Parse(Write(profile, ExportQuery(true, 4)).bytes);
  CHECK(proto.nodes_size() == 2);
  REQUIRE(proto.steps_size() == 1);
  CHECK(proto.steps(0) == 4);
  CHECK(Node(proto, "op").execs_size() == 1);
  CHECK(Node(proto, "other").execs_size() == 0);

  Query query = ExportQuery();
  query.selection.devices = RegexSet::Compile({"none such"}).value();
  CHECK(Node(Parse(Write(profile, query).bytes), "op").execs_size() == 0);

  RunContext context;
  const auto missing =
      WriteProfileProto({profile, ExportQuery(true, 5).selection}, ExportQuery(true, 5), context);
  CHECK(missing.status().code() == absl::StatusCode::kNotFound);
  context.Cancel();
  CHECK(WriteProfileProto({profile, ExportQuery().selection}, ExportQuery(), context)
            .status()
            .code() == absl::StatusCode::kCancelled);
}

TEST_CASE("what the format cannot hold is told") {
  Run run(TfprofRules::kNotRead);
  const OpId op = run.Op("same");
  run.Event(op, 5 * kUs + 1, kUs / 2, run.step);
  run.Event(run.Op("same"), 9, 1);
  run.Event(op, 9 * kUs, kUs, StepId());
  SourceRow second;
  const SourceId source = run.builder.AddSource(second);
  run.track.source = source;
  run.Event(op, -3 * kUs, kUs, run.builder.Step(source, 4));
  const ProfileProtoBytes written = Write(run.builder.Build(), ExportQuery(false));
  for (const char* id : {"outside_steps", "rounded_times", "renamed_ops", "renumbered_steps"}) {
    CAPTURE(id);
    CHECK(HasNote(written, id));
  }
  const ProfileProto proto = Parse(written.bytes);
  CHECK(proto.steps_size() == 2);
  CHECK(Node(proto, "same#1").execs_size() == 1);
  // Without a wall clock it starts at 1, as a start of 0 would mean none.
  CHECK(Node(proto, "same").execs().at(5).all_start_micros() == 1);
  CHECK(Node(proto, "same").canonical_device() == "/device:cpu:0");
}

TEST_CASE("steps that sources share are one step") {
  Run run(TfprofRules::kApplied);
  const OpId op = run.Op("op");
  run.Event(op, 5, 7);
  SourceRow second;
  second.tfprof_rules = TfprofRules::kApplied;
  second.epoch_ns = 2'000'000;
  run.track.source = run.builder.AddSource(second);
  const StepId same = run.builder.Step(run.track.source, 4);
  run.builder.step(same).counts_as = run.step;
  run.Use("/device:CPU:1");
  run.Event(op, 6 * kUs, 8 * kUs, same);
  const ProfileProto proto = Parse(Write(run.builder.Build()).bytes);
  CHECK(proto.steps_size() == 1);  // all are listed, as there are several sources
  const auto& exec = Node(proto, "op").execs().at(4);
  CHECK(exec.cpu_execs_size() == 2);
  CHECK(exec.all_start_micros() == 1005);
  CHECK(exec.latest_end_micros() == 2014);
}

}  // namespace
}  // namespace profiler
