#include "profiler/advise/rules/ops/recomputed_text.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

constexpr double kRecomputedTold = 0.05;  // of a step

std::optional<Finding> CheckpointFinding(const Recomputed& recomputed) {
  if (recomputed.steps == 0 || recomputed.span <= 0) return std::nullopt;
  const bool has_kernels = recomputed.device > 0;
  const Int128 time = has_kernels ? recomputed.device : recomputed.host;
  const double share = ShareOf(time, recomputed.span);
  if (share < kRecomputedTold) return std::nullopt;
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

}  // namespace

std::vector<Finding> RecomputedFindings(const Recomputed& recomputed, const Rematerialized& remat) {
  std::vector<Finding> findings;
  if (auto of_torch = CheckpointFinding(recomputed)) findings.push_back(*std::move(of_torch));
  if (remat.steps == 0 || remat.span <= 0) return findings;
  const auto add = [&](Int128 time, std::string_view id, std::string_view what,
                       std::string_view remedy, std::string_view command) {
    const double share = ShareOf(time, remat.span);
    if (share < kRecomputedTold) return;
    Finding& finding = findings.emplace_back();
    finding.id = id;
    finding.share = share;
    finding.text = fmt::format("{} {} of a step ({}). It saves memory: {}", what,
                               FormatMicros(time / remat.steps), Percent(share), remedy);
    finding.command = command;
  };
  add(remat.asked, "recomputes",
      "what jax.checkpoint (jax.remat) computes again in the backward pass takes",
      "where that suffices, checkpoint fewer layers, or keep more of their results with a policy "
      "(jax.checkpoint_policies)",
      fmt::format("ops -show_name_regexes '.*{}.*' -order_by self_us -top 10", kRematScope));
  add(remat.by_xla, "recomputes_by_xla",
      "instructions that XLA computes again on its own (.remat in their names) take",
      "where the program needs less of it, as with a smaller batch or in smaller types, XLA has "
      "less to compute again",
      "hlo -show_name_regexes '.*[.]remat.*' -order_by self_us -top 10");
  return findings;
}

}  // namespace profiler
