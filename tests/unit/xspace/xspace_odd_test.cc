// XSpaces that are well formed and odd: clocks, steps, sums and modules that no recorder should
// write.
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

constexpr int64_t kWall = 1'700'000'000'000'000'000;  // ns

TEST_CASE("xspace: beside lines of the wall clock one may count from the beginning") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  host.Event(host.Line("wall", kWall), "a:A", 0, 5000);
  host.Event(host.Line("later", kWall + 7), "b:B", 0, 5000);
  host.Event(host.Line("relative", 3), "c:C", 0, 5000);
  const ReadRun run = ReadMade(space);
  CHECK(run.Count(ImportProblem::kTimeOutOfRange) == 0);
  CHECK(EventsOf(run, "wall (1)").begin == std::vector<int64_t>{0});
  CHECK(EventsOf(run, "later (2)").begin == std::vector<int64_t>{7000});
  CHECK(EventsOf(run, "relative (3)").begin == std::vector<int64_t>{3000});
  CHECK(run.profile.sources[SourceId(0)].epoch_ns == kWall);
}

TEST_CASE("xspace: two loops that count alike have steps of their own, nested marks one") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  const auto mark = [&](const std::string& name, int64_t number, int64_t begin, int64_t duration) {
    host.Event(line, name, begin, duration, {{"_r", int64_t{1}}, {"step_num", number}});
  };
  mark("train", 0, 0, 10);
  mark("inner", 0, 2, 5);
  mark("train", 1, 10, 10);
  mark("eval", 0, 100, 10);
  mark("eval", 1, 110, 10);
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 4);
  std::map<std::string, std::pair<int64_t, int64_t>> steps;
  for (const StepRow& row : run.profile.steps.values()) {
    steps[run.Text(row.name)] = {row.begin, row.end};
  }
  CHECK(steps["train 0"] == std::pair<int64_t, int64_t>{0, 10});
  CHECK(steps["train 1"] == std::pair<int64_t, int64_t>{10, 20});
  CHECK(steps["eval 0"] == std::pair<int64_t, int64_t>{100, 110});
  CHECK(steps["eval 1"] == std::pair<int64_t, int64_t>{110, 120});
}

TEST_CASE("xspace: one time that cannot be moves no other") {
  xp::XSpace space;
  MadePlane tpu(space, "/device:TPU:0");
  xp::XLine* line = tpu.Line("XLA Ops");
  const auto op = [&](int64_t begin, int64_t on_device) {
    tpu.Event(line, "fusion.1", begin, 5,
              {{"device_offset_ps", on_device}, {"device_duration_ps", int64_t{5}}});
  };
  op(INT64_MIN, 1);
  op(100, 40);
  op(110, 50);
  const ReadRun run = ReadMade(space);
  CHECK(run.Count(ImportProblem::kTimeOutOfRange) == 1);
  CHECK(EventsOf(run, "XLA Ops").begin == std::vector<int64_t>{100, 110});
}

TEST_CASE("xspace: sums without times count where no other line holds them, and not below zero") {
  xp::XSpace space;
  MadePlane gpu(space, "/device:GPU:0");
  const auto sum = [&](xp::XLine* line, int64_t occurrences, int64_t duration) {
    xp::XEvent* event = gpu.Event(line, "kernel", 0, duration);
    event->set_num_occurrences(occurrences);
  };
  xp::XLine* stream = gpu.Line("Stream #1");
  sum(stream, 3, 1000);
  sum(stream, -3, 1000);
  sum(stream, 3, -1000);
  sum(gpu.Line("XLA Modules"), 3, 1000);
  const ReadRun run = ReadMade(space);
  CHECK(run.Count(ImportProblem::kAggregatedEvent) == 1);
  CHECK(run.Count(ImportProblem::kMalformedField) == 2);
  CHECK(run.Count(ImportProblem::kUnusedPart) == 1);
  REQUIRE(run.profile.execs().row.size() == 1);
  CHECK((run.profile.execs().row[ExecId(0)].accelerator_time == 1000));
  CHECK(run.profile.execs().row[ExecId(0)].runs == 3);
}

TEST_CASE("xspace: an allocator's name tells whose memory it is") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  for (const char* name : {"GPU_1_bfc", "cpu", "GPU_x"}) {
    host.Event(line, "MemoryAllocation", 5, 0,
               {{"allocator_name", std::string(name)}, {"allocation_bytes", int64_t{64}}});
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.allocations.size() == 3);
  const auto device = [&](size_t i) {
    return run.Text(run.profile.devices[run.profile.allocations[i].device].name);
  };
  CHECK(device(0) == "/device:GPU:1");
  CHECK(device(1) == "/host:CPU");
  CHECK(device(2) == "/host:CPU");
}

TEST_CASE("xspace: an allocation is of the step in whose time it was made") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  host.Event(line, "train", 10, 20, {{"_r", int64_t{1}}, {"step_num", int64_t{4}}});
  for (const int64_t time : {5, 15}) {
    host.Event(line, "MemoryAllocation", time, 0, {{"allocation_bytes", int64_t{64}}});
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.allocations.size() == 2);
  CHECK_FALSE(run.profile.allocations[0].step.valid());
  CHECK(StepName(run, run.profile.allocations[1].step) == "train 4");
}

TEST_CASE("xspace: ids that are far apart take no memory between them") {
  xp::XSpace space;
  for (int i = 0; i < 300; ++i) {
    xp::XPlane* plane = space.add_planes();
    plane->set_name("/device:GPU:0");
    xp::XStatMetadata& meta = (*plane->mutable_stat_metadata())[65535];
    meta.set_id(65535);
    meta.set_name("memory_size");
    xp::XStat* stat = plane->add_stats();
    stat->set_metadata_id(65535);
    stat->set_uint64_value(1000);
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.devices.size() == 1);
  CHECK(run.profile.devices[DeviceId(0)].memory_bytes == 1000);
}

TEST_CASE("xspace: a record that is too long for what it stands in is damage, not a cut") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  host.Event(host.Line("python"), "a:A", 0, 5);
  std::string plane = space.planes(0).SerializeAsString();
  plane += "\x1a\x7f";  // a line of 127 bytes, which are missing
  std::string bytes = "\x0a" + std::string(1, static_cast<char>(plane.size())) + plane;
  bytes += bytes;
  const ReadRun run = ReadXSpaceBytes(bytes);
  REQUIRE(run.status.ok());
  CHECK(run.Count(ImportProblem::kTruncated) == 0);
  CHECK(run.Count(ImportProblem::kMalformedField) == 2);
}

}  // namespace
}  // namespace profiler
