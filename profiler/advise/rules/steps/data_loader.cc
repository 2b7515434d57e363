#include "profiler/advise/rules/steps/data_loader.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/loader_workers.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

Finding Warn(std::string id, const LoaderWorkers& node, std::string text) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = node.node;
  finding.severity = FindingSeverity::kWarning;
  finding.text = fmt::format("{}{}", node.node.empty() ? "" : node.node + ": ", text);
  finding.command = "phases -by metric -show_name_regexes 'DataLoader.*'";
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> DataLoaderWorkers(const RuleInput& input) {
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
    if (percent < input.threshold("min_threshold")) {
      const double wanted =
          input.threshold("min_threshold") / 100 * static_cast<double>(node.cores);
      verdict.findings.push_back(
          Warn("few_workers", node,
               fmt::format("{} ({:.0f}%): cores are left that could prepare input; raise "
                           "num_workers, to {:.0f} for a start",
                           have, percent, std::ceil(wanted))));
    } else if (percent > input.threshold("max_threshold")) {
      verdict.findings.push_back(
          Warn("many_workers", node,
               fmt::format("{} ({:.0f}%): they take the processors from each other and from the "
                           "training; lower num_workers, to {} for a start",
                           have, percent, node.cores)));
    }
  }
  return verdict;
}

}  // namespace profiler
