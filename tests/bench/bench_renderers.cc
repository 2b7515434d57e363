// Each format, for a tree of all ops and for a table.
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/render/render.h"
#include "tests/bench/bench_inputs.h"
#include "tests/unit/common/ask.h"

namespace profiler::bench {
namespace {

void Render(benchmark::State& state, const Renderer& renderer, const char* view,
            const Profile& profile) {
  RunContext context;
  const absl::StatusOr<Report> report = Ask(profile, view, AllRows(), context);
  if (!Went(report.status(), state)) return;
  size_t size = 0;
  for (auto _ : state) {
    const std::string bytes = renderer.render(*report, {});
    size = bytes.size();
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(size));
}

}  // namespace

void RegisterRenderers(const Inputs& inputs) {
  for (const Renderer& renderer : AllRenderers()) {
    for (const char* view : {"scope", "steps"}) {
      const std::string name = "render/" + std::string(renderer.name) + "/" + view;
      benchmark::RegisterBenchmark(name.c_str(), [&renderer, view, &inputs](auto& state) {
        Render(state, renderer, view, inputs.opened());
      });
    }
  }
}

}  // namespace profiler::bench
