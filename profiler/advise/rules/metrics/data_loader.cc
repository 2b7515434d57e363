#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/input/loader_workers.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct LoaderThresholds {
  Threshold min_threshold = {"min_threshold", 70,
                             "fewer workers than this part of the cores, in percent, are few"};
  Threshold max_threshold = {"max_threshold", 200, "... and more than this part are many"};
};

// The share of a step in phases that wait for input; nullopt if no such phase was recorded.
absl::StatusOr<std::optional<double>> ShareOfInput(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const PhaseTimes times, PhaseTimesOf(input.selected));
  std::optional<double> share;
  for (const PhaseTimes::Phase& phase : times.phases) {
    if (!WaitsForInput(phase.name) || times.total <= 0) continue;
    share = share.value_or(0) + Share(phase.total, times.total);
  }
  return share;
}

Finding Warn(std::string id, const LoaderWorkers& node, std::string_view text) {
  return Warning(std::move(id), node.node,
                 fmt::format("{}{}", node.node.empty() ? "" : node.node + ": ", text),
                 "phases -by metric -show_name_regexes 'DataLoader.*'");
}

absl::StatusOr<Verdict> JudgeWorkers(const InputOf<LoaderThresholds>& input) {
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const std::vector<LoaderWorkers> nodes,
                            LoaderWorkersOf(input.selected));
  if (nodes.empty()) {
    verdict.lacks = "no worker of a DataLoader was recorded, so how many there are is not known";
  }
  PROFILER_ASSIGN_OR_RETURN(const std::optional<double> share_of_input, ShareOfInput(input));
  constexpr double kLittleInput = 0.05;
  const bool is_little = share_of_input && *share_of_input < kLittleInput;
  for (const LoaderWorkers& node : nodes) {
    if (node.cores == 0) {
      verdict.lacks = fmt::format(
          "the use of {}'s processors was not recorded, so how many cores it has is not known",
          node.node);
      continue;
    }
    const double percent =
        100 * static_cast<double>(node.workers) / static_cast<double>(node.cores);
    const std::string have = fmt::format("{} of the DataLoader on {}",
                                         Count(node.workers, "worker"), Count(node.cores, "core"));
    if (percent < input.thresholds.min_threshold) {
      const double wanted = input.thresholds.min_threshold / 100 * static_cast<double>(node.cores);
      verdict.findings.push_back(
          Warn("few_workers", node,
               fmt::format("{} ({:.0f}%): cores are left that could prepare input{}", have, percent,
                           is_little ? fmt::format(", but waiting for it takes only {} of a step",
                                                   Percent(*share_of_input))
                                     : fmt::format("; raise num_workers, to {:.0f} for a start",
                                                   std::ceil(wanted)))));
      verdict.findings.back().severity = WarningIf(!is_little);
    } else if (percent > input.thresholds.max_threshold) {
      verdict.findings.push_back(
          Warn("many_workers", node,
               fmt::format("{} ({:.0f}%): they may take the processors from each other and from "
                           "the training; lower num_workers, to {} for a start",
                           have, percent, node.cores)));
    }
  }
  return verdict;
}

}  // namespace

extern const Rule kDataloader = RuleOf<LoaderThresholds>{
    .name = "Dataloader",
    .summary = "workers of a DataLoader against cores (SageMaker Debugger's rule)",
    .run = JudgeWorkers,
    .applies = HasPhases,
};

}  // namespace profiler
