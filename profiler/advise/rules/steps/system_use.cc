#include "profiler/advise/rules/steps/system_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/node_findings.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/steps/phase_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Judges the nodes that were sampled more often than the rule has patience for.
absl::StatusOr<Verdict> JudgeSampledNodes(const RuleInput& input, const NodeJudge& judge) {
  return JudgeNodes(input, static_cast<size_t>(input.threshold("patience")), judge);
}

// The last `count` values that there are.
std::vector<double> Last(const std::vector<double>& values, double count) {
  const double most = std::min(count, static_cast<double>(values.size()));
  std::vector<double> last(values.end() - static_cast<ptrdiff_t>(most), values.end());
  std::erase_if(last, [](double value) { return !std::isfinite(value); });
  return last;
}

// The highest 95th percentile; NaN where nothing was recorded.
double MostP95(const NodeUse& node, double window, std::vector<double> NodeUse::Gpu::*values) {
  double most = Distribution::kNone;
  for (const NodeUse::Gpu& gpu : node.gpus) {
    most = std::fmax(most, Describe(Last(gpu.*values, window)).p95);
  }
  return most;
}

// "; DataLoaderIter takes 50% of a step"; "" where no phase that waits for input was recorded.
absl::StatusOr<std::string> InputPhase(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const PhaseTimes times, PhaseTimesOf(input.selected));
  for (const PhaseTimes::Phase& phase : times.phases) {
    if (!WaitsForInput(phase.name) || times.total <= 0) continue;
    return fmt::format("; {} takes {:.0f}% of a step", phase.name,
                       100 * Share(phase.total, times.total));
  }
  return std::string();
}

// Points behind the patience at which some GPU waits, and of these those at which `busy` does not.
absl::StatusOr<Verdict> Bottleneck(const RuleInput& input, std::vector<double> NodeUse::*busy,
                                   double busy_threshold, const std::string& id,
                                   const std::string& what, std::string_view metric) {
  const auto patience = static_cast<size_t>(input.threshold("patience"));
  return JudgeSampledNodes(input, [&](const NodeUse& node, std::vector<Finding>& findings) {
    const std::vector<double>& values = node.*busy;
    if (values.empty() || node.gpus.empty()) return;
    size_t both = 0;
    for (size_t i = patience; i < node.points; ++i) {
      const bool waits =
          std::any_of(node.gpus.begin(), node.gpus.end(), [&](const NodeUse::Gpu& gpu) {
            return i < gpu.busy.size() && gpu.busy[i] < input.threshold("gpu_threshold");
          });
      both += waits && values[i] > busy_threshold ? 1 : 0;
    }
    const double share =
        100.0 * static_cast<double>(both) / static_cast<double>(node.points - patience);
    if (share <= input.threshold("threshold")) return;
    findings.push_back(
        WarnOf(id, node.node,
               fmt::format("{}at {:.0f}% of the samples a GPU is below {:g}% while {}",
                           BeforeSentence(node), share, input.threshold("gpu_threshold"), what),
               metric));
  });
}

}  // namespace

absl::StatusOr<Verdict> LowGpuUtilization(const RuleInput& input) {
  constexpr std::string_view kFeed =
      "A bigger batch, faster input or fewer GPUs would use it better";
  constexpr std::string_view kShare =
      "Another GPU of the node is used well: share the work evenly between them";
  return JudgeSampledNodes(input, [&](const NodeUse& node, std::vector<Finding>& findings) {
    const double most = MostP95(node, input.threshold("window"), &NodeUse::Gpu::busy);
    for (const NodeUse::Gpu& gpu : node.gpus) {
      const Distribution d = Describe(Last(gpu.busy, input.threshold("window")));
      const std::string subject = SubjectOf(node, gpu);
      if (d.p95 < input.threshold("threshold_p95")) {
        findings.push_back(WarnOf(
            "underutilized", subject,
            fmt::format("{} is used little: 95% of the last {} samples are below {:.0f}%. {}",
                        subject, d.count, d.p95,
                        most >= input.threshold("threshold_p95") ? kShare : kFeed),
            "GPUUtilization"));
      } else if (d.p5 < input.threshold("threshold_p5")) {
        findings.push_back(WarnOf(
            "fluctuating", subject,
            fmt::format("{} works by fits and starts: 5% of the last {} samples are below {:.1f}%, "
                        "5% above {:.0f}%. Something blocks it: input that comes late, "
                        "checkpoints, callbacks in the training loop",
                        subject, d.count, d.p5, d.p95),
            "GPUUtilization"));
      }
    }
  });
}

absl::StatusOr<Verdict> BatchSize(const RuleInput& input) {
  return JudgeSampledNodes(input, [&](const NodeUse& node, std::vector<Finding>& findings) {
    const double window = input.threshold("window");
    const double cpu = Describe(Last(node.cpu, window)).p95;
    const double gpu = MostP95(node, window, &NodeUse::Gpu::busy);
    const double memory = MostP95(node, window, &NodeUse::Gpu::memory);
    const bool is_low = cpu < input.threshold("cpu_threshold_p95") &&
                        gpu < input.threshold("gpu_threshold_p95") &&
                        memory < input.threshold("gpu_memory_threshold_p95");
    if (!is_low) return;
    findings.push_back(WarnOf(
        "small_batch", node.node,
        fmt::format("{}processors, GPUs and their memory are used little: 95% of the samples "
                    "are below {:.0f}%, {:.0f}% and {:.0f}%. A bigger batch fits, or a "
                    "smaller machine does",
                    BeforeSentence(node), cpu, gpu, memory),
        "GPUMemoryUtilization"));
  });
}

