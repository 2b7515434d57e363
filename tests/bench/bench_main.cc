// Benchmarks of single parts, on generated input: `bazel run //tests/bench:bench -- --nodes 50000`.
// Google benchmark's own flags select them and set their time: --benchmark_filter=view/op.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <vector>

#include "tests/bench/bench_inputs.h"

namespace profiler::bench {
namespace {

class Reporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) failed_ |= run.error_occurred;
    ConsoleReporter::ReportRuns(runs);
  }
  bool failed() const { return failed_; }

 private:
  bool failed_ = false;
};

int Main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  CLI::App app("Times the parts of the program. Flags of Google benchmark are taken, too.");
  ProfileSize size{5'000, 4};
  app.add_option("--nodes", size.nodes, "ops of the graph")->check(CLI::PositiveNumber);
  app.add_option("--steps", size.steps, "training steps")->check(CLI::PositiveNumber);
  app.add_option("--seed", size.seed, "what all numbers depend on");
  CLI11_PARSE(app, argc, argv);

  const Inputs inputs(size);
  RegisterReading(inputs);
  RegisterViews(inputs);
  RegisterRegexes(inputs);
  RegisterRenderers(inputs);
  RegisterExporters(inputs);
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return reporter.failed() ? 1 : 0;
}

}  // namespace
}  // namespace profiler::bench

int main(int argc, char** argv) { return profiler::bench::Main(argc, argv); }
