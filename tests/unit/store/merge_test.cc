// Merging profiles: parallel workers, later dumps of one run, runs that disagree.
#include "profiler/store/transform/merge.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/rendered.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

struct Execution {
  std::string op;
  int64_t step;
  int64_t micros;
};

// A profile of one worker, as ProfileContext dumps it.
Profile Dump(const std::string& path, const std::string& task, int64_t epoch_us,
             const std::vector<Execution>& executions) {
  ProfileBuilder builder;
  SourceRow source;
  source.path = builder.Intern(path);
  source.tfprof_rules = TfprofRules::kApplied;
  source.resolution_ps = kUs;
  source.epoch_ns = epoch_us * 1000;
  source.has_code_traces = true;
  const SourceId id = builder.AddSource(source);
  TrackRow track;
  track.source = id;
  track.device = builder.Device("/job:worker/replica:0/task:" + task + "/device:cpu:0");
  track.kind = TrackKind::kLane;
  const TrackId lane = builder.Track(track);
  std::vector<std::pair<std::string, OpId>> ops;
  for (const Execution& execution : executions) {
    auto it = std::find_if(ops.begin(), ops.end(),
                           [&](const auto& op) { return op.first == execution.op; });
    if (it == ops.end()) {
      FrameRow frame;
      frame.file = builder.Intern("model.py");
      frame.line = static_cast<int64_t>(execution.op.size());
      frame.function = builder.Intern(execution.op);
      OpRow row;
      row.name = builder.Intern(execution.op);
      row.type = builder.Intern("Op");
      row.assigned_device = track.device;
      row.frame = builder.Frame(frame);
      const OpId op = builder.AddOp(row);
      builder.AddType(op, row.type);
      if (!ops.empty()) builder.AddInput(op, {0, ops.back().second, 0, false});
      it = ops.insert(ops.end(), {execution.op, op});
    }
    // Time zero differs between dumps; the wall clock does not.
    const int64_t begin = (execution.step * 1'000'000 - epoch_us) * kUs;
    const StepId step = builder.Step(id, execution.step);
    builder.AddEvent(lane, {begin, execution.micros * kUs, it->second, step, StringId(),
                            EventKind::kSlice, EventRow::kNoArgs});
    ExecRow recorded;
    recorded.op = it->second;
    recorded.step = step;
    recorded.device = track.device;
    recorded.runs = 1;
    recorded.first_start = begin;
    recorded.last_end = begin + execution.micros * kUs;
    builder.AddExec(recorded);
    SnapshotRow snapshot;
    snapshot.op = it->second;
    snapshot.step = step;
    snapshot.device = track.device;
    snapshot.requested_bytes = 10;
    builder.AddSnapshot(snapshot);
  }
  return builder.Build();
}

Query AllMeasures() {
  Query query;
  query.max_depth = 100;
  for (const OpColumn& column : OpColumns()) {
    if (column.name != kTensorValueColumn) query.select.emplace_back(column.name);
  }
  return query;
}

std::string Answers(const Profile& profile, const Query& query = AllMeasures()) {
  std::string text;
  Asker ask(profile);
  for (const View& view : CommandsOnOneProfile()) {
    CAPTURE(view.name);
    RunContext context;
    auto report = ask(view.name, query, context);
    // These dumps list no step, so advise may have no data, and trend no value.
    REQUIRE((report.ok() || view.name == "advise" || view.name == "trend"));
    if (report.ok()) text += Rendered("text", *report, {});
  }
  return text;
}

int64_t TotalMicros(const Profile& profile, const Query& query = AllMeasures()) {
  RunContext context;
  auto report = Ask(profile, "op", query, context);
  REQUIRE(report.ok());
  for (const ReportColumn& column : report->columns) {
    if (column.name != "micros") continue;
    return column.grand_total == kAbsent ? 0 : static_cast<int64_t>(column.grand_total / kUs);
  }
  return -1;
}

using Parts = std::vector<Profile (*)()>;

Profile WorkerZeroEarly() { return Dump("run/profile_1", "0", 100, {{"a", 1, 5}, {"b", 1, 7}}); }
Profile WorkerZeroLate() {
  return Dump("run/profile_2", "0", 2000, {{"b", 1, 7}, {"a", 1, 5}, {"a", 2, 15}, {"b", 2, 17}});
}
Profile WorkerOne() { return Dump("run/worker1", "1", 300, {{"a", 1, 100}, {"b", 1, 200}}); }

