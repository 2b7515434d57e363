#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct LowGpuThresholds {
  Threshold threshold_p95 = {"threshold_p95", 70,
                             "a GPU is underused if 95% of its samples are below this percentage"};
  Threshold threshold_p5 = {"threshold_p5", 10, "... or fluctuates if 5% are below this"};
  Threshold window = {"window", 500, "how many samples, the last ones, count"};
  Threshold patience = kPatience;
};

// What a GPU does in the last samples.
struct GpuUse {
  const NodeUse::Gpu& gpu;
  Distribution busy;

  bool is_unused() const { return IsUnused(busy); }
};

std::vector<GpuUse> UseOfGpus(const NodeUse& node, double window) {
  std::vector<GpuUse> uses;
  for (const NodeUse::Gpu& gpu : node.gpus) {
    const Distribution busy = Describe(Last(gpu.busy, window));
    if (busy.count > 0) uses.push_back({gpu, busy});
  }
  return uses;
}

// Values that follow each other.
struct ValuesInRow {
  size_t first = 0, count = 0;
};

// The longest row of values below the limit.
ValuesInRow LongestBelow(const std::vector<double>& values, double limit) {
  ValuesInRow longest, row;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] < limit)) {
      row.count = 0;
      continue;
    }
    if (row.count++ == 0) row.first = i;
    if (row.count > longest.count) longest = row;
  }
  return longest;
}

// What a GPU does whose use is low in some samples and good in others.
std::string UnsteadyText(const std::string& subject, const NodeUse& node, const GpuUse& use,
                         const LowGpuThresholds& limits) {
  const Distribution& d = use.busy;
  const std::string samples = LastSamplesText(node, d.count);
  const std::vector<double> values = Last(use.gpu.busy, limits.window);
  const auto low = static_cast<size_t>(std::count_if(
      values.begin(), values.end(), [&](double value) { return value < limits.threshold_p5; }));
  const ValuesInRow row = LongestBelow(values, limits.threshold_p5);
  constexpr size_t kNearlyAll = 10;  // all but one of so many
  const bool is_once = kNearlyAll * (low - row.count) <= low && row.count > 1;
  const bool is_at_start = row.first == 0 && values.size() == use.gpu.busy.size();
  if (is_once && is_at_start) {
    return fmt::format(
        "{} starts late: the first {} of {} are below {:g}%, while p95 is {:.0f}%. "
        "Look at what the job did until then",
        subject, row.count, samples, limits.threshold_p5.value, d.p95);
  }
  if (is_once) {
    return fmt::format(
        "{} stops once: {} of {} in a row are below {:g}%, while p95 is {:.0f}%. "
        "Look at what the job did then",
        subject, row.count, samples, limits.threshold_p5.value, d.p95);
  }
  return fmt::format(
      "{}: utilization fluctuates (p5 {:.1f}%, p95 {:.0f}% of {}). The GPU waits now and then, as "
      "for "
      "late input, checkpoints, callbacks in the training loop, or data of other nodes",
      subject, d.p5, d.p95, samples);
}

// The GPU of the node that is used well and far more than this one; null if there is none.
const GpuUse* UsedFarMore(const std::vector<GpuUse>& uses, const GpuUse& use, double well) {
  constexpr double kFarMore = 1.5;
  const GpuUse* most = nullptr;
  for (const GpuUse& other : uses) {
    const bool is_far_more = other.busy.p95 >= well && other.busy.mean >= kFarMore * use.busy.mean;
    if (is_far_more && (most == nullptr || other.busy.mean > most->busy.mean)) most = &other;
  }
  return most;
}

Finding UnusedFinding(const NodeUse& node, const std::vector<GpuUse>& uses, const GpuUse& use,
                      const GpuUse& most) {
  const std::string subject = SubjectOf(node, use.gpu);
  const auto unused =
      std::count_if(uses.begin(), uses.end(), [](const GpuUse& one) { return one.is_unused(); });
  Finding finding = WarnOfMetric(
      "unused", subject,
      fmt::format("{} is not used: it is at 0% {}, while {} of the node is used {:.0f}% in the "
                  "mean{}. {}",
                  subject, InLastSamplesText(node, use.gpu.busy, use.busy.count), most.gpu.name,
                  most.busy.mean,
                  unused > 1 ? fmt::format("; {} of {} GPUs are so", unused, uses.size()) : "",
                  kUseOrTakeOut),
      kGpuUtilization);
  finding.share = 1;
  return finding;
}

