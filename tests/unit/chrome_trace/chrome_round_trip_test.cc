// Times of a thread count once, and a timeline that this program wrote of a Chrome trace is read
// back with equal content.
#include <filesystem>
#include <map>
#include <tuple>

#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "profiler/open/open.h"
#include "profiler/store/transform/merge.h"
#include "profiler/views/view.h"
#include "tests/unit/chrome_trace/chrome_trace_files.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

constexpr Int128 kRounding = 2'000'000;  // ps by which a nested event may end late

std::vector<std::string> Recorded() {
  std::vector<std::string> paths;
  for (const auto& folder : std::filesystem::directory_iterator("testdata/kineto")) {
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (entry.is_regular_file()) paths.push_back(entry.path().string());
    }
  }
  REQUIRE(paths.size() >= 3);
  return paths;
}

Profile Open(const std::string& path) {
  RunContext context;
  OpenRequest request;
  request.profile_paths = {path};
  absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
  REQUIRE(opened.ok());
  return std::move(opened->profile);
}

std::string TimelineOf(const Profile& profile) {
  MemoryFiles files;
  RunContext context;
  Query query;
  query.compat_tfprof = false;
  const auto result = RunExporter(*FindExporter("timeline"), {profile, query.selection}, query,
                                  ExportParams{"trace", "t.json", false}, files, context);
  REQUIRE(result.ok());
  return files.closed.at("t.json");
}

// By name: count, total time, self time.
using Totals = std::map<std::string, std::tuple<int64_t, Int128, Int128>>;

Totals TotalsOf(const Profile& profile, bool on_device) {
  Totals totals;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    const Events& events = profile.events[TrackId(t)];
    if (track.role != TrackRole::kExec || (track.kind == TrackKind::kStream) != on_device) continue;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const std::string op(
          events.op[e].valid() ? profile.strings[profile.ops.row[events.op[e]].name] : "no op");
      const bool has_label = !events.label.empty() && events.label[e].valid();
      const std::string name = has_label ? std::string(profile.strings[events.label[e]]) : "";
      auto& [runs, time, self] = totals[op + "|" + name];
      ++runs;
      time += events.duration[e];
      self += events.selves()[e];
    }
  }
  return totals;
}

TEST_CASE("kineto: what a step's thread did is no longer than the step") {
  for (const std::string& path : Recorded()) {
    CAPTURE(path);
    const Profile profile = Open(path);
    size_t checked = 0;
    for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
      const TrackRow& track = profile.tracks[TrackId(t)];
      if (track.role != TrackRole::kExec || track.kind != TrackKind::kThread) continue;
      const Events& events = profile.events[TrackId(t)];
      std::vector<Int128> self(profile.steps.size());
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (events.step[e].valid()) self[events.step[e].row()] += events.selves()[e];
      }
      for (uint32_t s = 0; s < self.size(); ++s) {
        const StepRow& step = profile.steps[StepId(s)];
        if (step.found_by != StepFoundBy::kRecorded) continue;
        CHECK((self[s] <= step.end - step.begin + kRounding));
        ++checked;
      }
    }
    CHECK(checked >= 3);
    std::vector<Int128> cpu(profile.steps.size());
    for (const ExecRow& row : profile.execs().row.values()) {
      if (row.step.valid()) cpu[row.step.row()] += row.cpu_time;
    }
    for (uint32_t s = 0; s < cpu.size(); ++s) {
      const StepRow& step = profile.steps[StepId(s)];
      CHECK((cpu[s] <= step.end - step.begin + kRounding));
    }
  }
}

TEST_CASE("kineto: the timeline of a trace is read back with the same ops") {
  for (const std::string& path : Recorded()) {
    CAPTURE(path);
    const Profile profile = Open(path);
    const ReadRun back = ReadTrace(TimelineOf(profile));
    REQUIRE(back.status.ok());
    const Totals totals = TotalsOf(profile, false);
    CHECK(totals.size() > 50);
    CHECK((TotalsOf(back.profile, false) == totals));
    REQUIRE(back.profile.steps.size() == profile.steps.size());
    for (uint32_t s = 0; s < profile.steps.size(); ++s) {
      CHECK(back.profile.steps[StepId(s)].number == profile.steps[StepId(s)].number);
    }
  }
}

std::string Rank(int rank) {
  const auto on_gpu = [](const std::string& category, const std::string& name, int ts, int id) {
    return Slice(category, name, ts, 20,
                 R"(,"args":{"device":0,"stream":7,"correlation":)" + std::to_string(id) + "}");
  };
  const auto call = [](int ts, int id) {
    return Slice("cuda_runtime", "cudaLaunchKernel", ts, 2,
                 R"(,"args":{"correlation":)" + std::to_string(id) + "}");
  };
  std::string events;
  for (const std::string& event :
       {Slice("user_annotation", "ProfilerStep#1", 0, 100), Slice("cpu_op", "aten::mm", 5, 20),
        call(6, 1), Slice("cpu_op", "aten::copy_", 40, 20), call(45, 2),
        on_gpu("kernel", "gemm", 30 + rank, 1), on_gpu("gpu_memcpy", "Memcpy HtoD", 60, 2)}) {
    events += (events.empty() ? "" : ",") + event;
  }
  return R"({"distributedInfo":{"rank":)" + std::to_string(rank) +
         R"(,"world_size":2},"baseTimeNanoseconds":1700000000000000000,"traceEvents":[)" + events +
         "]}";
}

TEST_CASE("kineto: the timeline of two ranks is read back with kernels, launches and devices") {
  std::vector<Profile> parts;
  for (const int rank : {0, 1}) {
    ReadRun run = ReadTrace(Rank(rank), "rank" + std::to_string(rank) + ".json");
    REQUIRE(run.status.ok());
    parts.push_back(std::move(run.profile));
  }
  MergeReport report;
  const Profile merged = Merge(std::move(parts), report);
  const ReadRun back = ReadTrace(TimelineOf(merged));
  REQUIRE(back.status.ok());
  CHECK((TotalsOf(back.profile, true) == TotalsOf(merged, true)));
  CHECK((TotalsOf(back.profile, false) == TotalsOf(merged, false)));
  CHECK(std::get<0>(TotalsOf(back.profile, true).at("aten::mm|gemm")) == 2);
  int64_t launches = 0;
  for (const FlowRow& flow : back.profile.flows.values())
    launches += flow.kind == FlowKind::kLaunch ? 1 : 0;
  CHECK(launches == 4);
  std::map<std::string, DeviceKind> devices;
  for (const DeviceRow& device : back.profile.devices.values()) {
    devices[std::string(back.profile.strings[device.name])] = device.kind;
  }
  CHECK(devices == std::map<std::string, DeviceKind>{{"/device:GPU:0 (rank 0)", DeviceKind::kGpu},
                                                     {"/device:GPU:0 (rank 1)", DeviceKind::kGpu},
                                                     {"/host:CPU (rank 0)", DeviceKind::kCpu},
                                                     {"/host:CPU (rank 1)", DeviceKind::kCpu}});
}

}  // namespace
}  // namespace profiler
