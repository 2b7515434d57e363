// Facts that no tfprof file has: built by hand, checked through the views.
#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/store/builder.h"
#include "profiler/store/exec_devices.h"
#include "profiler/store/profile_bytes.h"
#include "tests/unit/common/ask.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

// A profile under construction, with short names for what tests add.
class Maker {
 public:
  SourceId Source(const std::string& host, int64_t clock_offset_ps = 0) {
    SourceRow row;
    row.path = builder.Intern(host + ".pb");
    row.format = builder.Intern("hand_made");
    row.host = builder.Intern(host);
    row.resolution_ps = 1;
    row.clock_offset_ps = clock_offset_ps;
    row.has_code_traces = true;
    return builder.AddSource(row);
  }
  TrackId Track(SourceId source, const std::string& device, TrackKind kind, TrackRole role,
                const std::string& name) {
    TrackRow row;
    row.source = source;
    row.device = builder.Device(device);
    row.kind = kind;
    row.role = role;
    row.name = builder.Intern(name);
    return builder.Track(row);
  }
  TrackId Thread(SourceId source) {
    return Track(source, "/device:cpu:0", TrackKind::kThread, TrackRole::kExec, "main");
  }
  TrackId Stream(SourceId source) {
    return Track(source, "/device:gpu:0", TrackKind::kStream, TrackRole::kExec, "stream 7");
  }
  OpId Op(const std::string& name, const std::string& type, FrameId frame = FrameId()) {
    OpRow row;
    row.kind = OpKind::kFrameworkOp;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    row.frame = frame;
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    return op;
  }
  FrameId Frame(FrameId parent, const std::string& file, int64_t line,
                const std::string& function) {
    FrameRow row;
    row.parent = parent;
    row.file = builder.Intern(file);
    row.line = line;
    row.function = builder.Intern(function);
    return builder.Frame(row);
  }
  EventId Event(TrackId track, int64_t begin_us, int64_t duration_us, OpId op = OpId(),
                StepId step = StepId()) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.op = op;
    row.step = step;
    return builder.AddEvent(track, row);
  }

  ProfileBuilder builder;
};

Query AllMeasures() {
  Query query;
  query.compat_tfprof = false;
  query.max_depth = 100;
  for (const OpColumn& column : OpColumns()) {
    if (column.name != kTensorValueColumn) query.select.emplace_back(column.name);
  }
  return query;
}

Report Run(const std::string& view, const Profile& profile, const Query& query = AllMeasures()) {
  RunContext context;
  auto report = Ask(profile, view, query, context);
  REQUIRE(report.ok());
  return *std::move(report);
}

const ReportColumn& ColumnOf(const Report& report, const std::string& name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return column;
  }
  FAIL("no column " << name);
  return report.columns.front();
}

size_t RowOf(const Report& report, const std::string& name) {
  for (size_t i = 0; i < report.rows.size(); ++i) {
    if (report.rows[i].name == name) return i;
  }
  FAIL("no row " << name);
  return 0;
}

Value Own(const Report& report, const std::string& row, const std::string& column = "micros") {
  const Value value = ColumnOf(report, column).own[RowOf(report, row)];
  const bool is_time = ColumnOf(report, column).unit == Unit::kMicros;
  return is_time && value != kAbsent ? value / kUs : value;
}
Value Total(const Report& report, const std::string& row, const std::string& column = "micros") {
  return ColumnOf(report, column).total[RowOf(report, row)] / kUs;
}

// The rows' own values sum to the grand total, in every view and time column.
void CheckTotals(const Profile& profile, int64_t expected_us) {
  for (const char* view : {"op", "scope", "code"}) {
    CAPTURE(view);
    if (std::string(view) == "code" && profile.frames.size() == 0) continue;
    Query query = AllMeasures();
    query.statistic = Statistic::kSum;  // so that what ran outside of steps counts
    const Report report = Run(view, profile, query);
    for (const char* name : {"micros", "cpu_micros", "accelerator_micros"}) {
      const ReportColumn& column = ColumnOf(report, name);
      Value sum = 0;
      for (Value own : column.own) sum += own == kAbsent ? 0 : own;
      CHECK(static_cast<int64_t>(sum) == static_cast<int64_t>(column.grand_total));
    }
    CHECK(static_cast<int64_t>(ColumnOf(report, "micros").grand_total) == expected_us * kUs);
  }
}

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

