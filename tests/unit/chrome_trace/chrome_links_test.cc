// Launches of devices' work, and inconsistent events, in Chrome traces.
#include "tests/unit/chrome_trace/chrome_trace_files.h"

namespace profiler {
namespace {

// Work of stream 7 of device 0; `args` are appended.
std::string Kernel(const std::string& name, int64_t ts, int64_t dur, const std::string& args) {
  return R"({"ph":"X","cat":"kernel","name":")" + name + R"(","pid":0,"tid":7,"ts":)" +
         std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) +
         R"(,"args":{"device":0,"stream":7)" + args + "}}";
}

std::string Launch(int64_t ts, int64_t correlation) {
  return Slice("cuda_runtime", "cudaLaunchKernel", ts, 2,
               R"(,"args":{"correlation":)" + std::to_string(correlation) + "}");
}

std::string Op(const std::string& name, int64_t ts, int64_t external_id) {
  return Slice("cpu_op", name, ts, 10,
               R"(,"args":{"External id":)" + std::to_string(external_id) + "}");
}

ReadRun ReadEvents(const std::vector<std::string>& events) {
  std::string text = "[";
  for (const std::string& event : events) text += (text.size() == 1 ? "" : ",") + event;
  return ReadTrace(text + "]");
}

// The names of the ops of the kernels on stream 7, by time.
std::vector<std::string> OpsOfKernels(const ReadRun& run) {
  std::vector<std::string> names;
  for (const OpId op : run.profile.events[*run.Track("stream 7")].op) {
    names.emplace_back(run.Text(run.profile.ops.row[op].name));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("kineto: an id that is used again means the latest call before") {
  const ReadRun run =
      ReadEvents({Op("a", 0, 1), Launch(2, 5), Kernel("k", 20, 5, R"(,"correlation":5)"),
                  Op("b", 30, 2), Launch(32, 5), Kernel("k", 50, 5, R"(,"correlation":5)")});
  CHECK(OpsOfKernels(run) == Names{"a", "b"});
  CHECK(run.Count(ImportProblem::kUnlinkedWork) == 0);
}

TEST_CASE("kineto: ids are numbers of 64 bits, texts, or reals; a device below 0 is none") {
  const auto run_with = [](const std::string& call, const std::string& work) {
    return ReadEvents(
        {Op("a", 0, 1),
         Slice("cuda_runtime", "cudaLaunchKernel", 2, 2, R"(,"args":{"correlation":)" + call + "}"),
         Kernel("k", 20, 5, R"(,"device":-1,"correlation":)" + work)});
  };
  for (const auto& [call, work] : {std::pair{"18446744073709551615", "18446744073709551615"},
                                   {R"("9223372036854775999")", "9223372036854775999"},
                                   {"7.0", R"("7")"}}) {
    CAPTURE(call, work);
    const ReadRun run = run_with(call, work);
    CHECK(OpsOfKernels(run) == Names{"a"});
    CHECK(run.Count(ImportProblem::kUnlinkedWork) == 0);
    for (const DeviceRow& device : run.profile.devices.values()) CHECK(device.ordinal == 0);
  }
  CHECK(run_with("7.5", "7.5").Count(ImportProblem::kUnlinkedWork) == 1);
}

TEST_CASE("kineto: one launch of a graph starts many kernels") {
  const ReadRun run =
      ReadEvents({Op("graph", 0, 1), Launch(2, 5), Kernel("k1", 20, 5, R"(,"correlation":5)"),
                  Kernel("k2", 30, 5, R"(,"correlation":5)")});
  CHECK(OpsOfKernels(run) == Names{"graph", "graph"});
  CHECK(run.profile.flows.size() == 2);
}

TEST_CASE("kineto: where no call tells, the External id does: of the last op before") {
  const ReadRun run =
      ReadEvents({Op("a", 0, 3), Op("b", 40, 3), Kernel("none", 20, 5, R"(,"External id":3)"),
                  Kernel("zero", 30, 5, R"(,"External id":3,"correlation":0)"),
                  Kernel("lost", 60, 5, R"(,"External id":3,"correlation":99)"),
                  Kernel("early", 70, 5, R"(,"External id":8)"), Op("c", 80, 8)});
  CHECK(OpsOfKernels(run) == Names{"a", "a", "b", "c"});
  CHECK(run.Count(ImportProblem::kUnmatchedCorrelation) == 1);
  CHECK(run.Count(ImportProblem::kUnlinkedWork) == 0);
}

TEST_CASE("kineto: a call outside all ops gives way to the External id") {
  const ReadRun run = ReadEvents(
      {Op("a", 0, 3), Launch(20, 5), Kernel("k", 30, 5, R"(,"External id":3,"correlation":5)")});
  CHECK(OpsOfKernels(run) == Names{"a"});
  CHECK(run.profile.flows.size() == 1);
}

TEST_CASE("kineto: flows link what no id does, and the rest is counted") {
  const std::string flow = R"({"cat":"ac2g","name":"ac2g","id":4,"pid":)";
  const ReadRun run =
      ReadEvents({Op("a", 0, 1), Slice("cuda_runtime", "cudaLaunchKernel", 2, 2),
                  flow + R"(1,"tid":1,"ph":"s","ts":3})", Kernel("k", 20, 5, ""),
                  flow + R"(0,"tid":7,"ph":"f","bp":"e","ts":20})", Kernel("alone", 30, 5, ""),
                  Kernel("lost", 40, 5, R"(,"correlation":77)")});
  CHECK(OpsOfKernels(run) == Names{"a", "<unattributed>", "<unattributed>"});
  CHECK(run.Count(ImportProblem::kUnlinkedWork) == 2);
  for (const ImportReport::Entry& entry : run.report.entries()) {
    if (entry.problem == ImportProblem::kUnlinkedWork) {
      CHECK(entry.first_detail == "66.7 % of 3 kernels and copies");
    }
  }
}

TEST_CASE("kineto: work without a time is in no span") {
  const ReadRun run = ReadEvents({Kernel("k", 0, 0, ""), Op("a", 1'000'000, 1),
                                  Kernel("k", 1'000'020, 5, ""), Kernel("k", 0, 0, "")});
  CHECK(run.Count(ImportProblem::kUntimedWork) == 2);
  const Events& events = run.profile.events[*run.Track("stream 7")];
  CHECK(events.begin == std::vector<int64_t>{20'000'000});
}

TEST_CASE("kineto: kernels of one stream may overlap, and all are kept") {
  const ReadRun run =
      ReadEvents({Kernel("k", 0, 10, ""), Kernel("k", 5, 10, ""), Kernel("k", 5, 0, "")});
  const Events& events = run.profile.events[*run.Track("stream 7")];
  CHECK(events.selves() == std::vector<int64_t>{10'000'000, 10'000'000, 0});
}

TEST_CASE("chrome trace: what runs into others is kept, and shares the time with them") {
  const ReadRun run = ReadEvents({Slice("x", "outer", 0, 100), Slice("x", "long", 10, 50),
                                  Slice("x", "short", 50, 20), Slice("x", "in long", 20, 10),
                                  Slice("x", "point", 60, 0), Slice("x", "later", 80, 10)});
  CHECK(run.Count(ImportProblem::kOverlappingEvent) == 1);
  const Events& events = run.profile.events[*run.Track("thread 1")];
  CHECK(events.duration ==
        std::vector<int64_t>{100'000'000, 50'000'000, 10'000'000, 20'000'000, 0, 10'000'000});
  CHECK(events.self ==
        std::vector<int64_t>{30'000'000, 30'000'000, 10'000'000, 20'000'000, 0, 10'000'000});
  Int128 sum = 0;
  for (const ExecRow& row : run.profile.execs().row.values()) sum += row.cpu_time;
  CHECK((sum == 100'000'000));
}

TEST_CASE("chrome trace: times are rounded, so a nested event may end a little late") {
  const ReadRun run =
      ReadEvents({Slice("cpu_op", "outer", 0, 100), Slice("cpu_op", "inner", 50, 51)});
  CHECK(run.Count(ImportProblem::kOverlappingEvent) == 0);
  CHECK(run.Text(run.profile.ops.row[run.Op("inner")].scope) == "outer");
}

TEST_CASE("chrome trace: marks of the recording are no work") {
  const ReadRun run = ReadEvents(
      {R"({"ph":"i","name":"Iteration Start: PyTorch Profiler","pid":"Traces","tid":"T","ts":0,"s":"g"})",
       R"({"ph":"i","name":"Record Window End","pid":"","tid":"","ts":90,"s":"g"})",
       Slice("cpu_op", "a", 10, 10)});
  for (uint32_t t = 0; t < run.profile.tracks.size(); ++t) {
    const TrackRow& track = run.profile.tracks[TrackId(t)];
    const bool is_mark = run.Text(track.name) == "recording";
    CHECK((track.role == TrackRole::kOverlay) == is_mark);
    if (is_mark) CHECK(run.profile.events[TrackId(t)].size() == 2);
  }
}

TEST_CASE("chrome trace: steps are looked for where none are marked") {
  std::vector<std::string> events;
  for (int64_t step = 0; step < 8; ++step) {
    events.push_back(Slice("cpu_op", "aten::mm", step * 100, 50));
    events.push_back(Slice("cpu_op", "aten::add", step * 100 + 60, 30));
  }
  const ReadRun run = ReadEvents(events);
  REQUIRE(run.profile.steps.size() == 8);
  CHECK(run.profile.steps[StepId(1)].found_by == StepFoundBy::kInferred);
  CHECK(run.profile.steps[StepId(1)].begin == 100'000'000);
}

TEST_CASE("kineto: ranks that files' names tell, and devices") {
  const auto rank = [](const std::string& name) {
    return ReadTrace(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])", name)
        .profile.sources[SourceId(0)]
        .rank;
  };
  CHECK(rank("d/rank0.6.pt.trace.json") == 0);
  CHECK(rank("rank_3.json") == 3);
  CHECK(rank("rank3/worker12.json") == 12);
  CHECK(rank("franks.json") == kUnknown);
  const ReadRun run = ReadTrace(R"({"traceEvents":[],"deviceProperties":[
    {"id":1,"name":"NVIDIA H100","totalGlobalMem":85,"computeMajor":9,"computeMinor":0,"numSms":132}]})");
  REQUIRE(run.profile.devices.size() == 1);
  const DeviceRow& device = run.profile.devices[DeviceId(0)];
  CHECK(device.ordinal == 1);
  CHECK(run.Text(device.model) == "NVIDIA H100");
  CHECK(run.Text(device.compute_capability) == "9.0");
  CHECK(device.core_count == 132);
  CHECK(device.memory_bytes == 85);
}