absl::StatusOr<Verdict> CpuBottleneck(const RuleInput& input) {
  const double busy = input.threshold("cpu_threshold");
  PROFILER_ASSIGN_OR_RETURN(const std::string phase, InputPhase(input));
  return Bottleneck(
      input, &NodeUse::cpu, busy, "cpu_bottleneck",
      fmt::format("processors are above {:g}%: the GPU waits for them{}. Prepare input ahead and "
                  "beside the training (more workers, prefetch), move preprocessing out of the "
                  "training loop or onto the GPU, or take more processors",
                  busy, phase),
      "CPUUtilization");
}

absl::StatusOr<Verdict> IoBottleneck(const RuleInput& input) {
  const double busy = input.threshold("io_threshold");
  PROFILER_ASSIGN_OR_RETURN(const std::string phase, InputPhase(input));
  return Bottleneck(
      input, &NodeUse::io_wait, busy, "io_bottleneck",
      fmt::format("waiting for input and output is above {:g}%{}. Prefetch, read fewer and bigger "
                  "files, or keep the data nearer",
                  busy, phase),
      "I/OWaitPercentage");
}

absl::StatusOr<Verdict> GpuMemoryIncrease(const RuleInput& input) {
  const auto patience = static_cast<size_t>(input.threshold("patience"));
  const auto window = std::max<size_t>(1, static_cast<size_t>(input.threshold("window")));
  return JudgeSampledNodes(input, [&](const NodeUse& node, std::vector<Finding>& findings) {
    for (const NodeUse::Gpu& gpu : node.gpus) {
      double before = Distribution::kNone, most = 0;
      for (size_t i = patience; i + window <= gpu.memory.size(); i += window) {
        const auto first = gpu.memory.begin() + static_cast<ptrdiff_t>(i);
        const double mean = Describe({first, first + static_cast<ptrdiff_t>(window)}).mean;
        if (mean - before > most) most = mean - before;
        before = mean;
      }
      if (most <= input.threshold("increase")) continue;
      const std::string subject = SubjectOf(node, gpu);
      findings.push_back(WarnOf(
          "memory_increase", subject,
          fmt::format("the memory in use on {} grows by {:.1f} points within {} samples: if "
                      "it goes on, it runs out. Tensors that are kept from step to step, or a "
                      "growing graph, do that",
                      subject, most, window),
          "GPUMemoryUtilization"));
    }
  });
}

absl::StatusOr<Verdict> LoadBalancing(const RuleInput& input) {
  constexpr size_t kBins = 10;
  using Histogram = std::array<double, kBins>;
  const auto patience = static_cast<ptrdiff_t>(input.threshold("patience"));
  return JudgeSampledNodes(input, [&](const NodeUse& node, std::vector<Finding>& findings) {
    std::vector<std::pair<const NodeUse::Gpu*, Histogram>> gpus;
    for (const NodeUse::Gpu& gpu : node.gpus) {
      if (static_cast<ptrdiff_t>(gpu.busy.size()) <= patience) continue;
      Histogram histogram = {};
      const double share =
          1.0 / static_cast<double>(static_cast<ptrdiff_t>(gpu.busy.size()) - patience);
      for (auto it = gpu.busy.begin() + patience; it != gpu.busy.end(); ++it) {
        if (!std::isfinite(*it)) continue;
        const double bin = std::clamp(*it / 100 * kBins, 0.0, static_cast<double>(kBins - 1));
        histogram[static_cast<size_t>(bin)] += share;
      }
      gpus.emplace_back(&gpu, histogram);
    }
    double most = 0;
    const NodeUse::Gpu *one = nullptr, *other = nullptr;
    for (size_t a = 0; a < gpus.size(); ++a) {
      for (size_t b = a + 1; b < gpus.size(); ++b) {
        double distance = 0;
        for (size_t i = 0; i < kBins; ++i) {
          distance += std::abs(gpus[a].second[i] - gpus[b].second[i]) / 2;
        }
        if (distance <= most) continue;
        most = distance;
        one = gpus[a].first;
        other = gpus[b].first;
      }
    }
    if (one == nullptr || most <= input.threshold("threshold")) return;
    findings.push_back(WarnOf(
        "uneven_load", node.node,
        fmt::format("{}{} is used {:.0f}% in the mean and {} {:.0f}%, and the spreads of their "
                    "samples have {:.0f}% in common. The work is shared unevenly, or one does "
                    "more than its part: give each the same number of samples, of the same length",
                    BeforeSentence(node), one->name, Describe(one->busy).mean, other->name,
                    Describe(other->busy).mean, 100 * (1 - most)),
        "GPUUtilization"));
  });
}

}  // namespace profiler
