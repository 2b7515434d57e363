// tfprof's quirks with run metadata: what ran twice, moved data, had no start or misses a stream.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/store/builder.h"
#include "tests/unit/query/quirk_answers.h"

namespace profiler {
namespace {

// A run with ops of one name and type, on lanes of run metadata.
struct RunBuilder {
  ProfileBuilder builder;
  SourceId source;
  StepId step;

  RunBuilder() {
    SourceRow row;
    row.tfprof_rules = TfprofRules::kToApply;
    row.resolution_ps = kUs;
    source = builder.AddSource(row);
    step = builder.Step(source, 0);
  }
  OpId Op(const std::string& name, OpKind kind = OpKind::kGraphNode) {
    OpRow row;
    row.name = row.type = builder.Intern(name);
    row.kind = kind;
    row.assigned_device = builder.Device("/device:cpu:0");
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    return op;
  }
  TrackId Lane(const std::string& device) {
    TrackRow track;
    track.source = source;
    track.device = builder.Device(device);
    track.kind = TrackKind::kLane;
    return builder.Track(track);
  }
  void Ran(OpId op, const std::string& device, int64_t micros) {
    EventRow event;
    event.duration = micros * kUs;
    event.op = op;
    event.step = step;
    builder.AddEvent(Lane(device), event);
  }
};

TEST_CASE("single_device: an op that ran on two") {
  RunBuilder run;
  const OpId op = run.Op("a");
  run.Ran(op, "/device:cpu:0", 3);
  run.Ran(op, "/device:cpu:1", 5);
  const OpId elsewhere = run.Op("b");
  run.Ran(elsewhere, "/device:cpu:0", 1);
  run.step = run.builder.Step(run.source, 1);  // a step that does not count for its mean
  run.Ran(elsewhere, "/device:cpu:1", 9);
  const Profile profile = run.builder.Build();
  const Report with = Run(profile, true, "op", {{"select", "micros,occurrence"}});
  CHECK((ColumnOf(with, "micros").own[0] == 3 * kUs));
  CHECK((ColumnOf(with, "run_count").own[0] == 1));
  CHECK((ColumnOf(with, "micros").own[1] == 1 * kUs));
  CHECK(HasNote(with, Quirk::kSingleDevice));
  const Report without = Run(profile, false, "op", {{"select", "micros,occurrence"}});
  CHECK((ColumnOf(without, "micros").own[0] == 8 * kUs));
  CHECK((ColumnOf(without, "run_count").own[0] == 2));
  CHECK((ColumnOf(without, "micros").own[1] == 5 * kUs));
  CHECK(without.notes.empty());
}

TEST_CASE("skips_transfer_nodes: what is in no graph and moves data") {
  RunBuilder run;
  for (const char* name : {"RecvTensor", "_SOURCE", "x/MEMCPYHtoD", "_SINK"}) {
    run.Ran(run.Op(name, OpKind::kRuntime), "/device:cpu:0", 2);
  }
  run.Ran(run.Op("in_graph/MEMCPY"), "/device:cpu:0", 2);
  const Profile profile = run.builder.Build();
  for (const char* view : {"op", "scope", "graph"}) {
    const Report with = Run(profile, true, view, {});
    CHECK((ColumnOf(with, "micros").grand_total == 4 * kUs));
    CHECK(HasNote(with, Quirk::kSkipsTransferNodes));
    const Report without = Run(profile, false, view, {});
    CHECK((ColumnOf(without, "micros").grand_total == 10 * kUs));
  }
  CHECK(Names(Run(profile, true, "op", {})) == Texts{"_SINK", "in_graph/MEMCPY"});
  CHECK(Names(Run(profile, true, "scope", {})) ==
        Texts{"_TFProfRoot", "_SINK", "in_graph", "in_graph/MEMCPY"});
}

TEST_CASE("skips_zero_starts: executions and memory without a start") {
  RunBuilder run;
  const OpId op = run.Op("a");
  run.Ran(op, "/device:cpu:0", 3);
  run.builder.AddUnplaced(
      {op, run.step, run.Lane("/device:cpu:0"), 0, 4, UnplacedReason::kZeroStart});
  ExecRow exec;
  exec.op = op;
  exec.step = run.step;
  exec.device = run.builder.Device("/device:cpu:0");
  exec.runs = 2;
  run.builder.AddExec(exec);
  for (int64_t time : {int64_t{0}, kUnknown}) {
    SnapshotRow snapshot;
    snapshot.op = op;
    snapshot.step = run.step;
    snapshot.device = exec.device;
    snapshot.time = time;
    snapshot.requested_bytes = time == 0 ? 100 : 11;
    run.builder.AddSnapshot(snapshot);
  }
  const Profile profile = run.builder.Build();
  const std::vector<std::pair<std::string, std::string>> options = {
      {"select", "micros,bytes,occurrence"}};
  const Report with = Run(profile, true, "op", options);
  CHECK((ColumnOf(with, "micros").own[0] == 3 * kUs));
  CHECK((ColumnOf(with, "bytes").own[0] == 100));
  CHECK((ColumnOf(with, "run_count").own[0] == 1));
  CHECK(HasNote(with, Quirk::kSkipsZeroStarts));
  const Report without = Run(profile, false, "op", options);
  CHECK((ColumnOf(without, "micros").own[0] == 7 * kUs));
  CHECK((ColumnOf(without, "bytes").own[0] == 111));
  CHECK((ColumnOf(without, "run_count").own[0] == 2));
}

TEST_CASE("first_output_shape: of the second output, and of what is only waited for") {
  RunBuilder run;
  const OpId split = run.Op("split");
  run.builder.AddOutputShape(split, 0, {4});
  run.builder.AddOutputShape(split, 1, {5, 6});
  const OpId op = run.Op("a");
  run.builder.AddInput(op, {0, split, 1, false});
  run.builder.AddInput(op, {1, split, OpInput::kOutputUnknown, true});
  const Profile profile = run.builder.Build();
  const std::vector<std::pair<std::string, std::string>> options = {{"select", "input_shapes"}};
  const Report with = Run(profile, true, "scope", options);
  CHECK(ColumnOf(with, "input_shapes").texts[1] == Texts{"0:4", "1:4"});
  CHECK(HasNote(with, Quirk::kFirstOutputShape));
  const Report without = Run(profile, false, "scope", options);
  CHECK(ColumnOf(without, "input_shapes").texts[1] == Texts{"0:5x6"});
  CHECK(ColumnOf(Run(profile, true, "op", options), "input_shapes").uses[0][0].shapes ==
        Texts{"0:4", "1:4"});
}

TEST_CASE("a missing accelerator stream is told, and its time is not known") {
  RunBuilder run;
  run.builder.source(run.source).misses_accelerator_stream = true;
  run.Ran(run.Op("a"), "/device:gpu:0", 3);
  run.Ran(run.Op("b"), "/device:cpu:0", 3);
  const Profile profile = run.builder.Build();
  const Report report = Run(profile, false, "op", {});
  CHECK(report.misses_accelerator_stream);
  CHECK((ColumnOf(report, "accelerator_micros").own[0] == kAbsent));
  CHECK((ColumnOf(report, "accelerator_micros").own[1] == 0));
  CHECK((ColumnOf(report, "micros").own[0] == 3 * kUs));
}

TEST_CASE("of a tfprof profile, too, though tfprof's text is silent") {
  RunBuilder run;
  SourceRow& source = run.builder.source(run.source);
  source.misses_accelerator_stream = true;
  source.tfprof_rules = TfprofRules::kApplied;
  run.Ran(run.Op("a"), "/device:gpu:0", 3);
  const Report report = Run(run.builder.Build(), true, "op", {});
  CHECK_FALSE(report.misses_accelerator_stream);
  CHECK((ColumnOf(report, "accelerator_micros").own[0] == kAbsent));
}

}  // namespace
}  // namespace profiler
