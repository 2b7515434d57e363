// XSpace: planes, lines, events and stats in their columns.
#include <set>
#include <string>

#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

constexpr char kGpu[] = "/device:GPU:3";

const TrackRow& TrackNamed(const ReadRun& run, std::string_view name) {
  const auto id = run.Track(name);
  REQUIRE(id.has_value());
  return run.profile.tracks[*id];
}

TEST_CASE("xspace: planes are devices, lines are tracks") {
  xp::XSpace space;
  space.add_hostnames("host-1");
  MadePlane gpu(space, kGpu,
                {{"memory_size", uint64_t{1000}},
                 {"memory_bandwidth", int64_t{2000}},
                 {"core_count", uint64_t{108}},
                 {"clock_rate", uint64_t{1410000}},
                 {"compute_cap_major", uint64_t{9}},
                 {"compute_cap_minor", uint64_t{0}},
                 {"device_vendor", std::string("Nvidia")},
                 {"gpu_device_name", std::string("H200")}});
  gpu.Event(gpu.Line("Stream #13(Compute)"), "k", 0, 5);
  gpu.Event(gpu.Line("Stream #15(MemcpyH2D,Memset)"), "MemcpyH2D", 0, 5);
  gpu.Event(gpu.Line("XLA Ops"), "fusion.1", 0, 5);
  MadePlane tpu(space, "/device:TPU:1 SparseCore 2",
                {{"peak_teraflops_per_second", 1.5}, {"peak_hbm_bw_gigabytes_per_second", 2.0}});
  tpu.Event(tpu.Line("Sparse Core Ops"), "%fusion.7 = f32[8]{0} fusion(%p)", 0, 5);
  tpu.Event(tpu.Line("Async XLA Ops"), "copy-start.1", 0, 5);
  MadePlane host(space, "/host:CPU");
  host.Event(host.Line("python"), "work", 0, 5);
  MadePlane odd(space, "/device:CUSTOM:Something");
  odd.Event(odd.Line("a line"), "thing", 0, 5);
  const ReadRun run = ReadMade(space);

  REQUIRE(run.profile.devices.size() == 4);
  std::map<std::string, DeviceRow> devices;
  for (const DeviceRow& row : run.profile.devices.values()) devices[run.Text(row.name)] = row;
  CHECK(devices[kGpu].kind == DeviceKind::kGpu);
  CHECK(devices[kGpu].ordinal == 3);
  CHECK(run.Text(devices[kGpu].host) == "host-1");
  CHECK(devices[kGpu].memory_bytes == 1000);
  CHECK(devices[kGpu].memory_bytes_per_second == 2000);
  CHECK(devices[kGpu].peak_flops_per_second == kUnknown);
  CHECK(devices[kGpu].core_count == 108);
  CHECK(devices[kGpu].clock_khz == 1410000);
  CHECK(run.Text(devices[kGpu].compute_capability) == "9.0");
  CHECK(run.Text(devices[kGpu].vendor) == "Nvidia");
  CHECK(run.Text(devices[kGpu].model) == "H200");
  const DeviceRow& core = devices["/device:TPU:1 SparseCore 2"];
  CHECK(core.core_count == kUnknown);
  CHECK(core.kind == DeviceKind::kSparseCore);
  CHECK(core.ordinal == 2);
  CHECK(core.peak_flops_per_second == 1'500'000'000'000);
  CHECK(core.memory_bytes_per_second == 2'000'000'000);
  CHECK(devices["/host:CPU"].kind == DeviceKind::kCpu);

  CHECK(TrackNamed(run, "Stream #13(Compute)").kind == TrackKind::kStream);
  CHECK(TrackNamed(run, "Stream #15(MemcpyH2D,Memset)").kind == TrackKind::kCopyQueue);
  CHECK(TrackNamed(run, "XLA Ops").role == TrackRole::kOverlay);
  CHECK(TrackNamed(run, "Sparse Core Ops").role == TrackRole::kExec);
  CHECK(TrackNamed(run, "Async XLA Ops").role == TrackRole::kAsync);
  CHECK(TrackNamed(run, "python (1)").kind == TrackKind::kThread);
  CHECK(TrackNamed(run, "a line").role == TrackRole::kOverlay);
  CHECK(run.Count(ImportProblem::kUnknownLane) == 1);
  CHECK(run.Text(run.profile.sources[SourceId(0)].host) == "host-1");
  // TPUs name an event by the instruction's whole text.
  CHECK(run.Text(OpNamed(run, "fusion.7").type) == "fusion");
}

TEST_CASE("xspace: the clock is the recorder's, or the wall's") {
  for (const bool wall : {false, true}) {
    xp::XSpace space;
    const int64_t start = 1'700'000'000'000'000'000;
    const int64_t base = wall ? start + 500 : 500;
    MadePlane host(space, "/host:CPU");
    host.Event(host.Line("a", base), "x", 7000, 5);
    host.Event(host.Line("b", base + 1), "y", -2000, 5);
    MadePlane task(space, "Task Environment",
                   {{"profile_start_time", start}, {"profile_stop_time", start + 1000}});
    const ReadRun run = ReadMade(space);
    const SourceRow& source = run.profile.sources[SourceId(0)];
    CHECK(source.epoch_ns == (wall ? base : start));
    const int64_t zero = wall ? 0 : 500'000;
    CHECK(EventsOf(run, "a (1)").begin == std::vector<int64_t>{zero + 7000});
    CHECK(EventsOf(run, "b (2)").begin == std::vector<int64_t>{zero - 1000});
  }
}

TEST_CASE("xspace: what tells an event's op") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("t");
  host.Event(line, "model/dense/MatMul:MatMul", 0, 5);
  host.Event(line, "std::call: x", 10, 5);
  host.Event(line, "Iterator::Root::Map", 20, 5);
  host.Event(line, "kernel name", 30, 5, {{"tf_op", RefText{"scope/add:AddV2"}}});
  host.Event(line, "other", 40, 5, {{"tf_op", std::string("jit(f)/dot_general:")}});
  host.Event(line, "wrapped", 50, 5,
             {{"hlo_op", RefText{"fusion.2"}}, {"hlo_module", std::string("jit_f")}});
  host.Event(line, "end: dot.1", 60, 0, {{"hlo_op", RefText{"dot.1"}}});
  const ReadRun run = ReadMade(space);
  CHECK(run.report.entries().empty());
  const auto is = [&](std::string_view name, OpKind kind, std::string_view type) {
    INFO(name);
    CHECK(OpNamed(run, name).kind == kind);
    CHECK(run.Text(OpNamed(run, name).type) == type);
  };
  is("model/dense/MatMul", OpKind::kFrameworkOp, "MatMul");
  is("std::call: x", OpKind::kRuntime, "Runtime");
  is("Iterator::Root::Map", OpKind::kFrameworkOp, "Dataset");
  is("scope/add", OpKind::kFrameworkOp, "AddV2");
  is("jit(f)/dot_general", OpKind::kFrameworkOp, "dot_general");
  is("fusion.2", OpKind::kHloInstruction, "fusion");
  is("end: dot.1", OpKind::kRuntime, "Runtime");
  REQUIRE(run.profile.modules.size() == 1);
  CHECK(run.Text(run.profile.modules[ModuleId(0)].name) == "jit_f");
  // The event's own name is kept unless it is the op's.
  const Events& events = EventsOf(run, "t (1)");
  CHECK(run.Text(events.label[3]) == "kernel name");
  CHECK(events.kind[6] == EventKind::kInstant);
}

