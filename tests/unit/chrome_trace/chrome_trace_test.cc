// The mapping of Chrome traces to columns: Kineto's categories, threads, links, steps and memory.
#include "tests/unit/chrome_trace/chrome_trace_files.h"

namespace profiler {
namespace {

std::string Trace(std::initializer_list<std::string> events, const std::string& more = "") {
  std::string text = "{\"traceEvents\":[";
  for (const std::string& event : events) text += (text.back() == '[' ? "" : ",") + event;
  return text + "]" + more + "}";
}

const OpRow& OpNamed(const ReadRun& run, std::string_view name) {
  return run.profile.ops.row[run.Op(name)];
}

TEST_CASE("kineto: ops stand in their modules and have the line that called them") {
  const ReadRun run = ReadTrace(Trace({
      Slice("python_function", "train.py(53): step", 0, 100),
      Slice("python_function", "nn.Module: Net_0", 5, 80),
      Slice("python_function", "nn.Module: Linear_1", 10, 50),
      Slice("cpu_op", "aten::linear", 12, 40, R"(,"args":{"External id":7})"),
      Slice("cpu_op", "aten::addmm", 14, 30),
  }));
  REQUIRE(run.status.ok());
  const OpRow& op = OpNamed(run, "aten::addmm");
  CHECK(run.Text(op.scope) == "Net_0/Linear_1/aten::linear");
  CHECK(run.Text(op.type) == "aten::addmm");
  CHECK(op.kind == OpKind::kFrameworkOp);
  REQUIRE(op.frame.valid());
  CHECK(run.Text(run.profile.frames[op.frame].function) == "nn.Module: Linear_1");
  FrameId outer = op.frame;
  while (run.profile.frames[outer].parent.valid()) outer = run.profile.frames[outer].parent;
  CHECK(run.Text(run.profile.frames[outer].file) == "train.py");
  CHECK(run.profile.frames[outer].line == 53);
}

TEST_CASE("kineto: a kernel is of the op around its launch, on its device and stream") {
  const ReadRun run = ReadTrace(Trace({
      Slice("cpu_op", "aten::mm", 10, 20),
      Slice("cuda_runtime", "cudaLaunchKernel", 12, 3, R"(,"args":{"correlation":5})"),
      R"({"ph":"X","cat":"kernel","name":"gemm","pid":2,"tid":7,"ts":40,"dur":9,"args":{"device":2,
          "stream":7,"correlation":5,"grid":[64,1,1],"block":[256,1,1],"registers per thread":32,
          "shared memory":16,"est. achieved occupancy %":50}})",
      R"json({"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":2,"tid":7,
          "ts":60,"dur":1,"args":{"device":2,"stream":7,"correlation":6,"bytes":4096}})json",
  }));
  REQUIRE(run.status.ok());
  const auto track = run.Track("stream 7");
  REQUIRE(track.has_value());
  const Events& events = run.profile.events[*track];
  REQUIRE(events.size() == 2);
  CHECK(run.Text(run.profile.devices[run.profile.tracks[*track].device].name) == "/device:GPU:2");
  CHECK(run.Text(run.profile.ops.row[events.op[0]].name) == "aten::mm");
  CHECK(run.Text(events.label[0]) == "gemm");
  CHECK(run.Text(events.detail[0]) ==
        "regs:32 static_shared:16 grid:64,1,1 block:256,1,1 occ_pct:50");
  CHECK(run.Text(events.detail[1]) == "kind_src:pinned kind_dst:device size:4096");
  CHECK(run.Count(ImportProblem::kUnmatchedCorrelation) == 1);
  CHECK(run.profile.flows.size() == 1);
}

