// What counts for an op, a scope or a line of code, whatever was recorded of it.
#include <catch2/catch.hpp>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/store/hand_made.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

TEST_CASE("nested CPU ops give self time") {
  Maker m;
  const SourceId source = m.Source("a");
  const TrackId thread = m.Thread(source);
  const FrameId main = m.Frame(FrameId(), "train.py", 10, "main");
  const OpId outer = m.Op("model/dense", "Dense", main);
  const OpId inner = m.Op("model/dense/matmul", "MatMul", main);
  // Written child first: the order of arrival does not matter.
  m.Event(thread, 20, 30, inner);
  m.Event(thread, 10, 100, outer);
  m.Event(thread, 15, 60);  // a runtime call between the two, without an op
  m.Event(thread, 200, 5, inner);
  const Profile profile = m.builder.Build();

  const Report op = Run("op", profile);
  CHECK(Own(op, "Dense") == 70);
  CHECK(Own(op, "MatMul") == 35);
  CHECK(Own(op, "MatMul", "run_count") == 2);
  const Report scope = Run("scope", profile);
  CHECK(Own(scope, "model/dense") == 70);
  CHECK(Total(scope, "model/dense") == 105);
  CHECK(Total(Run("code", profile), "train.py:10:main") == 105);
  CheckTotals(profile, 105);
}

TEST_CASE("only exec tracks are summed") {
  Maker m;
  const SourceId source = m.Source("a");
  const OpId op = m.Op("conv", "Conv2D");
  m.Event(m.Stream(source), 0, 40, op);
  m.Event(m.Track(source, "/device:gpu:0", TrackKind::kMarker, TrackRole::kOverlay, "Steps"), 0, 90,
          op);
  m.Event(m.Track(source, "/device:gpu:0", TrackKind::kStream, TrackRole::kOverlay, "stream 8"), 0,
          40, op);
  m.Event(m.Track(source, "/device:gpu:0", TrackKind::kStream, TrackRole::kAsync, "Async"), 0, 70,
          op);
  const Profile profile = m.builder.Build();
  CHECK(Own(Run("op", profile), "Conv2D") == 40);
  CHECK(Own(Run("op", profile), "Conv2D", "run_count") == 1);
  CheckTotals(profile, 40);
}

TEST_CASE("a kernel counts for the op whose launch started it") {
  Maker m;
  const SourceId source = m.Source("a");
  const TrackId thread = m.Thread(source), stream = m.Stream(source);
  const OpId matmul = m.Op("layer/matmul", "MatMul", m.Frame(FrameId(), "m.py", 3, "f"));
  m.Event(thread, 0, 50, matmul);
  const EventId launch = m.Event(thread, 10, 5);  // inside the op, without an op of its own
  const EventId kernel = m.Event(stream, 30, 400);
  const EventId orphan = m.Event(stream, 10, 7);  // arrives later, begins earlier
  (void)orphan;
  m.builder.AddFlow({launch, kernel, FlowKind::kLaunch});
  const Profile profile = m.builder.Build();

  const Report op = Run("op", profile);
  CHECK(Own(op, "MatMul", "accelerator_micros") == 400);
  CHECK(Own(op, "MatMul", "cpu_micros") == 50);
  CHECK(Own(op, "<unattributed>") == 7);
  CHECK(Total(Run("code", profile), "m.py:3:f") == 450);
  CHECK(Total(Run("code", profile), "<no trace>") == 7);
  CheckTotals(profile, 457);
}

TEST_CASE("two hosts with skewed clocks keep their own times and add up") {
  Maker m;
  const SourceId a = m.Source("host-a"), b = m.Source("host-b", 5'000'000 * kUs);
  const OpId op = m.Op("step/allreduce", "AllReduce");
  for (const SourceId source : {a, b}) {
    StepRow& step = m.builder.step(m.builder.Step(source, 1));
    step.begin = 0;
    step.end = 1000 * kUs;
  }
  m.Event(m.Track(a, "/job:w/task:0/device:gpu:0", TrackKind::kStream, TrackRole::kExec, "s"), 10,
          100, op);
  m.Event(m.Track(b, "/job:w/task:1/device:gpu:0", TrackKind::kStream, TrackRole::kExec, "s"), 20,
          300, op);
  const Profile profile = m.builder.Build();
  CHECK(profile.steps.size() == 2);
  CHECK(profile.sources[b].clock_offset_ps == 5'000'000 * kUs);
  // Step 1 of both hosts is the same step: their work adds up.
  Query query = AllMeasures();
  query.selection.steps = StepSelection::One(1);
  CHECK(Own(Run("op", profile, query), "AllReduce") == 400);
}

TEST_CASE("an HLO fusion is shown below the framework op it belongs to") {
  Maker m;
  const SourceId source = m.Source("a");
  ModuleRow module;
  module.name = m.builder.Intern("jit_train_step(17)");
  const OpId add = m.Op("jit(train_step)/add", "add");
  const OpId fusion = m.Op("fusion", "fusion");
  m.builder.op(fusion).kind = OpKind::kHloInstruction;
  m.builder.op(fusion).module = m.builder.AddModule(module);
  m.builder.op(fusion).framework_op = add;
  m.Event(m.Stream(source), 0, 12, fusion);
  m.Event(m.Thread(source), 0, 3, add);
  const Profile profile = m.builder.Build();
  CHECK(Own(Run("op", profile), "fusion") == 12);
  const Report scope = Run("scope", profile);
  CHECK(Total(scope, "jit(train_step)/add") == 15);
  CHECK(Own(scope, "jit(train_step)/add") == 3);
  CHECK(Own(scope, "jit(train_step)/add/fusion") == 12);
  CheckTotals(profile, 15);
}

