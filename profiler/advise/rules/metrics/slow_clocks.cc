#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/gpu_differences.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/gpu_clock_names.h"
#include "profiler/analysis/metrics/gpu_clocks.h"
#include "profiler/analysis/metrics/gpu_states.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

struct ClockThresholds {
  Threshold below = {"below", ClockLimits().below,
                     "a clock lower than the other GPUs' by this part of theirs is low, 0 to 1", 1};
  Threshold share = {"share", ClockLimits().share,
                     "a low clock in less than this share of the samples is not reported, 0 to 1",
                     1};
  Threshold patience = kFewSamples;
};

std::string SinceText(const SlowClock& slow) {
  if (slow.until_end && slow.since == 0) return "";
  const std::string since = FormatMicros(Value(slow.since));
  if (slow.until_end) return fmt::format(" since {} after the first sample", since);
  return fmt::format(" in {:.0f}% of the samples, first {} after the first one", 100 * slow.share,
                     since);
}

std::string OtherGpusText(const SlowClock& slow) {
  return fmt::format("the other {}{}",
                     slow.others == 1 ? "GPU" : fmt::format("{} GPUs", slow.others),
                     slow.are_of_kind ? " of its kind" : "");
}

// Text such as "; it is at 90 C (others 67) and draws 410 W (others 670)".
std::string ConditionsText(const SlowClock& slow) {
  std::vector<std::string> parts;
  if (slow.temperature) {
    parts.push_back(fmt::format("is at {:.0f} C (the others {:.0f})", slow.temperature->slow,
                                slow.temperature->others));
  }
  if (slow.power) {
    parts.push_back(
        fmt::format("draws {:.0f} W (the others {:.0f})", slow.power->slow, slow.power->others));
  }
  std::string text = parts.empty() ? "" : fmt::format("; it {}", fmt::join(parts, " and "));
  if (!slow.reasons.empty()) {
    text += fmt::format("; active there: {}", fmt::join(slow.reasons, ", "));
  }
  return text;
}

std::string_view RemedyText(const SlowClock& slow) {
  constexpr double kHotter = 10;  // degrees
  const bool is_hot =
      slow.temperature && slow.temperature->slow >= slow.temperature->others + kHotter;
  if (NamesReason(slow.reasons, "thermal") || (slow.reasons.empty() && is_hot)) {
    return ". It slows down as it is too hot: look at its cooling. Ranks that share its work wait "
           "for it";
  }
  if (IsPowerBraked(slow.reasons)) return kPowerBrakeRemedy;
  if (NamesReason(slow.reasons, "power")) {
    return ". Its power is limited: compare its power limit and supply with the others'";
  }
  return ". Compare its clock limits and power limit with the others' (nvidia-smi -q -d "
         "CLOCK,POWER,PERFORMANCE)";
}

using GpusByNode = std::map<std::string_view, std::vector<const GpuState*>>;

// The nodes whose GPUs of a kind are all slow against those of the other nodes.
void AddSlowNodes(const GpusByNode& nodes, double below, std::vector<Finding>& findings) {
  std::map<std::string_view, GpuState> states;
  double highest = 0;
  for (const auto& [node, gpus] : nodes) {
    const GpuState& state = states[node] = MiddleState(gpus);
    highest = std::fmax(highest, state.clock);
  }
  for (const auto& [node, gpus] : nodes) {
    const GpuState& own = states[node];
    if (!(own.clock <= (1 - below) * highest)) continue;  // the others' median is no higher
    std::vector<const GpuState*> others;
    for (const auto& [other, of_other] : nodes) {
      if (other != node) others.insert(others.end(), of_other.begin(), of_other.end());
    }
    if (others.empty()) continue;
    const GpuState usual = MiddleState(others);
    const bool is_used = usual.use >= kUsed && own.use >= kUsedAlike * usual.use;
    const bool are_all_slow = std::all_of(gpus.begin(), gpus.end(), [&](const GpuState* gpu) {
      return gpu->clock <= (1 - below / 2) * usual.clock;
    });
    if (!is_used || !are_all_slow || !(own.clock <= (1 - below) * usual.clock)) continue;
    const GpuDifferences differences = DifferencesOf(gpus, others, 1 - below);
    Finding finding = WarnOfMetric(
        "low_clock_of_node", std::string(node),
        fmt::format("{} of {} {}; the others are those of {}, used as much{}",
                    gpus.size() == 1 ? "the GPU" : fmt::format("all {} GPUs", gpus.size()), node,
                    differences.text, Count(nodes.size() - 1, "other node"), differences.remedy),
        "");
    finding.command = "metrics -order_by mean";
    finding.place.host = node;
    findings.push_back(std::move(finding));
  }
}

