#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {
namespace {

struct BalanceThresholds {
  Threshold threshold = {"threshold", 0.5,
                         "two histograms of utilization differ by more than this, 0 to 1", 1};
  Threshold patience = kPatience;
};

constexpr size_t kBins = 10;
using Histogram = std::array<double, kBins>;

Histogram HistogramOf(const std::vector<double>& values, ptrdiff_t patience) {
  Histogram histogram = {};
  const double share = 1.0 / static_cast<double>(static_cast<ptrdiff_t>(values.size()) - patience);
  for (auto it = values.begin() + patience; it != values.end(); ++it) {
    if (!std::isfinite(*it)) continue;
    const double bin = std::clamp(*it / 100 * kBins, 0.0, static_cast<double>(kBins - 1));
    histogram[static_cast<size_t>(bin)] += share;
  }
  return histogram;
}

double Distance(const Histogram& a, const Histogram& b) {
  double distance = 0;
  for (size_t i = 0; i < kBins; ++i) distance += std::abs(a[i] - b[i]) / 2;
  return distance;
}

absl::StatusOr<Verdict> JudgeBalanceOfGpus(const InputOf<BalanceThresholds>& input) {
  const auto judge = [&](const NodeUse& node, size_t least, std::vector<Finding>& findings) {
    const auto patience = static_cast<ptrdiff_t>(least);
    std::vector<std::pair<const NodeUse::Gpu*, Histogram>> gpus;
    for (const NodeUse::Gpu& gpu : node.gpus) {
      if (static_cast<ptrdiff_t>(gpu.busy.size()) <= patience) continue;
      gpus.emplace_back(&gpu, HistogramOf(gpu.busy, patience));
    }
    double most = 0;
    const NodeUse::Gpu *one = nullptr, *other = nullptr;
    for (size_t a = 0; a < gpus.size(); ++a) {
      for (size_t b = a + 1; b < gpus.size(); ++b) {
        const double distance = Distance(gpus[a].second, gpus[b].second);
        if (distance <= most) continue;
        most = distance;
        one = gpus[a].first;
        other = gpus[b].first;
      }
    }
    if (one == nullptr || most <= input.thresholds.threshold) return;
    const bool is_unused = IsUnused(Describe(one->busy)) || IsUnused(Describe(other->busy));
    const std::string remedy =
        is_unused
            ? fmt::format("One has no work at all. {}", kUseOrTakeOut)
            : "The work is shared unevenly, or one does more than its part: give each the same "
              "number of samples, of the same length";
    findings.push_back(WarnOfMetric(
        "uneven_load", node.node,
        fmt::format("{}{} is used {:.0f}% in the mean of {} and {} {:.0f}%, and the spreads of "
                    "their samples have {:.0f}% in common. {}",
                    BeforeSentence(node), one->name, Describe(one->busy).mean,
                    LastSamplesText(node, one->busy.size()), other->name,
                    Describe(other->busy).mean, 100 * std::max(0.0, 1 - most), remedy),
        kGpuUtilization));
  };
  return JudgeNodesOfJob(input, input.thresholds.patience, judge);
}

}  // namespace

extern const Rule kLoadBalancing = RuleOf<BalanceThresholds>{
    .name = "LoadBalancing",
    .summary = "GPUs of a node that are used unlike each other (SageMaker Debugger's rule)",
    .run = JudgeBalanceOfGpus,
    .applies = HasSystemUse,
};

}  // namespace profiler
