// Each view, asked for the first time of a profile, and again with what the first time left.
#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/views/view.h"
#include "tests/bench/bench_inputs.h"

namespace profiler::bench {
namespace {

void Ask(benchmark::State& state, const View& view, const Profile& profile, bool again) {
  const Query query = AllRows();
  RunContext context;
  if (again && !Went(view.run(profile, query, context).status(), state)) return;
  for (auto _ : state) {
    if (!again) context.ClearCache();
    absl::StatusOr<Report> report = view.run(profile, query, context);
    if (!Went(report.status(), state)) return;
    benchmark::DoNotOptimize(report);
  }
}

}  // namespace

void RegisterViews(const Inputs& inputs) {
  for (const View& view : AllViews()) {
    for (const bool again : {false, true}) {
      const std::string name = "view/" + std::string(view.name) + (again ? "/again" : "/first");
      benchmark::RegisterBenchmark(name.c_str(), [&view, &inputs, again](auto& state) {
        Ask(state, view, inputs.opened(), again);
      });
    }
  }
}

}  // namespace profiler::bench