TEST_CASE("xspace: metadata's stats hold for each event, an event's own count before them") {
  xp::XSpace space;
  MadePlane tpu(space, "/device:TPU:0");
  xp::XLine* line = tpu.Line("XLA Ops");
  tpu.Meta("dot.1", {{"program_id", uint64_t{7}},
                     {"hlo_category", std::string("convolution")},
                     {"flops", uint64_t{100}},
                     {"bytes_accessed", int64_t{30}},
                     {"tf_op", std::string("jit(f)/dot:")},
                     {"source", std::string("train.py:12")}});
  tpu.Event(line, "dot.1", 0, 10);
  tpu.Event(line, "dot.1", 20, 10, {{"program_id", std::string("8")}});
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "XLA Ops");
  REQUIRE(events.size() == 2);
  REQUIRE(events.op[0] != events.op[1]);
  for (const OpId id : events.op) {
    const OpRow& op = run.profile.ops.row[id];
    CHECK(op.float_ops == 100);
    CHECK(op.bytes_accessed == 30);
    CHECK(run.Text(op.category) == "convolution");
    CHECK(run.Text(run.profile.ops.row[op.framework_op].name) == "jit(f)/dot");
    const FrameRow& frame = run.profile.frames[op.frame];
    CHECK(run.Text(frame.file) == "train.py");
    CHECK(frame.line == 12);
  }
  CHECK(run.profile.modules[run.profile.ops.row[events.op[0]].module].program_id == 7);
  CHECK(run.profile.modules[run.profile.ops.row[events.op[1]].module].program_id == 8);
}