TEST_CASE("two workers and two dumps of one run, in every order") {
  Parts parts = {WorkerZeroEarly, WorkerZeroLate, WorkerOne};
  std::sort(parts.begin(), parts.end());
  std::string first;
  do {
    std::vector<Profile> profiles;
    for (auto* part : parts) profiles.push_back(part());
    MergeReport report;
    const Profile merged = Merge(std::move(profiles), report);
    CHECK(report.repeated_facts == 2);  // step 1 of worker 0, in both dumps
    CHECK(report.conflicting_facts == 0);
    CHECK(merged.op_count() == 2);
    // a: (5 + 100 in step 1, 15 in step 2) / 2; b: (7 + 200, 17) / 2
    CHECK(TotalMicros(merged) == 60 + 112);
    const std::string answers = Answers(merged);
    if (first.empty()) first = answers;
    CHECK(answers == first);
  } while (std::next_permutation(parts.begin(), parts.end()));
}

TEST_CASE("merging in two stages is merging at once") {
  MergeReport report;
  std::vector<Profile> late_first;
  late_first.push_back(WorkerZeroLate());
  late_first.push_back(WorkerOne());
  std::vector<Profile> then;
  then.push_back(Merge(std::move(late_first), report));
  then.push_back(WorkerZeroEarly());
  const Profile staged = Merge(std::move(then), report);
  std::vector<Profile> at_once;
  at_once.push_back(WorkerZeroEarly());
  at_once.push_back(WorkerZeroLate());
  at_once.push_back(WorkerOne());
  CHECK(Answers(staged) == Answers(Merge(std::move(at_once), report)));
}

TEST_CASE("one profile is merged into itself") {
  MergeReport report;
  std::vector<Profile> one;
  one.push_back(WorkerOne());
  CHECK(Answers(Merge(std::move(one), report)) == Answers(WorkerOne()));
}

TEST_CASE("ranks of one host share its devices, and each has facts of its own") {
  std::vector<Profile> parts;
  for (const int64_t rank : {0, 1}) {
    parts.push_back(Dump("run/rank" + std::to_string(rank), "0", 100, {{"a", 1, 5 + rank}}));
    parts.back().sources[SourceId(0)].rank = rank;
  }
  MergeReport report;
  const Profile merged = Merge(std::move(parts), report);
  CHECK(report.conflicting_facts == 0);
  CHECK(TotalMicros(merged) == 11);  // of one step
}

// A trace of rank 0 with a device of that rank; `host` is recorded, or named after the rank.
Profile RankTrace(const std::string& path, const std::string& run, const std::string& host) {
  ProfileBuilder builder;
  SourceRow source;
  source.path = builder.Intern(path);
  source.run = builder.Intern(run);
  source.host = builder.Intern(host);
  source.rank = 0;
  TrackRow track;
  track.source = builder.AddSource(source);
  track.device = builder.Device("/device:GPU:0");
  builder.device(track.device).host = source.host;
  builder.Track(track);
  return builder.Build();
}

size_t DevicesOf(const std::string& host, const std::string& other_run) {
  std::vector<Profile> parts;
  parts.push_back(RankTrace("a", "one", host));
  parts.push_back(RankTrace("b", other_run, host));
  MergeReport report;
  return Merge(std::move(parts), report).devices.size();
}

TEST_CASE("devices of ranks without a host are one only within a run") {
  CHECK(DevicesOf("rank 0", "two") == 2);
  CHECK(DevicesOf("rank 0", "one") == 1);
  CHECK(DevicesOf("node", "two") == 1);
}

TEST_CASE("different facts under one step stay apart and are said") {
  std::vector<Profile> parts;
  parts.push_back(Dump("run/profile_1", "0", 100, {{"a", 1, 5}}));
  parts.push_back(Dump("run/profile_2", "0", 100, {{"a", 1, 9}}));
  MergeReport report;
  const Profile merged = Merge(std::move(parts), report);
  CHECK(report.conflicting_facts == 1);
  CHECK(report.first_conflict == "op a in step 1: run/profile_1 and run/profile_2");
  CHECK(TotalMicros(merged) == 7);  // the mean of two steps
}

