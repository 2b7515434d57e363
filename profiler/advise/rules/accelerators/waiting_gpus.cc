#include "profiler/advise/rules/accelerators/waiting_gpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/node_findings.h"
#include "profiler/analysis/metrics/dip_facts.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// The mean of the node's GPUs at each point.
std::vector<double> MeanGpuUse(const NodeUse& node) {
  std::vector<double> use(node.gpus.empty() ? 0 : node.points, Distribution::kNone);
  for (size_t i = 0; i < use.size(); ++i) {
    double sum = 0;
    int count = 0;
    for (const NodeUse::Gpu& gpu : node.gpus) {
      if (i >= gpu.busy.size() || !std::isfinite(gpu.busy[i])) continue;
      sum += gpu.busy[i];
      ++count;
    }
    if (count > 0) use[i] = sum / count;
  }
  return use;
}

// ", every 50 steps (12.00sec)"; "" where they do not recur.
std::string HowOften(const DipPattern& pattern) {
  const double picos = pattern.in_time.every;
  const std::string time =
      std::isfinite(picos) ? FormatMicros(static_cast<Value>(std::llround(picos))) : "";
  if (pattern.every_steps == kAbsent) return time.empty() ? "" : ", every " + time;
  const std::string steps = Count(static_cast<size_t>(pattern.every_steps), "step");
  return fmt::format(", every {}{}", steps, time.empty() ? "" : fmt::format(" ({})", time));
}

// "; Save runs 95% of that time and 2% of the rest"; "" where nothing stands out.
std::string WhatRan(const RuleInput& input, const RanInDips& ran) {
  if (ran.inside - ran.outside <= input.threshold("stands_out")) return "";
  return fmt::format("; {} runs {:.0f}% of that time, and {:.0f}% of the rest", ran.name,
                     100 * std::min(1.0, ran.inside), 100 * std::min(1.0, ran.outside));
}

void JudgeDips(const RuleInput& input, const JobTimes& job, const NodeUse& node,
               std::vector<Finding>& findings) {
  const bool is_gpu = std::any_of(node.gpus.begin(), node.gpus.end(),
                                  [](const NodeUse::Gpu& gpu) { return !gpu.busy.empty(); });
  const std::vector<double> use = is_gpu ? MeanGpuUse(node) : node.cpu;
  // What is much for processors depends on how many of them the job can use.
  const double limit =
      is_gpu ? input.threshold("below") : input.threshold("cpu_below") / 100 * Describe(use).p95;
  const NodeDips dips = NodeDipsOf(job, node, use, limit);
  const double share = dips.share();
  constexpr double kTwice = 2;
  if (dips.dips.intervals().size() < 2 || share < input.threshold("share")) return;
  if (dips.outside < kTwice * dips.inside) return;
  const RanInDips ran = MostInDips(input.profile(), node.node, dips);
  const std::string what_ran = WhatRan(input, ran);
  const std::string how_often = HowOften(dips.pattern);
  if (how_often.empty() && what_ran.empty()) return;  // nothing that anyone could act on
  const std::string_view who = is_gpu ? "GPUs are" : "processors are";
  std::string text = fmt::format(
      "{}{} below {:.0f}% for {:.0f}% of the training, in {} ({:.0f}% then, {:.0f}% else)",
      BeforeSentence(node), who, limit, 100 * share,
      Count(dips.dips.intervals().size(), "interval"), dips.inside, dips.outside);
  text += how_often + what_ran;
  text += !how_often.empty()
              ? ". Look for what comes so regularly: input that runs dry, callbacks, logging, "
                "checkpoints or evaluation that block the training loop"
              : ". Move it out of the training loop, or beside it";
  const std::string_view metric = is_gpu ? kGpuUtilization : kCpuUtilization;
  Finding finding =
      WarnOf(how_often.empty() ? "dips" : "periodic_dips", node.node, std::move(text), metric);
  finding.command = fmt::format("dips -metric {} -below {:.0f} -format pretty", metric, limit);
  findings.push_back(std::move(finding));
}

struct Network {
  double low = 0;  // the part of the samples with a GPU that waits, in percent
  // The mean traffic then, and at the other samples.
  double then = Distribution::kNone, else_ = Distribution::kNone;
  Distribution all;
};

Network NetworkOf(const NodeUse& node, size_t patience, double gpu_threshold) {
  const std::vector<double> use = MeanGpuUse(node);
  Network network;
  std::vector<double> then, others, all;
  for (size_t i = patience; i < use.size() && i < node.network.size(); ++i) {
    if (!std::isfinite(use[i]) || !std::isfinite(node.network[i])) continue;
    (use[i] < gpu_threshold ? then : others).push_back(node.network[i]);
    all.push_back(node.network[i]);
  }
  network.low = 100 * Share(static_cast<Int128>(then.size()), static_cast<Int128>(all.size()));
  network.then = Describe(std::move(then)).mean;
  network.else_ = Describe(std::move(others)).mean;
  network.all = Describe(std::move(all));
  return network;
}

std::string Bytes(double bytes) {
  constexpr double kMost = 9e18;
  return FormatBytesOf(static_cast<Value>(std::llround(std::min(bytes, kMost))));
}

}  // namespace

absl::StatusOr<Verdict> UtilizationDips(const RuleInput& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const JobTimes job(input.selected);
  return JudgeNodes(input, static_cast<size_t>(input.threshold("patience")),
                    [&](const NodeUse& node, std::vector<Finding>& findings) {
                      JudgeDips(input, job, node, findings);
                    });
}

absl::StatusOr<Verdict> NetworkBound(const RuleInput& input) {
  const auto patience = static_cast<size_t>(input.threshold("patience"));
  bool any = false;
  PROFILER_ASSIGN_OR_RETURN(
      Verdict verdict,
      JudgeNodes(input, patience, [&](const NodeUse& node, std::vector<Finding>& findings) {
        if (node.network.empty() || node.gpus.empty()) return;
        any = true;
        const Network network = NetworkOf(node, patience, input.threshold("gpu_threshold"));
        if (network.low <= input.threshold("threshold")) return;
        const double least = input.threshold("least_bytes");
        const bool is_more =
            network.then > least && network.then > input.threshold("ratio") * network.else_;
        const bool is_full =
            network.all.p50 > least && network.all.p50 > input.threshold("full") * network.all.p99;
        if (!is_more && !is_full) return;
        std::string text =
            fmt::format("{}at {:.0f}% of the samples GPUs are below {:g}% while ",
                        BeforeSentence(node), network.low, input.threshold("gpu_threshold"));
        text += is_more ? fmt::format("the network carries {} a sample, {} else",
                                      Bytes(network.then), Bytes(network.else_))
                        : fmt::format(
                              "the network is at its top most of the time ({} a sample, "
                              "at most {})",
                              Bytes(network.all.p50), Bytes(network.all.p99));
        text +=
            ": the job waits for the network. Exchange less (bigger batches, 16-bit gradients, "
            "fewer and bigger messages), overlap it with backward, keep data on the node, or "
            "take a faster network";
        Finding finding = WarnOf("network_bound", node.node, std::move(text), "");
        finding.command = "metrics -where \"kind == 'network'\" -format pretty";
        findings.push_back(std::move(finding));
      }));
  if (!any && verdict.lacks.empty()) {
    verdict.lacks = "no traffic of a network was recorded beside the use of GPUs";
  }
  return verdict;
}

}  // namespace profiler