TEST_CASE("memory that was not recorded is absent, not zero") {
  Maker m;
  const SourceId source = m.Source("a");
  const OpId measured = m.Op("a", "A"), unmeasured = m.Op("b", "B");
  m.Event(m.Thread(source), 0, 10, measured);
  m.Event(m.Thread(source), 20, 10, unmeasured);
  SECTION("for nobody") {
    const Profile profile = m.builder.Build();
    CHECK(Own(Run("op", profile), "A", "bytes") == kAbsent);
    CHECK(Own(Run("op", profile), "A", "params") == kAbsent);
  }
  SECTION("for one of two") {
    SnapshotRow snapshot;
    snapshot.op = measured;
    snapshot.step = m.builder.Step(source, 1);
    snapshot.device = m.builder.Device("/device:cpu:0");
    snapshot.requested_bytes = 64;
    m.builder.AddSnapshot(snapshot);
    const Profile profile = m.builder.Build();
    CHECK(Own(Run("op", profile), "A", "bytes") == 64);
    CHECK(Own(Run("op", profile), "A", "peak_bytes") == kAbsent);
  }
}

TEST_CASE("events outside every step have a row of their own") {
  Maker m;
  const SourceId source = m.Source("a");
  const OpId op = m.Op("work", "Work", m.Frame(FrameId(), "w.py", 1, "w"));
  for (int64_t number : {1, 2}) {
    StepRow& step = m.builder.step(m.builder.Step(source, number));
    step.begin = number * 1000 * kUs;
    step.end = step.begin + 500 * kUs;
  }
  m.Event(m.Thread(source), 10, 7, op);  // before the first step
  m.Event(m.Thread(source), 1000, 100, op);
  m.Event(m.Thread(source), 2000, 300, op);
  const Profile profile = m.builder.Build();
  const Report report = Run("op", profile);
  CHECK(Own(report, "Work") == 200);  // the mean over two steps
  CHECK(Own(report, "<outside steps>") == 7);
  CheckTotals(profile, 407);
  Query second = AllMeasures();
  second.selection.steps = StepSelection::One(2);
  CHECK(Own(Run("op", profile, second), "Work") == 300);
  second.selection.steps = StepSelection::One(3);
  RunContext context;
  CHECK(Ask(profile, "op", second, context).status().code() == absl::StatusCode::kNotFound);
}

TEST_CASE("what no timeline can hold still counts") {
  Maker m;
  const SourceId source = m.Source("a");
  const OpId op = m.Op("a", "A");
  const StepId step = m.builder.Step(source, 1);
  const TrackId lane =
      m.Track(source, "/device:cpu:0", TrackKind::kLane, TrackRole::kExec, "/device:cpu:0");
  m.Event(lane, 0, 5, op, step);
  m.builder.AddUnplaced({op, step, lane, 0, INT64_MAX, UnplacedReason::kOutOfRange});
  m.builder.AddUnplaced({op, step, lane, 0, INT64_MAX, UnplacedReason::kOutOfRange});
  const Profile profile = m.builder.Build();
  const Report report = Run("op", profile);
  const Value sum = NamedColumn(report, "micros").own[0];
  CHECK((sum == 2 * static_cast<Value>(INT64_MAX) + 5 * kUs));
}

TEST_CASE("a graph of 100,000 nodes in a chain, and a cycle") {
  Maker m;
  const SourceId source = m.Source("a");
  const TrackId thread = m.Thread(source);
  OpId before;
  for (int i = 0; i < 100'000; ++i) {
    const OpId op = m.Op("n" + std::to_string(i), "Chain");
    m.Event(thread, 10 * i, 1, op);
    if (before.valid()) m.builder.AddInput(op, {0, before, 0, false});
    before = op;
  }
  SECTION("chain") {
    const Profile profile = m.builder.Build();
    Query query = AllMeasures();
    query.max_depth = 10'000;
    const Report report = Run("graph", profile, query);
    CHECK(report.rows.size() == 10'000);
    CHECK(Total(report, "_TFProfRoot") == 100'000);
    CHECK(Total(report, "n99999") == 100'000);
    query.max_depth = 1'000'000;  // 10 GB of indents
    RunContext context;
    const auto refused = Ask(profile, "graph", query, context);
    CHECK(absl::IsResourceExhausted(refused.status()));
  }
  SECTION("cycle") {
    m.builder.AddInput(OpId(0), {0, before, 0, false});
    const Profile profile = m.builder.Build();
    CHECK(Total(Run("graph", profile), "_TFProfRoot") == 100'000);  // nothing is lost
    Query tfprof = AllMeasures();
    tfprof.compat_tfprof = true;
    CHECK(Run("graph", profile, tfprof).rows.size() == 1);
  }
}

}  // namespace
}  // namespace profiler