TEST_CASE("runs in different folders are different ops, unless they are named one run") {
  const auto make = [](bool named) {
    std::vector<Profile> parts;
    for (const char* path : {"x/profile_1", "y/profile_1"}) {
      parts.push_back(Dump(path, path[0] == 'x' ? "0" : "1", 100, {{"a", 1, 6}}));
      if (!named) continue;
      const StringId run = parts.back().strings.Intern("mine");
      parts.back().sources[SourceId(0)].run = run;
    }
    MergeReport report;
    return Merge(std::move(parts), report);
  };
  CHECK(make(false).op_count() == 2);
  CHECK(make(true).op_count() == 1);
  CHECK(TotalMicros(make(false)) == 12);
  CHECK(TotalMicros(make(true)) == 12);
}

// What a trace of one process tells of its run.
struct TraceFacts {
  std::string path;
  int64_t rank = kUnknown, world_size = kUnknown, epoch_s = 0;
  std::string thread = "thread 100";
  std::string op = "aten::mm", host = "h";
  int64_t step = 1;
};

Profile TraceOf(const TraceFacts& facts) {
  ProfileBuilder builder;
  SourceRow source;
  source.path = builder.Intern(facts.path);
  source.host = builder.Intern(facts.host);
  source.rank = facts.rank;
  source.world_size = facts.world_size;
  source.epoch_ns = facts.epoch_s * 1'000'000'000;
  const SourceId id = builder.AddSource(source);
  TrackRow track;
  track.source = id;
  track.name = builder.Intern(facts.thread);
  track.device = builder.Device("/host:CPU");
  const TrackId thread = builder.Track(track);
  OpRow op;
  op.name = builder.Intern(facts.op);
  builder.AddEvent(thread, {0, 10 * kUs, builder.AddOp(op), builder.Step(id, facts.step),
                            StringId(), EventKind::kSlice, EventRow::kNoArgs});
  return builder.Build();
}

// The number of runs of these traces.
uint32_t CountRuns(const std::vector<TraceFacts>& traces) {
  std::vector<Profile> parts;
  for (const TraceFacts& facts : traces) parts.push_back(TraceOf(facts));
  MergeReport report;
  const Profile merged = Merge(std::move(parts), report);
  uint32_t runs = 0;
  for (const SourceRow& source : merged.sources.values()) {
    runs = std::max(runs, source.run_group + 1);
  }
  return runs;
}

TEST_CASE("traces of separate processes are separate runs") {
  CHECK(CountRuns({{.path = "x/a"}, {.path = "x/b", .epoch_s = 60}}) == 2);
  CHECK(CountRuns({{.path = "x/a"}, {.path = "y/a", .epoch_s = 60}}) == 2);
  CHECK(CountRuns({{.path = "x/a"}, {.path = "x/copy"}}) == 1);
  CHECK(CountRuns({{.path = "x/a", .rank = 0}, {.path = "x/b", .rank = 1}}) == 2);
}

TEST_CASE("files of one folder of a log folder are of one run") {
  CHECK(CountRuns({{.path = "plugins/profile/r/a"}, {.path = "plugins/profile/r/b", .op = "c"}}) ==
        1);
  CHECK(CountRuns({{.path = "plugins/profile/r/a"}, {.path = "plugins/profile/s/a"}}) == 2);
}

TEST_CASE("ranks of a distributed job are of one run") {
  const TraceFacts zero = {.path = "h0/a", .rank = 0, .world_size = 2};
  const TraceFacts one = {.path = "h1/a", .rank = 1, .world_size = 2, .epoch_s = 3};
  CHECK(CountRuns({zero, one}) == 1);
  TraceFacts other = one;
  // A job that begins as this one ends is another one, although its rank is the one missing.
  for (const int64_t later : {30, 3600}) {
    other.epoch_s = later;
    CHECK(CountRuns({zero, other}) == 2);
  }
  // Nothing that one did was recorded of the other: other steps, one after the other.
  other = one;
  other.step = 40;
  CHECK(CountRuns({zero, other}) == 2);
  // Ranks that number a step in their own way are recorded at the same time.
  other.epoch_s = 0;
  CHECK(CountRuns({zero, other}) == 1);
  other = one;
  other.world_size = 4;
  CHECK(CountRuns({zero, other}) == 2);
  other = one;
  other.op = "aten::relu";
  CHECK(CountRuns({zero, other}) == 2);
  // Another job of the same ranks.
  TraceFacts next = zero, last = one;
  next.path = "h2/a";
  last.path = "h3/a";
  CHECK(CountRuns({zero, one, next, last}) == 2);
  // Without a world size, their names or collectives tell of a job.
  CHECK(CountRuns({{.path = "x/rank0.json", .rank = 0}, {.path = "x/rank1.json", .rank = 1}}) == 1);
  CHECK(CountRuns({{.path = "x/rank0.json", .rank = 0}, {.path = "y/rank1.json", .rank = 1}}) == 2);
  // Files of several jobs in one folder, by their times and by what is known of their sizes.
  const TraceFacts early = {.path = "x/rank0.json", .rank = 0};
  CHECK(CountRuns({early, {.path = "x/rank1.json", .rank = 1, .epoch_s = 3600}}) == 2);
  CHECK(CountRuns({{.path = "x/a", .rank = 0, .world_size = 2},
                   {.path = "x/b", .rank = 1, .world_size = 2, .epoch_s = 3600}}) == 2);
  const TraceFacts of_300 = {.path = "x/rank34.json", .rank = 34, .world_size = 300};
  CHECK(CountRuns({early, {.path = "x/rank1.json", .rank = 1, .world_size = 2}, of_300}) == 2);
  CHECK(CountRuns({{.path = "x/a", .rank = 0, .op = "nccl:all_reduce"},
                   {.path = "x/b", .rank = 1, .op = "nccl:all_reduce"}}) == 1);
}

