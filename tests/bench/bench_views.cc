// Each view, first without and then with a warm cache.
#include "profiler/base/run_context.h"
#include "tests/bench/bench_inputs.h"
#include "tests/unit/common/ask.h"

namespace profiler::bench {
namespace {

void AskAgain(benchmark::State& state, const View& view, const Profile& profile, bool again) {
  const Query query = AllRows();
  RunContext context;
  Asker ask(profile);
  if (again && !Went(ask(view.name, query, context).status(), state)) return;
  for (auto _ : state) {
    if (!again) ask.Forget();
    absl::StatusOr<Report> report = ask(view.name, query, context);
    if (!Went(report.status(), state)) return;
    benchmark::DoNotOptimize(report);
  }
}

}  // namespace

void RegisterViews(const Inputs& inputs) {
  for (const View& view : CommandsOnOneProfile()) {
    for (const bool again : {false, true}) {
      const std::string name = "view/" + std::string(view.name) + (again ? "/again" : "/first");
      benchmark::RegisterBenchmark(name.c_str(), [&view, &inputs, again](auto& state) {
        AskAgain(state, view, inputs.opened(), again);
      });
    }
  }
}

}  // namespace profiler::bench