TEST_CASE("kineto: a GPU that ROCm's work numbers as an agent is the listed one") {
  const auto gpus = [](const std::string& listed) {
    const ReadRun run = ReadTrace(R"({"traceEvents":[
      {"ph":"X","cat":"kernel","name":"k","pid":2,"tid":0,"ts":1,"dur":1,
       "args":{"device":2,"stream":0,"correlation":1}},
      {"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":9,"ts":1,
       "args":{"Addr":1,"Bytes":8,"Device Type":6,"Device Id":0}}],"deviceProperties":[)" +
                                  listed + "]}");
    std::set<int64_t> ordinals;
    for (const DeviceRow& device : run.profile.devices.values()) {
      if (device.kind == DeviceKind::kGpu) ordinals.insert(device.ordinal);
    }
    return ordinals;
  };
  CHECK(gpus(R"({"id":0})") == std::set<int64_t>{0});
  CHECK(gpus(R"({"id":0},{"id":1},{"id":2})") == std::set<int64_t>{0, 1, 2});
}

TEST_CASE("chrome trace: names may come last or never, and ids may be texts") {
  const ReadRun run = ReadTrace(R"json([
    {"ph":"X","name":"a","pid":"main","tid":"worker","ts":0,"dur":5},
    {"ph":"X","name":"b","pid":7,"tid":8,"ts":1,"dur":5},
    {"ph":"X","name":"c","pid":7,"tid":9,"ts":2,"dur":5},
    {"ph":"X","name":"d","ts":3,"dur":5},
    {"ph":"M","name":"thread_name","pid":7,"tid":8,"args":{"name":"loader"}},
    {"ph":"M","name":"thread_name","pid":7,"tid":9,"args":{"name":"thread 9 (main)"
}
}])json");
  CHECK(run.profile.tracks.size() == 4);
  for (const char* name : {"thread worker", "loader (8)", "thread 9 (main)", "thread 0"}) {
    CHECK(run.Track(name).has_value());
  }
}

TEST_CASE("tfprof's timelines of scope and code hold totals, which are not added up again") {
  const ReadRun run = ReadTrace(R"({"traceEvents":[
    {"ph":"M","name":"process_name","pid":1,"args":{"name":"Scope:0"}},
    {"ph":"M","name":"process_name","pid":2,"args":{"name":"Scope:1"}},
    {"ph":"X","cat":"Op","name":"root","pid":1,"tid":0,"ts":0,"dur":7,"args":{"name":"root"}},
    {"ph":"X","cat":"Op","name":"mm","pid":2,"tid":0,"ts":0,"dur":7,"args":{"name":"mm"}}]})");
  CHECK(run.Count(ImportProblem::kSyntheticTimes) == 2);
  for (const ExecRow& row : run.profile.execs().row.values()) CHECK((row.cpu_time == 0));
}

}  // namespace
}  // namespace profiler