TEST_CASE("kineto: steps, rank and clock") {
  const ReadRun run = ReadTrace(
      Trace({Slice("user_annotation", "ProfilerStep#4", 100, 50), Slice("cpu_op", "a", 110, 5),
             Slice("user_annotation", "ProfilerStep#5", 150, 50), Slice("cpu_op", "a", 160, 5)},
            R"(,"baseTimeNanoseconds":1000000,"distributedInfo":{"rank":3,"world_size":8})"));
  REQUIRE(run.status.ok());
  REQUIRE(run.profile.steps.size() == 2);
  CHECK(run.profile.steps[StepId(0)].number == 4);
  CHECK(run.Text(run.profile.steps[StepId(0)].name) == "ProfilerStep#4");
  CHECK(run.profile.steps[StepId(1)].begin == 50'000'000);
  const SourceRow& source = run.profile.sources[SourceId(0)];
  CHECK(source.rank == 3);
  CHECK(source.epoch_ns == 1'100'000);
  CHECK(run.Text(source.host) == "rank 3");
  CHECK(ReadTrace(Trace({Slice("x", "a", 1, 1)}), "run/rank-12.json")
            .profile.sources[SourceId(0)]
            .rank == 12);
}

TEST_CASE("kineto: memory events are allocations of the op around them") {
  const ReadRun run = ReadTrace(Trace({
      Slice("cpu_op", "aten::empty", 10, 20),
      R"({"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":1,"tid":1,"ts":12,
          "args":{"Addr":77,"Bytes":256,"Device Type":1,"Device Id":0}})",
      R"({"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":1,"tid":1,"ts":50,
          "args":{"Addr":77,"Bytes":-256,"Device Type":0,"Device Id":-1}})",
  }));
  REQUIRE(run.status.ok());
  REQUIRE(run.profile.allocations.size() == 2);
  const AllocationRow& first = run.profile.allocations[0];
  CHECK(first.op == run.Op("aten::empty"));
  CHECK(first.delta == 256);
  CHECK(first.address == 77);
  CHECK(run.Text(run.profile.devices[first.device].name) == "/device:GPU:0");
  CHECK(run.Text(run.profile.devices[run.profile.allocations[1].device].name) == "/host:CPU");
}

TEST_CASE("kineto: memory is allocated in the step of the host, which runs ahead of the device") {
  const auto memory = [](int ts) {
    return R"({"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":1,"tid":1,"ts":)" +
           std::to_string(ts) + R"(,"args":{"Addr":77,"Bytes":256,"Device Type":1,"Device Id":0}})";
  };
  const ReadRun run = ReadTrace(Trace({
      Slice("user_annotation", "ProfilerStep#4", 100, 20),
      Slice("cuda_runtime", "cudaLaunchKernel", 105, 2, R"(,"args":{"correlation":1})"),
      memory(110),
      memory(121),
      Slice("user_annotation", "ProfilerStep#5", 122, 20),
      memory(130),
      R"({"ph":"X","cat":"kernel","name":"k","pid":2,"tid":7,"ts":108,"dur":900,"args":{"device":0,
          "stream":7,"correlation":1}})",
  }));
  REQUIRE(run.status.ok());
  REQUIRE(run.profile.steps.size() == 2);
  REQUIRE(run.profile.steps[StepId(0)].end == 908'000'000);
  REQUIRE(run.profile.allocations.size() == 3);
  CHECK(run.profile.allocations[0].step == StepId(0));
  CHECK_FALSE(run.profile.allocations[1].step.valid());
  CHECK(run.profile.allocations[2].step == StepId(1));
}

