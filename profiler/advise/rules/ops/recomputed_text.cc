#include "profiler/advise/rules/ops/recomputed_text.h"

#include <fmt/format.h>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {

std::optional<Finding> RecomputedFinding(const Recomputed& recomputed) {
  constexpr double kTold = 0.05;
  if (recomputed.steps == 0 || recomputed.span <= 0) return std::nullopt;
  const bool has_kernels = recomputed.device > 0;
  const Int128 time = has_kernels ? recomputed.device : recomputed.host;
  const double share = ShareOf(time, recomputed.span);
  if (share < kTold) return std::nullopt;
  Finding finding;
  finding.id = "recomputes";
  finding.share = share;
  finding.text = fmt::format(
      "activation checkpointing computes parts of the forward pass again, in the backward pass: {} "
      "{} of a step ({}). It saves memory: where that suffices, checkpoint fewer layers or none",
      has_kernels ? "its kernels take" : "that takes", FormatMicros(time / recomputed.steps),
      Percent(share));
  finding.command = TraceCommand(recomputed.is_reentrant ? fmt::format(".*{}", kReentrantCheckpoint)
                                                         : ".*recompute_fn");
  return finding;
}

}  // namespace profiler