TEST_CASE("hosts that were recorded at one time in one folder are of one run") {
  const TraceFacts one = {.path = "x/a", .host = "h1"};
  CHECK(CountRuns({one, {.path = "x/b", .host = "h2"}}) == 1);
  CHECK(CountRuns({one, {.path = "x/b", .epoch_s = 60, .host = "h2"}}) == 2);
  CHECK(CountRuns({one, {.path = "y/b", .host = "h2"}}) == 2);
}

TEST_CASE("later recordings of a process are of its run") {
  const TraceFacts first = {.path = "x/a"};
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 60, .step = 2}}) == 1);
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 60, .step = 1}}) == 2);
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 0, .step = 2}}) == 2);
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 60, .thread = "thread 2", .step = 2}}) == 2);
}

template <typename... Part>
Profile Merged(MergeReport& report, Part... part) {
  std::vector<Profile> parts;
  (parts.push_back(std::move(part)), ...);
  return Merge(std::move(parts), report);
}

TEST_CASE("steps that disagree stay apart in a later merge, and are told once") {
  const auto first = [] { return Dump("run/profile_1", "0", 100, {{"a", 1, 5}, {"b", 1, 1}}); };
  const auto second = [] { return Dump("run/profile_2", "0", 100, {{"a", 1, 9}, {"b", 1, 1}}); };
  const auto third = [] { return Dump("run/profile_3", "0", 100, {{"a", 1, 5}, {"b", 1, 1}}); };
  MergeReport at_once, before, after;
  const Profile want = Merged(at_once, first(), second(), third());
  const Profile got = Merged(after, Merged(before, first(), second()), third());
  CHECK(Answers(got) == Answers(want));
  CHECK(before.conflicting_facts + after.conflicting_facts == at_once.conflicting_facts);
  CHECK(before.repeated_facts + after.repeated_facts == at_once.repeated_facts);
  CHECK(at_once.conflicting_facts == 1);
  CHECK(TotalMicros(want) == 7 + 1);
}

TEST_CASE("a later merge says which of a part's sources disagree") {
  const auto other = [] { return Dump("run/a", "5", 100, {{"a", 1, 5}, {"b", 1, 2}}); };
  MergeReport before, report;
  Merged(report, Merged(before, other(), Dump("run/b", "0", 100, {{"a", 1, 5}, {"b", 1, 2}})),
         Dump("run/c", "0", 100, {{"a", 1, 6}, {"b", 1, 2}}));
  CHECK(report.first_conflict == "op a in step 1: run/b and run/c");
}

TEST_CASE("runs that were merged stay apart in a later merge, until they are named one") {
  const auto part = [](const std::string& folder) {
    return Dump(folder + "/profile_1", folder, 100, {{"a", 1, 6}, {"a", 2, 6}});
  };
  MergeReport report;
  const Profile want = Merged(report, part("1"), part("2"), part("3"));
  const Profile got = Merged(report, Merged(report, part("1"), part("2")), part("3"));
  CHECK(want.op_count() == 3);
  CHECK(got.op_count() == 3);
  CHECK(Answers(got) == Answers(want));
  CHECK(got.sources[SourceId(2)].run_group == 2);
  CHECK(got.ops.row[OpId(2)].run_group == 2);

  // Another part of the second run.
  const auto later = [] { return Dump("2/profile_2", "2", 100, {{"a", 3, 12}}); };
  const Profile more = Merged(report, Merged(report, part("1"), part("2")), later());
  CHECK(more.op_count() == 2);
  CHECK(Answers(more) == Answers(Merged(report, part("1"), part("2"), later())));

  Profile two = Merged(report, part("1"), part("2"));
  for (uint32_t s = 0; s < 2; ++s) two.sources[SourceId(s)].run = two.strings.Intern("mine");
  const Profile one_run = Merged(report, std::move(two));
  CHECK(one_run.op_count() == 1);
  CHECK(TotalMicros(one_run) == 12);
  CHECK(one_run.steps[StepId(2)].counts_as == StepId(0));
}

