#include <fmt/format.h>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {
namespace {

struct BatchThresholds {
  Threshold cpu_threshold_p95 = {"cpu_threshold_p95", 70,
                                 "95% of the samples of processors are below this, in percent"};
  Threshold gpu_threshold_p95 = {"gpu_threshold_p95", 70, "... those of all GPUs below this"};
  Threshold gpu_memory_threshold_p95 = {"gpu_memory_threshold_p95", 70,
                                        "... and those of their memory below this"};
  Threshold window = {"window", 500, "how many samples, the last ones, count"};
  Threshold patience = kPatience;
};

// Of a node whose processors wait for I/O, which more work for GPUs does not change.
std::string WaitsForIo(const NodeUse& node, double gpu, double memory, double io_wait) {
  return fmt::format(
      "{}GPUs and their memory are used little: 95% of the samples are below {:.0f}% and {:.0f}%; "
      "but processors wait for I/O in {:.0f}% of the time (median of the samples). Find what they "
      "read or write, and make that faster, before you try a bigger batch",
      BeforeSentence(node), gpu, memory, io_wait);
}

absl::StatusOr<Verdict> JudgeBatchSize(const InputOf<BatchThresholds>& input) {
  const BatchThresholds& limits = input.thresholds;
  return JudgeNodesOfJob(
      input, limits.patience,
      [&](const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
        const double window = limits.window;
        const double cpu = Describe(Last(node.cpu, window)).p95;
        const double gpu = MostP95(node, window, &NodeUse::Gpu::busy);
        const double memory = MostP95(node, window, &NodeUse::Gpu::memory);
        const bool is_low = cpu < limits.cpu_threshold_p95 && gpu < limits.gpu_threshold_p95 &&
                            memory < limits.gpu_memory_threshold_p95;
        if (!is_low) return;
        const double io_wait = MedianIoWait(Last(node.io_wait, window));
        if (io_wait >= kMuchIoWait) {
          findings.push_back(WarnOfMetric("small_batch", node.node,
                                          WaitsForIo(node, gpu, memory, io_wait),
                                          "I/OWaitPercentage"));
          return;
        }
        findings.push_back(WarnOfMetric(
            "small_batch", node.node,
            fmt::format("{}processors, GPUs and their memory are used little: 95% of the samples "
                        "are below {:.0f}%, {:.0f}% and {:.0f}%. A bigger batch fits, or a "
                        "smaller machine does",
                        BeforeSentence(node), cpu, gpu, memory),
            "GPUMemoryUtilization"));
      });
}

}  // namespace

extern const Rule kBatchSize = RuleOf<BatchThresholds>{
    .name = "BatchSize",
    .summary = "nodes that a bigger batch would fit on (SageMaker Debugger's rule)",
    .run = JudgeBatchSize,
    .applies = HasSystemUse,
};

}  // namespace profiler
