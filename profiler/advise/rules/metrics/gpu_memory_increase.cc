#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {
namespace {

struct IncreaseThresholds {
  Threshold increase = {"increase", 5, "the mean grows by more than this, in points of percent"};
  Threshold window = {"window", 10, "... from so many samples to the next so many"};
  Threshold patience = kPatience;
};

absl::StatusOr<Verdict> JudgeGpuMemory(const InputOf<IncreaseThresholds>& input) {
  const auto window = std::max<size_t>(1, static_cast<size_t>(input.thresholds.window));
  return JudgeNodesOfJob(
      input, input.thresholds.patience,
      [&](const NodeUse& node, size_t patience, std::vector<Finding>& findings) {
        for (const NodeUse::Gpu& gpu : node.gpus) {
          double before = Distribution::kNone, most = 0;
          for (size_t i = patience; i + window <= gpu.memory.size(); i += window) {
            const auto first = gpu.memory.begin() + static_cast<ptrdiff_t>(i);
            const double mean = Describe({first, first + static_cast<ptrdiff_t>(window)}).mean;
            if (mean - before > most) most = mean - before;
            before = mean;
          }
          if (most <= input.thresholds.increase) continue;
          const std::string subject = SubjectOf(node, gpu);
          findings.push_back(WarnOfMetric(
              "memory_increase", subject,
              fmt::format("the memory in use on {} grows by {:.1f} points within {} samples: if "
                          "it goes on, it runs out. Tensors that are kept from step to step, or a "
                          "growing graph, do that",
                          subject, most, window),
              "GPUMemoryUtilization"));
        }
      });
}

}  // namespace

extern const Rule kGpuMemoryIncrease = RuleOf<IncreaseThresholds>{
    .name = "GPUMemoryIncrease",
    .summary = "GPUs whose memory use grows (SageMaker Debugger's rule)",
    .run = JudgeGpuMemory,
    .applies = HasSystemUse,
};

}  // namespace profiler