TEST_CASE("recorded totals and what is known of devices are not lost in a merge") {
  const auto part = [](const std::string& name, int64_t capacity) {
    ProfileBuilder builder;
    SourceRow source;
    source.path = builder.Intern(name);
    const StepId step = builder.Step(builder.AddSource(source), 1);
    OpRow op;
    op.name = builder.Intern("a");
    ExecRow exec;
    exec.op = builder.AddOp(op);
    exec.step = step;
    exec.device = builder.Device("core " + name);
    exec.cpu_time = 3 * kUs;
    exec.output_bytes = 8;
    builder.AddExec(exec);
    builder.device(exec.device).kind = DeviceKind::kTpu;
    builder.device(builder.Device("shared")).memory_bytes = capacity;
    return builder.Build();
  };
  MergeReport report;
  const Profile merged = Merged(report, part("x", kUnknown), part("y", 100));
  REQUIRE(merged.execs().row.size() == 2);
  for (const ExecRow& row : merged.execs().row.values()) {
    CHECK(row.cpu_time == 3 * kUs);
    CHECK(row.output_bytes == 8);
    CHECK(row.origin == Origin::kRecorded);
  }
  REQUIRE(merged.devices.size() == 3);
  CHECK(merged.devices[DeviceId(0)].kind == DeviceKind::kTpu);
  CHECK(merged.devices[DeviceId(1)].memory_bytes == 100);
  CHECK(merged.devices[DeviceId(2)].kind == DeviceKind::kTpu);
}

TEST_CASE("a module of several parts is one, and a later part may tell what an op was written as") {
  const auto part = [](const std::string& path, bool knows) {
    ProfileBuilder builder;
    SourceRow source;
    source.path = builder.Intern(path);
    source.run = builder.Intern("mine");
    builder.AddSource(source);
    OpRow row;
    row.kind = OpKind::kHloInstruction;
    row.name = builder.Intern("dot.1");
    row.module = builder.AddModule({builder.Intern("jit_f"), 17});
    const OpId dot = builder.AddOp(row);
    if (knows) {
      OpRow written;
      written.kind = OpKind::kFrameworkOp;
      written.name = builder.Intern("layer/dot");
      builder.op(dot).framework_op = builder.AddOp(written);
    }
    return builder.Build();
  };
  MergeReport report;
  const Profile merged = Merged(report, part("a", false), part("b", true));
  CHECK(merged.modules.size() == 1);
  size_t found = 0;
  for (const OpRow& row : merged.ops.row.values()) {
    if (row.kind != OpKind::kHloInstruction) continue;
    ++found;
    REQUIRE(row.framework_op.valid());
    CHECK(merged.strings[merged.ops.row[row.framework_op].name] == "layer/dot");
  }
  CHECK(found == 1);
}

TEST_CASE("source, host, rank and device restrict every view") {
  std::vector<Profile> parts;
  parts.push_back(WorkerZeroLate());
  parts.push_back(WorkerOne());
  MergeReport report;
  const Profile merged = Merge(std::move(parts), report);
  const auto micros = [&](RegexSet Selection::*where, const std::string& pattern) {
    Query query = AllMeasures();
    query.selection.*where = RegexSet::Compile({pattern}).value();
    CHECK(Answers(merged, query) != Answers(merged));
    return TotalMicros(merged, query);
  };
  CHECK(micros(&Selection::sources, ".*worker1") == 300);
  CHECK(micros(&Selection::hosts, ".*task:0") == 10 + 12);
  CHECK(micros(&Selection::ranks, "1") == 300);
  CHECK(micros(&Selection::devices, ".*task:1/device:cpu:0") == 300);
  CHECK(micros(&Selection::devices, ".*gpu.*") == 0);
}

}  // namespace
}  // namespace profiler
