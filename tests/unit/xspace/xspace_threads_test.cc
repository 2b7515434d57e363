// XSpaces are decoded in parts; the number of threads does not change the answers.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/catalog/exporters.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/export/export.h"
#include "profiler/render/render.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/export/memory_files.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

constexpr int64_t kSteps = 40, kOps = 100;  // some 80 KB per line: more than a part
constexpr int64_t kUs = 1'000'000;

void AddHost(xp::XSpace& space) {
  MadePlane host(space, "/host:CPU");
  xp::XLine* const line = host.Line("python");
  for (int64_t step = 0; step < kSteps; ++step) {
    const int64_t begin = step * 3 * kOps * kUs;
    host.Event(line, "train", begin, 3 * kOps * kUs, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(line, fmt::format("$model.py:{} call", step % 7), begin, 2 * kOps * kUs);
    for (int64_t op = 0; op < kOps; ++op) {
      const int64_t at = begin + 2 * op * kUs;
      host.Event(line, fmt::format("scope_{}/op_{}:MatMul", op % 5, op), at, 2 * kUs);
      host.Event(line, "cuLaunchKernel", at, kUs,
                 {{"correlation_id", step * kOps + op}, {"device_id", op % 2}});
    }
  }
  // An unknown name, and times out of range.
  line->add_events()->set_metadata_id(12345);
  host.Event(line, "late", kUs, -5);
}

void AddDevice(xp::XSpace& space, int64_t ordinal) {
  MadePlane gpu(space, fmt::format("/device:GPU:{}", ordinal));
  xp::XLine* const line = gpu.Line("Stream #13(Compute)");
  for (int64_t launch = ordinal; launch < kSteps * kOps; launch += 2) {
    const int64_t op = launch % kOps;
    gpu.Event(line, fmt::format("kernel_{}", op % 9), (3 * launch + 5) * kUs, 2 * kUs,
              {{"correlation_id", launch},
               {"tf_op", RefText{fmt::format("scope_{}/op_{}:MatMul", op % 5, op)}},
               {"kernel_details", RefText{fmt::format("regs:{} grid:{},1,1", op % 4, op)}}});
  }
}

void AddCore(xp::XSpace& space) {
  MadePlane tpu(space, "/device:TPU:0", {{"peak_teraflops_per_second", 1.5}});
  xp::XLine* const ops = tpu.Line("XLA Ops");
  xp::XLine* const steps = tpu.Line("Steps");
  for (int64_t step = 0; step < kSteps; ++step) {
    tpu.Event(steps, fmt::format("{}", step), step * kOps * kUs, kOps * kUs);
    for (int64_t op = 0; op < kOps; ++op) {
      tpu.Event(ops, fmt::format("fusion.{}", op), (step * kOps + op) * kUs, kUs,
                {{"hlo_op", std::string("own text")}, {"program_id", op % 3}});
    }
  }
}

std::string MadeBytes() {
  xp::XSpace space;
  space.add_hostnames("host-1");
  AddHost(space);
  AddDevice(space, 0);
  AddDevice(space, 1);
  AddCore(space);
  return space.SerializeAsString();
}

Profile ReadOn(const std::string& bytes, size_t threads) {
  ProfileBuilder builder;
  RunContext context;
  context.SetThreads(threads);
  ImportReport report;
  REQUIRE(
      kXSpaceFormat.read(Input::FromBytes("h.xplane.pb", bytes), builder, report, context).ok());
  Profile profile = builder.Build();
  report.Record(profile);
  return profile;
}

// The output of views and exporters with this number of threads, concatenated.
std::string Answers(const Profile& profile, size_t threads) {
  RunContext context;
  context.SetThreads(threads);
  Query query;
  query.max_depth = 100;
  query.compat_tfprof = false;
  std::string all;
  Asker ask(profile);
  for (const View& view : CommandsOnOneProfile()) {
    const absl::StatusOr<Report> report = ask(view.name, query, context);
    if (!report.ok()) continue;
    all += FindRenderer("json")->render(*report, {std::string(view.name), {"run"}});
  }
  for (const std::string_view exporter : {"timeline", "store"}) {
    MemoryFiles files;
    const auto result = RunExporter(*FindExporter(exporter), {profile, query.selection}, query,
                                    {"trace", "t", false}, files, context);
    REQUIRE(result.ok());
    for (const auto& [path, bytes] : files.closed) all += path + bytes;
  }
  return all;
}

TEST_CASE("xspace: any number of threads gives the same answers") {
  const std::string bytes = MadeBytes();
  const Profile one = ReadOn(bytes, 1);
  REQUIRE(one.tracks.size() >= 4);
  REQUIRE(one.events[TrackId(0)].size() == kSteps * (2 * kOps + 2) + 1);
  const std::string expected = Answers(one, 1);
  REQUIRE(expected.size() > 100'000);
  for (const size_t threads : {2, 3, 8}) {
    INFO(threads << " threads");
    CHECK(Answers(ReadOn(bytes, threads), threads) == expected);
  }
}

TEST_CASE("xspace: a file that is cut is read alike on any number of threads") {
  const std::string bytes = MadeBytes();
  for (const size_t part : {1, 2, 3}) {
    const std::string cut = bytes.substr(0, bytes.size() * part / 4);
    INFO(cut.size() << " bytes");
    CHECK(Answers(ReadOn(cut, 4), 1) == Answers(ReadOn(cut, 1), 1));
  }
}

}  // namespace
}  // namespace profiler
