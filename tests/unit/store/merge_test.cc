// Merging profiles: facts that repeat, facts that disagree, and what parts know of one thing.
#include "profiler/store/transform/merge.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/store/builder.h"
#include "tests/unit/store/dumped_profile.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

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

TEST_CASE("framework ops of one name and two types stay two, in whatever order files have them") {
  const auto part = [](const std::string& path, std::vector<std::string> types) {
    ProfileBuilder builder;
    SourceRow source;
    source.path = builder.Intern(path);
    source.run = builder.Intern("one");
    builder.AddSource(source);
    for (const std::string& type : types) {
      OpRow op;
      op.kind = OpKind::kFrameworkOp;
      op.name = builder.Intern("jit(f)/dot_general");
      op.type = builder.Intern(type);
      builder.AddOp(op);
    }
    return builder.Build();
  };
  MergeReport report;
  const Profile merged = Merged(report, part("run/a", {"dot_general", "all-reduce"}),
                                part("run/b", {"all-reduce", "dot_general"}), part("run/c", {""}));
  REQUIRE(merged.op_count() == 2);
  CHECK(merged.strings[merged.ops.row[OpId(0)].type] == "dot_general");
  CHECK(merged.strings[merged.ops.row[OpId(1)].type] == "all-reduce");
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
    Query query = AllOpMeasures();
    query.selection.*where = RegexSet::Compile({pattern}).value();
    CHECK(AnswersOf(merged, query) != AnswersOf(merged));
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
