#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr Threshold kOften = {"threshold", 50, "at more than this part of the samples, in percent"};
constexpr Threshold kGpuWaits = {"gpu_threshold", 10, "... a GPU is below this, in percent"};

struct CpuThresholds {
  Threshold threshold = kOften;
  Threshold gpu_threshold = kGpuWaits;
  Threshold cpu_threshold = {"cpu_threshold", 90,
                             "... while processors are above this, in percent"};
  Threshold one_core = {"one_core", 80,
                        "or at more than this part of the samples, in percent, one core alone is "
                        "above that and all others are below half of it"};
  Threshold gpu_use = {"gpu_use", 50, "... while GPUs are used less than this in the mean"};
  Threshold patience = kPatience;
};

struct IoThresholds {
  Threshold threshold = kOften;
  Threshold gpu_threshold = kGpuWaits;
  Threshold io_threshold = {"io_threshold", 50,
                            "... while waiting for I/O is above this, in percent"};
  Threshold patience = kPatience;
};

// Text such as "; DataLoaderIter takes 50% of a step"; empty if no phase that waits for input was
// recorded.
absl::StatusOr<std::string> InputPhase(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const PhaseTimes times, PhaseTimesOf(input.selected));
  for (const PhaseTimes::Phase& phase : times.phases) {
    if (!WaitsForInput(phase.name) || times.total <= 0) continue;
    return fmt::format("; {} takes {:.0f}% of a step", phase.name,
                       100 * Share(phase.total, times.total));
  }
  return std::string();
}

// A resource that may stall GPUs when its use is above `busy_threshold`.
struct Cause {
  std::vector<double> NodeUse::*busy;
  double busy_threshold;
  std::string_view id, metric;
  std::string text;
};

// Counts the samples, after the first `patience` samples, at which a GPU is idle and the resource
// is busy.
template <typename ThresholdsT>
absl::StatusOr<Verdict> JudgeCause(const InputOf<ThresholdsT>& input, const Cause& cause) {
  const ThresholdsT& limits = input.thresholds;
  return JudgeNodesOfJob(
      input, limits.patience,
      [&](const NodeUse& node, size_t patience, std::vector<Finding>& findings) {
        const std::vector<double>& values = node.*cause.busy;
        if (values.empty() || node.gpus.empty()) return;
        // A GPU that is never used waits for nothing.
        std::vector<const NodeUse::Gpu*> used;
        for (const NodeUse::Gpu& gpu : node.gpus) {
          if (!IsUnused(Describe(gpu.busy))) used.push_back(&gpu);
        }
        size_t both = 0;
        for (size_t i = patience; i < node.points; ++i) {
          const bool waits = std::any_of(used.begin(), used.end(), [&](const NodeUse::Gpu* gpu) {
            return i < gpu->busy.size() && gpu->busy[i] < limits.gpu_threshold;
          });
          both += waits && values[i] > cause.busy_threshold ? 1 : 0;
        }
        const double share =
            100.0 * static_cast<double>(both) / static_cast<double>(node.points - patience);
        if (share <= limits.threshold) return;
        findings.push_back(WarnOfMetric(
            std::string(cause.id), node.node,
            fmt::format("{}at {:.0f}% of the samples a GPU is below {:g}% while {}",
                        BeforeSentence(node), share, limits.gpu_threshold.value, cause.text),
            cause.metric));
      });
}

// One thread that feeds the GPUs fills a core, and another one when the system moves it. With busy
// GPUs that is no fault: the thread that launches their work may spin while it waits for them.
void JudgeOneCore(const NodeUse& node, size_t patience, const CpuThresholds& limits,
                  std::vector<Finding>& findings) {
  const std::vector<double> gpus = MeanUseOfUsedGpus(node);
  if (node.fullest_core.empty() || gpus.empty()) return;
  const auto first = static_cast<std::ptrdiff_t>(patience);
  size_t alone = 0;
  for (size_t i = patience; i < node.points; ++i) {
    alone +=
        node.fullest_core[i] > limits.cpu_threshold && node.next_core[i] < limits.cpu_threshold / 2
            ? 1
            : 0;
  }
  const double share =
      100.0 * static_cast<double>(alone) / static_cast<double>(node.points - patience);
  const double gpu_use = Describe({gpus.begin() + first, gpus.end()}).mean;
  // NaN compares false.
  if (share <= limits.one_core || !(gpu_use < limits.gpu_use)) return;
  findings.push_back(WarnOfMetric(
      "one_core", node.node,
      fmt::format(
          "{}at {:.0f}% of the samples one core of {} is above {:g}% and no other above "
          "{:g}%, while GPUs are used {:.0f}% in the mean: one thread does the host's work, "
          "and the GPUs likely wait for it. A DataLoader without workers (num_workers=0) "
          "does that, or Python, which runs one thread at a time: load in worker "
          "processes, or do less in Python for each step",
          BeforeSentence(node), share, node.cores, limits.cpu_threshold.value,
          limits.cpu_threshold.value / 2, gpu_use),
      kCpuUtilization));
}

absl::StatusOr<Verdict> JudgeCpu(const InputOf<CpuThresholds>& input) {
  const double busy = input.thresholds.cpu_threshold;
  PROFILER_ASSIGN_OR_RETURN(const std::string phase, InputPhase(input));
  PROFILER_ASSIGN_OR_RETURN(
      Verdict of_cores,
      JudgeNodesOfJob(input, input.thresholds.patience,
                      [&](const NodeUse& node, size_t patience, std::vector<Finding>& findings) {
                        JudgeOneCore(node, patience, input.thresholds, findings);
                      }));
  PROFILER_ASSIGN_OR_RETURN(
      Verdict verdict,
      JudgeCause(
          input,
          {&NodeUse::cpu, busy, "cpu_bottleneck", kCpuUtilization,
           fmt::format(
               "processors are above {:g}%: the GPU waits for them{}. They are busy, so more "
               "workers do not help: do less for each sample, do it once before the training "
               "or on the GPU, or take more processors",
               busy, phase)}));
  std::move(of_cores.findings.begin(), of_cores.findings.end(),
            std::back_inserter(verdict.findings));
  return verdict;
}

absl::StatusOr<Verdict> JudgeIo(const InputOf<IoThresholds>& input) {
  const double busy = input.thresholds.io_threshold;
  PROFILER_ASSIGN_OR_RETURN(const std::string phase, InputPhase(input));
  return JudgeCause(
      input,
      {&NodeUse::io_wait, busy, "io_bottleneck", "I/OWaitPercentage",
       fmt::format("waiting for input and output is above {:g}%{}. Prefetch, read fewer and bigger "
                   "files, or keep the data nearer",
                   busy, phase)});
}

}  // namespace

extern const Rule kCpuBottleneck = RuleOf<CpuThresholds>{
    .name = "CPUBottleneck",
    .summary = "GPUs that wait for processors (SageMaker Debugger's rule), or for a single core",
    .run = JudgeCpu,
    .applies = HasSystemUse,
};

extern const Rule kIoBottleneck = RuleOf<IoThresholds>{
    .name = "IOBottleneck",
    .summary = "GPUs that wait for input and output (SageMaker Debugger's rule)",
    .run = JudgeIo,
    .applies = HasSystemUse,
};

}  // namespace profiler
