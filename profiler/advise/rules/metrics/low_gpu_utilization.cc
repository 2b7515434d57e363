#include <fmt/format.h>

#include <string>
#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {
namespace {

struct LowGpuThresholds {
  Threshold threshold_p95 = {"threshold_p95", 70,
                             "a GPU is underused if 95% of its samples are below this percentage"};
  Threshold threshold_p5 = {"threshold_p5", 10, "... or fluctuates if 5% are below this"};
  Threshold window = {"window", 500, "how many samples, the last ones, count"};
  Threshold patience = kPatience;
};

absl::StatusOr<Verdict> JudgeGpus(const InputOf<LowGpuThresholds>& input) {
  const LowGpuThresholds& limits = input.thresholds;
  constexpr std::string_view kFeed =
      "A bigger batch, faster input or fewer GPUs would use it better";
  constexpr std::string_view kShare =
      "Another GPU of the node is used well: share the work evenly between them";
  return JudgeNodesOfJob(
      input, limits.patience,
      [&](const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
        const double most = MostP95(node, limits.window, &NodeUse::Gpu::busy);
        for (const NodeUse::Gpu& gpu : node.gpus) {
          const Distribution d = Describe(Last(gpu.busy, limits.window));
          const std::string subject = SubjectOf(node, gpu);
          if (d.p95 < limits.threshold_p95) {
            findings.push_back(
                WarnOfMetric("underutilized", subject,
                             fmt::format("{} is used little: 95% of {} are below {:.0f}%. {}",
                                         subject, LastSamplesText(node, d.count), d.p95,
                                         most >= limits.threshold_p95 ? kShare : kFeed),
                             kGpuUtilization));
          } else if (d.p5 < limits.threshold_p5) {
            findings.push_back(WarnOfMetric(
                "fluctuating", subject,
                fmt::format("{0}: utilization fluctuates (p5 {2:.1f}%, p95 {3:.0f}% of {1}). "
                            "Something blocks the GPU now and then: late input, "
                            "checkpoints, callbacks in the training loop",
                            subject, LastSamplesText(node, d.count), d.p5, d.p95),
                kGpuUtilization));
          }
        }
      });
}

}  // namespace

extern const Rule kLowGpuUtilization = RuleOf<LowGpuThresholds>{
    .name = "LowGPUUtilization",
    .summary = "GPUs whose utilization is low or fluctuates (SageMaker Debugger's rule)",
    .run = JudgeGpus,
    .applies = HasSystemUse,
};

}  // namespace profiler