// Compares nodes by their GPUs of one model, or where that is not known, of one highest clock.
void JudgeClocksOfNodes(const InputOf<ClockThresholds>& input, std::vector<Finding>& findings) {
  const std::vector<GpuState> states = GpuStatesOf(input.selected);
  std::map<std::pair<std::string_view, double>, GpusByNode> kinds;
  for (const GpuState& gpu : states) {
    const bool is_known = !gpu.node.empty() && std::isfinite(gpu.clock) &&
                          static_cast<double>(gpu.samples) > input.thresholds.patience;
    if (!is_known) continue;
    const bool by_most = gpu.model.empty() && std::isfinite(gpu.clock_most);
    kinds[{gpu.model, by_most ? gpu.clock_most : 0}][gpu.node].push_back(&gpu);
  }
  for (const auto& [kind, nodes] : kinds) AddSlowNodes(nodes, input.thresholds.below, findings);
}

absl::StatusOr<Verdict> JudgeClocks(const InputOf<ClockThresholds>& input) {
  const std::vector<MetricSeries> series = PickSeries(input.selected);
  const ClockLimits limits = {input.thresholds.below, input.thresholds.share};
  absl::Status status;
  absl::StatusOr<Verdict> verdict = JudgeNodes(
      input, input.thresholds.patience,
      [&](const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
        if (!status.ok()) return;
        const auto found = SlowClocksOf(input.profile(), series, node, limits, input.context);
        if (!found.ok()) {
          status = found.status();
          return;
        }
        for (const SlowClock& slow : *found) {
          const std::string subject =
              node.node.empty() ? slow.gpu : fmt::format("{}/{}", node.node, slow.gpu);
          Finding finding = WarnOfMetric(
              "low_clock", subject,
              fmt::format("{} runs at {:.0f} MHz{}, {} at {:.0f} MHz, and is used as much{}{}",
                          subject, slow.clock.slow, SinceText(slow), OtherGpusText(slow),
                          slow.clock.others, ConditionsText(slow), RemedyText(slow)),
              "");
          finding.command = "metrics -order_by mean";
          findings.push_back(std::move(finding));
        }
      });
  PROFILER_RETURN_IF_ERROR(status);
  if (verdict.ok()) JudgeClocksOfNodes(input, verdict->findings);
  return verdict;
}

// Whether clocks of several GPUs were sampled.
bool HasGpuClocks(const Profile& profile) {
  if (!HasSystemUse(profile)) return false;
  size_t clocks = 0;
  for (const Series& series : profile.series) {
    const StringId dimension = profile.metrics[series.metric].dimension;
    const bool is_clock =
        dimension.valid() && GpuClockOf(profile.strings[dimension]) == GpuClock::kNow;
    clocks += is_clock && series.device.valid() ? 1 : 0;
  }
  return clocks > 1;
}

}  // namespace

extern const Rule kClockChecker = RuleOf<ClockThresholds>{
    .name = "ClockChecker",
    .summary = "GPUs and nodes whose clock is far lower than that of the others",
    .run = JudgeClocks,
    .applies = HasGpuClocks,
};

}  // namespace profiler
