// How large a baseline is: a store without events, which people keep in a repository.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "profiler/query/query.h"
#include "profiler/store/builder.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

// Every op runs once in each step, for a time of its own that noise moves.
Profile Made(uint32_t ops, uint32_t steps) {
  ProfileBuilder builder;
  const SourceId source = builder.AddSource(SourceRow());
  std::vector<OpId> ids;
  for (uint32_t i = 0; i < ops; ++i) {
    OpRow op;
    op.name = builder.Intern(fmt::format("model/layer_{}/block_{}/op_{}", i / 50, i / 10, i));
    op.type = builder.Intern(fmt::format("Type{}", i % 40));
    ids.push_back(builder.AddOp(op));
  }
  std::mt19937 random(7);
  std::lognormal_distribution<double> times(3, 1.5), noise(0, 0.03);
  std::vector<double> typical;
  for (uint32_t i = 0; i < ops; ++i) typical.push_back(times(random));
  const DeviceId device = builder.Device("/device:GPU:0");
  for (uint32_t s = 0; s < steps; ++s) {
    const StepId step = builder.Step(source, s);
    for (uint32_t i = 0; i < ops; ++i) {
      ExecRow exec;
      exec.op = ids[i];
      exec.step = step;
      exec.device = device;
      exec.runs = 1;
      exec.accelerator_time = static_cast<int64_t>(typical[i] * noise(random) * kUs);
      builder.AddExec(exec);
    }
  }
  return builder.Build();
}

}  // namespace

TEST_CASE("A baseline of 100 steps of 5,000 ops is at most 1.5 MB") {
  const Profile profile = Made(5'000, 100);
  RunContext context;
  MemoryFiles files;
  ExportParams params;
  params.view = "steps";
  params.outfile = "f";
  params.with_events = false;
  const Query query;
  const auto result = RunExporter(*FindExporter("store"), Selected(profile, query.selection), query,
                                  params, files, context);
  REQUIRE(result.ok());
  CHECK(files.closed["f"].size() > 400'000);  // it holds the times
  CHECK(files.closed["f"].size() <= 1'500'000);
}

}  // namespace profiler