// Adds the GPUs without any work beside more that are used well.
void AddUnused(const NodeUse& node, const LowGpuThresholds& limits,
               std::vector<Finding>& findings) {
  const std::vector<GpuUse> uses = UseOfGpus(node, limits.window);
  size_t unused = 0;
  for (const GpuUse& use : uses) unused += use.is_unused() ? 1 : 0;
  if (2 * unused >= uses.size()) return;
  for (const GpuUse& use : uses) {
    const GpuUse* const most = UsedFarMore(uses, use, limits.threshold_p95);
    if (use.is_unused() && most != nullptr) {
      findings.push_back(UnusedFinding(node, uses, use, *most));
    }
  }
}

void JudgeGpu(const NodeUse& node, const std::vector<GpuUse>& uses, const GpuUse& use,
              const LowGpuThresholds& limits, std::vector<Finding>& findings) {
  const Distribution& d = use.busy;
  const std::string subject = SubjectOf(node, use.gpu);
  const std::string samples = LastSamplesText(node, d.count);
  if (d.p95 < limits.threshold_p95) {
    const GpuUse* const most = UsedFarMore(uses, use, limits.threshold_p95);
    const std::string used = use.is_unused()
                                 ? fmt::format("{} is not used: it is at 0% {}", subject,
                                               InLastSamplesText(node, use.gpu.busy, d.count))
                                 : fmt::format("{} is used little: 95% of {} are below {:.0f}%",
                                               subject, samples, d.p95);
    findings.push_back(WarnOfMetric(
        "underutilized", subject,
        used + (most == nullptr
                    ? ". Look at what it waits for; a bigger batch, faster input or fewer GPUs may "
                      "use it "
                      "better"
                    : fmt::format(". {} of the node is used {:.0f}% in the mean, this one "
                                  "{:.0f}%{}",
                                  most->gpu.name, most->busy.mean, d.mean,
                                  use.is_unused() ? fmt::format(". {}", kUseOrTakeOut)
                                                  : ": share the work evenly between them")),
        kGpuUtilization));
    if (most != nullptr) findings.back().share = 1 - d.mean / most->busy.mean;
  } else if (d.p5 < limits.threshold_p5) {
    findings.push_back(WarnOfMetric("fluctuating", subject,
                                    UnsteadyText(subject, node, use, limits), kGpuUtilization));
  }
}

absl::StatusOr<Verdict> JudgeGpus(const InputOf<LowGpuThresholds>& input) {
  const LowGpuThresholds& limits = input.thresholds;
  std::set<std::string> judged;  // nodes
  const auto judge = [&](const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
    judged.insert(node.node);
    const size_t first = findings.size();
    AddUnused(node, limits, findings);
    const bool are_told = findings.size() > first;
    const std::vector<GpuUse> uses = UseOfGpus(node, limits.window);
    for (const GpuUse& use : uses) {
      if (!are_told || !use.is_unused()) JudgeGpu(node, uses, use, limits, findings);
    }
  };
  PROFILER_ASSIGN_OR_RETURN(Verdict verdict, JudgeNodesOfJob(input, limits.patience, judge));
  if (limits.patience.is_given) return verdict;
  // That a GPU is not used shows before the rule's patience ends.
  const auto judge_early = [&](const NodeUse& node, size_t, std::vector<Finding>& findings) {
    if (!judged.contains(node.node)) AddUnused(node, limits, findings);
  };
  PROFILER_ASSIGN_OR_RETURN(Verdict early, JudgeNodesOfJob(input, kFewSamples, judge_early));
  verdict.findings.insert(verdict.findings.begin(), std::make_move_iterator(early.findings.begin()),
                          std::make_move_iterator(early.findings.end()));
  return verdict;
}

}  // namespace

extern const Rule kLowGpuUtilization = RuleOf<LowGpuThresholds>{
    .name = "LowGPUUtilization",
    .summary = "GPUs whose utilization is low or fluctuates (SageMaker Debugger's rule)",
    .run = JudgeGpus,
    .applies = HasSystemUse,
};

}  // namespace profiler