TEST_CASE("xspace: the float operations of a custom call that XLA cannot count are unknown") {
  xp::XSpace space;
  MadePlane tpu(space, "/device:TPU:0");
  xp::XLine* line = tpu.Line("XLA Ops");
  tpu.Meta("flash.1", {{"hlo_category", std::string("custom-call")}, {"flops", uint64_t{0}}});
  tpu.Meta("flash.2", {{"hlo_category", std::string("custom-call")}, {"flops", uint64_t{100}}});
  tpu.Meta("copy.3", {{"hlo_category", std::string("data formatting")}, {"flops", uint64_t{0}}});
  tpu.Event(line, "flash.1", 0, 10);
  tpu.Event(line, "flash.2", 10, 10);
  tpu.Event(line, "copy.3", 20, 10);
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "XLA Ops");
  REQUIRE(events.size() == 3);
  CHECK(run.profile.ops.row[events.op[0]].float_ops == kUnknown);
  CHECK(run.profile.ops.row[events.op[1]].float_ops == 100);
  CHECK(run.profile.ops.row[events.op[2]].float_ops == 0);
}

TEST_CASE("xspace: times that no timeline holds count, and are told of") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("t", 1);
  host.Event(line, "a:A", INT64_MAX, 5);
  host.Event(line, "b:B", 0, -5);
  host.Event(line, "c:C", 10, INT64_MAX);
  host.Event(line, "d:D", 10, 5);
  const ReadRun run = ReadMade(space);
  CHECK(EventsOf(run, "t (1)").size() == 1);
  CHECK(run.profile.unplaced.size() == 3);
  CHECK(run.Count(ImportProblem::kTimeOutOfRange) == 2);
  CHECK(run.Count(ImportProblem::kNegativeDuration) == 1);
}

TEST_CASE("xspace: a total without times is a recorded execution") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XEvent* event = host.Event(host.Line("t"), "a:A", 0, 700);
  event->set_num_occurrences(7);
  const ReadRun run = ReadMade(space);
  CHECK(run.Count(ImportProblem::kAggregatedEvent) == 1);
  CHECK(EventsOf(run, "t (1)").size() == 0);
  const auto [first, last] = run.profile.ExecsOf(run.Op("a"));
  REQUIRE(last - first == 1);
  const ExecRow& row = run.profile.execs().row[ExecId(first)];
  CHECK(row.runs == 7);
  CHECK((row.cpu_time == 700));
  CHECK(row.origin == Origin::kRecorded);
}

TEST_CASE("xspace: ids that name nothing lose their names only") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("t");
  xp::XEvent* event = host.Event(line, "a:A", 0, 5);
  event->set_metadata_id(-12);
  xp::XEvent* other = host.Event(line, "b:B", 10, 5);
  other->add_stats()->set_metadata_id(99);
  other->add_stats()->set_ref_value(98);
  (*host->mutable_event_metadata())[50].set_id(51);
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "t (1)");
  REQUIRE(events.size() == 2);
  CHECK_FALSE(events.op[0].valid());
  CHECK(run.Text(events.label[0]) == "<unknown event -12>");
  CHECK(run.Text(run.profile.ops.row[events.op[1]].name) == "b");
  CHECK(run.Count(ImportProblem::kDanglingMetadata) == 1);
  CHECK(run.Count(ImportProblem::kDanglingString) == 3);
  CHECK(run.Count(ImportProblem::kIdMismatch) == 1);
}

TEST_CASE("xspace: what the recorder says of itself is passed on") {
  xp::XSpace space;
  space.add_errors("no CUPTI");
  space.add_warnings("buffer full");
  MadePlane gpu(space, kGpu, {{"dropped_traces", uint64_t{12}}});
  const ReadRun run = ReadMade(space);
  CHECK(run.Text(run.profile.sources[SourceId(0)].host) == "h");  // from the file's name
  CHECK(run.Detail(ImportProblem::kRecorderError) == "no CUPTI");
  CHECK(run.Detail(ImportProblem::kRecorderWarning) == "buffer full");
  CHECK(run.Count(ImportProblem::kDroppedEvents) == 12);
  CHECK(run.profile.devices.size() == 1);  // an idle device is a fact
}

TEST_CASE("xspace: memory events are allocations of their ops") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("tf_allocator");
  const auto memory = [&](const std::string& name, int64_t at, const std::string& op) {
    MadeStats stats = {{"allocator_name", RefText{"GPU_0_bfc"}},
                       {"allocation_bytes", int64_t{256}},
                       {"addr", uint64_t{4096}}};
    if (!op.empty()) stats.push_back({"tf_op", op});
    host.Event(line, name, at, 0, stats);
  };
  memory("MemoryAllocation", 10, "m/MatMul:MatMul");
  memory("MemoryDeallocation", 20, "(null)");  // no op
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.allocations.size() == 2);
  for (const AllocationRow& row : run.profile.allocations) {
    CHECK(row.op == run.Op("m/MatMul"));
    CHECK(run.Text(row.allocator) == "GPU_0_bfc");
    CHECK(row.address == 4096);
  }
  CHECK(run.profile.allocations[0].delta == 256);
  CHECK(run.profile.allocations[1].delta == -256);
  CHECK(EventsOf(run, "tf_allocator (1)").kind[0] == EventKind::kInstant);
}

}  // namespace
}  // namespace profiler
