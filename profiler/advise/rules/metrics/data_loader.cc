#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
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
               fmt::format("{} ({:.0f}%): cores are left that could prepare input; raise "
                           "num_workers, to {:.0f} for a start",
                           have, percent, std::ceil(wanted))));
    } else if (percent > input.thresholds.max_threshold) {
      verdict.findings.push_back(
          Warn("many_workers", node,
               fmt::format("{} ({:.0f}%): they take the processors from each other and from the "
                           "training; lower num_workers, to {} for a start",
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
