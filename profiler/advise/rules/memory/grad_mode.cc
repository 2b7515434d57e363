#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

struct GradModeThresholds {
  Threshold nodes = {"nodes", 10,
                     "ops add this many nodes or more to graphs of gradients that nothing takes"};
};

bool RanOutOfMemory(const Profile& profile) {
  const auto& rows = profile.allocations;
  return std::any_of(rows.begin(), rows.end(),
                     [](const AllocationRow& row) { return row.refused != kUnknown; });
}

absl::StatusOr<Verdict> JudgeGradMode(const InputOf<GradModeThresholds>& input) {
  Verdict verdict;
  const int64_t nodes = UnusedAutogradNodes(input.profile());
  if (static_cast<double>(nodes) < input.thresholds.nodes) return verdict;
  const bool lacks_memory = RanOutOfMemory(input.profile());
  Finding finding = Warning(
      "unused_gradients", "",
      fmt::format("gradients are on and nothing takes them: ops added {} nodes to graphs of "
                  "gradients, and no backward pass was recorded{}. If this is inference, run it in "
                  "torch.inference_mode(): then no activations are kept for a backward pass",
                  nodes, lacks_memory ? ", while memory ran out" : ""),
      "ops -order_by self_us -top 20");
  finding.severity = WarningIf(lacks_memory);
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

bool HasUnusedGradients(const Profile& profile) { return UnusedAutogradNodes(profile) > 0; }

}  // namespace

extern const Rule kGradModeChecker = RuleOf<GradModeThresholds>{
    .name = "GradModeChecker",
    .summary = "inference in PyTorch that records what a backward pass would need",
    .run = JudgeGradMode,
    .applies = HasUnusedGradients,
};

}  // namespace profiler