TEST_CASE("chrome trace: begins and ends, async events, counters and flows") {
  const ReadRun run = ReadTrace(R"([
    {"ph":"B","name":"outer","pid":1,"tid":1,"ts":0}, {"ph":"B","name":"inner","pid":1,"tid":1,"ts":2},
    {"ph":"E","pid":1,"tid":1,"ts":5}, {"ph":"E","pid":1,"tid":1,"ts":9}, {"ph":"E","pid":1,"tid":1,"ts":9},
    {"ph":"B","name":"open","pid":1,"tid":1,"ts":10}, {"ph":"X","name":"x","pid":1,"tid":1,"ts":11,"dur":4},
    {"ph":"b","cat":"io","id":1,"name":"read","pid":1,"tid":1,"ts":1},
    {"ph":"e","cat":"io","id":1,"name":"read","pid":1,"tid":2,"ts":8},
    {"ph":"C","name":"bytes","pid":1,"ts":3,"args":{"used":5,"free":"NaN","of":"N/A"}},
    {"ph":"s","cat":"f","id":1,"pid":1,"tid":1,"ts":3}, {"ph":"f","bp":"e","cat":"f","id":1,"pid":1,"tid":1,"ts":12},
    {"ph":"V","ts":1,"name":"v"}
  ])");
  REQUIRE(run.status.ok());
  const Events& events = run.profile.events[*run.Track("thread 1")];
  CHECK(events.begin == std::vector<int64_t>{0, 2'000'000, 10'000'000, 11'000'000});
  CHECK(events.duration == std::vector<int64_t>{9'000'000, 3'000'000, 5'000'000, 4'000'000});
  CHECK(run.Count(ImportProblem::kUnmatchedEnd) == 1);
  CHECK(run.Count(ImportProblem::kUnmatchedBegin) == 1);
  CHECK(run.Count(ImportProblem::kBadNumber) == 1);
  CHECK(run.Count(ImportProblem::kCounterText) == 1);
  CHECK(run.Count(ImportProblem::kSkippedPhase) == 1);
  REQUIRE(run.profile.series.size() == 1);
  CHECK(run.profile.series[0].value == std::vector<double>{5});
  REQUIRE(run.profile.flows.size() == 1);
  CHECK(run.profile.flows[0].from.row == 1);
  CHECK(run.profile.flows[0].to.row == 3);
  const auto async = run.Track("io (async) (io (async))");
  if (async.has_value()) CHECK(run.profile.tracks[*async].role == TrackRole::kAsync);
  CHECK(run.profile.tracks.size() == 2);
}

TEST_CASE("kineto: the name of a collective's group stays one word") {
  const ReadRun run = ReadTrace(Trace({
      R"({"ph":"X","cat":"kernel","name":"nccl","pid":2,"tid":7,"ts":40,"dur":9,"args":{"device":2,
          "stream":7,"Collective name":"allreduce","Group size":2,
          "Process Group Name":"tp group 0"}})",
  }));
  REQUIRE(run.status.ok());
  const Events& events = run.profile.events[*run.Track("stream 7")];
  CHECK(run.Text(events.detail[0]) == "collective:allreduce group_size:2 group:tp_group_0");
}

TEST_CASE("kineto: the other rank of a send is kept") {
  const ReadRun run = ReadTrace(Trace({
      R"({"ph":"X","cat":"kernel","name":"nccl","pid":2,"tid":7,"ts":40,"dur":9,"args":{"device":2,
          "stream":7,"Collective name":"send","Group size":2,"Dst Rank":"5"}})",
  }));
  REQUIRE(run.status.ok());
  const Events& events = run.profile.events[*run.Track("stream 7")];
  CHECK(run.Text(events.detail[0]) == "collective:send group_size:2 dst_rank:5");
}

TEST_CASE("tensorflow's timelines: a device's lanes, and its streams once") {
  const ReadRun run = ReadTrace(R"({"traceEvents":[
    {"ph":"M","name":"process_name","pid":1,"args":{"name":"/job:w/replica:0/task:0/device:CPU:0 Compute"}},
    {"ph":"M","name":"process_name","pid":2,"args":{"name":"/device:GPU:0/stream:all Compute"}},
    {"ph":"M","name":"process_name","pid":3,"args":{"name":"/device:GPU:0/stream:7 Compute"}},
    {"ph":"X","cat":"Op","name":"MatMul","pid":1,"tid":0,"ts":5,"dur":7,"args":{"name":"layer/mm","op":"MatMul"}},
    {"ph":"X","cat":"Op","name":"MatMul","pid":2,"tid":0,"ts":6,"dur":3,"args":{"name":"layer/mm","op":"MatMul"}},
    {"ph":"X","cat":"Op","name":"MatMul","pid":3,"tid":0,"ts":6,"dur":3,"args":{"name":"layer/mm","op":"MatMul"}}
  ]})");
  REQUIRE(run.status.ok());
  const OpId op = run.Op("layer/mm");
  CHECK(run.Text(run.profile.ops.row[op].type) == "MatMul");
  Int128 cpu = 0, accelerator = 0;
  for (const ExecRow& row : run.profile.execs().row.values()) {
    cpu += row.cpu_time;
    accelerator += row.accelerator_time;
  }
  CHECK((cpu == 7'000'000));
  CHECK((accelerator == 3'000'000));
}

}  // namespace
}  // namespace profiler
