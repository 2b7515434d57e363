// Reading bytes into columns, and a bare walk over the same bytes for comparison.
#include "profiler/base/run_context.h"
#include "profiler/open/formats.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"
#include "tests/bench/bare_walk.h"
#include "tests/bench/bench_inputs.h"

namespace profiler::bench {
namespace {

void CountBytes(std::string_view bytes, benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes.size()));
}

void Walk(benchmark::State& state, const Inputs& inputs) {
  for (auto _ : state) benchmark::DoNotOptimize(BareWalk(inputs.profile_bytes()));
  CountBytes(inputs.profile_bytes(), state);
}

bool Decode(const Input& input, ProfileBuilder& builder, benchmark::State& state) {
  RunContext context;
  ImportReport report;
  return Went(SurestFormat(input.bytes())->read(input, builder, report, context), state);
}

void Decoding(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    ProfileBuilder builder;
    if (!Decode(input, builder, state)) return;
    state.PauseTiming();
    builder = ProfileBuilder();
    state.ResumeTiming();
  }
  CountBytes(input.bytes(), state);
}

void Deriving(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    state.PauseTiming();
    {
      ProfileBuilder builder;
      if (!Decode(input, builder, state)) return;
      state.ResumeTiming();
      Profile profile = builder.Build(/*threads=*/1);
      benchmark::DoNotOptimize(profile);
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
  CountBytes(input.bytes(), state);
}

}  // namespace

void RegisterReading(const Inputs& inputs) {
  benchmark::RegisterBenchmark("walk/profile", [&](auto& state) { Walk(state, inputs); });
  const auto add = [](const std::string& name, const Input& input) {
    benchmark::RegisterBenchmark(("decode/" + name).c_str(),
                                 [input](auto& state) { Decoding(state, input); });
    benchmark::RegisterBenchmark(("derive/" + name).c_str(),
                                 [input](auto& state) { Deriving(state, input); });
  };
  add("profile", inputs.profile());
  add("xspace", inputs.xspace());
  add("kineto", inputs.kineto());
}

}  // namespace profiler::bench