TEST_CASE("a pprof heap keeps frames and samples without ops") {
  Maker m;
  m.Source("a");
  const FrameId main = m.Frame(FrameId(), "main.py", 1, "main");
  const FrameId load = m.Frame(main, "data.py", 5, "load");
  CHECK(m.Frame(main, "data.py", 5, "load") == load);
  MetricRow metric;
  metric.name = m.builder.Intern("inuse_space");
  metric.unit = m.builder.Intern("bytes");
  const MetricId heap = m.builder.AddMetric(metric);
  m.builder.AddSample({load, heap, 4096});
  const Profile profile = m.builder.Build();
  REQUIRE(profile.samples.size() == 1);
  CHECK(profile.samples[0].value == 4096);
  CHECK(profile.frames[profile.samples[0].frame].parent == main);
  CHECK(Run("op", profile).rows.empty());
  CHECK(Run("scope", profile).rows.size() == 1);
  RunContext context;
  CHECK_FALSE(Ask(profile, "code", AllMeasures(), context).ok());
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

TEST_CASE("a source without steps is one step") {
  Maker m;
  const SourceId source = m.Source("a");
  m.Event(m.Thread(source), 0, 5, m.Op("a", "A"));
  m.Event(m.Thread(source), 50, 5, m.Op("b", "B"));
  const Profile profile = m.builder.Build();
  REQUIRE(profile.steps.size() == 1);
  CHECK(profile.steps[StepId(0)].found_by == StepFoundBy::kWhole);
  CHECK(profile.steps[StepId(0)].end == 55 * kUs);
  CheckTotals(profile, 10);
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
  const Value sum = ColumnOf(report, "micros").own[0];
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

TEST_CASE("events on a thread nest by time, zero-length ones too") {
  Maker m;
  const TrackId thread = m.Thread(m.Source("a"));
  m.Event(thread, 0, 100);
  m.Event(thread, 10, 20);
  m.Event(thread, 15, 0);
  m.Event(thread, 90, 20);  // ends after the first: a sibling
  m.Event(thread, 100, 10);
  const Profile profile = m.builder.Build();
  const Events& events = profile.events[thread];
  CHECK(events.parent == std::vector<uint32_t>{UINT32_MAX, 0, 1, UINT32_MAX, 3});
  CHECK(events.self[0] == 70 * kUs);  // time of its neighbour belongs to that one
  CHECK(events.self[1] == 20 * kUs);
}

TEST_CASE("totals that are asked for later are made once, whichever thread asks first") {
  const auto make = [](bool later) {
    Maker m;
    const SourceId source = m.Source("a");
    const TrackId thread = m.Thread(source), stream = m.Stream(source);
    for (int64_t i = 0; i < 5000; ++i) {
      const StepId step = m.builder.Step(source, i % 10);
      m.Event(thread, 10 * i, 8, m.Op("op", "MatMul"), step);
      m.Event(stream, 10 * i + 2, 4, m.Op("op", "MatMul"), step);
    }
    m.builder.Device("/device:gpu:1");
    if (later) m.builder.AddUpWhenAsked();
    return m.builder.Build(2);
  };
  const Profile at_once = make(false), later = make(true);
  CHECK(HeapBytes(later) < HeapBytes(at_once));
  std::vector<const Execs*> seen(4);
  {
    std::vector<std::jthread> threads;
    for (const Execs*& one : seen) threads.emplace_back([&] { one = &later.execs(); });
  }
  for (const Execs* one : seen) CHECK(one == seen[0]);
  CHECK(HeapBytes(later) == HeapBytes(at_once));
  const auto& rows = later.execs().row;
  REQUIRE(rows.size() == at_once.execs().row.size());
  std::vector<char> has(later.devices.size());
  for (uint32_t i = 0; i < rows.size(); ++i) {
    ExecRow want = at_once.execs().row[i];
    EachOfBoth(want, rows[i], [](const auto& a, const auto& b) { CHECK((a == b)); });
    has[rows[i].device.row()] = 1;
  }
  CHECK(DevicesOfExecs(later) == has);
}

TEST_CASE("flows are packed without loss") {
  Maker m;
  const SourceId source = m.Source("a");
  const TrackId thread = m.Thread(source), stream = m.Stream(source);
  constexpr uint32_t kEvents = 1000;
  for (uint32_t i = 0; i < kEvents; ++i) {
    m.Event(thread, 10 * i, 8);
    m.Event(stream, 10 * (kEvents - i), 4);  // sorting turns them round
    m.builder.AddFlow({{thread, i}, {stream, i}, i % 3 == 0 ? FlowKind::kLaunch : FlowKind::kData});
  }
  const Profile profile = m.builder.Build();
  REQUIRE(profile.flows.size() == kEvents);
  uint32_t i = 0;
  for (const FlowRow& flow : profile.flows.values()) {
    CHECK(flow.from == EventId{thread, i});
    CHECK(flow.to == EventId{stream, kEvents - 1 - i});
    CHECK(flow.kind == (i % 3 == 0 ? FlowKind::kLaunch : FlowKind::kData));
    CHECK(profile.flows[i].to == flow.to);
    ++i;
  }
}

}  // namespace
}  // namespace profiler
