#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct NetworkThresholds {
  Threshold threshold = {"threshold", 20, "at more than this part of the samples, in percent"};
  Threshold gpu_threshold = {"gpu_threshold", 30, "... GPUs are below this, in percent"};
  Threshold ratio = {"ratio", 2,
                     "... while the network carries more than this many times its usual traffic"};
  Threshold full = {"full", 0.9, "... or its median is above this share of its p99: it is full", 1};
  Threshold full_rate = {"full_rate", 1e8,
                         "... and it carries more than so many bytes a second: a link that carries "
                         "less is steady, not full"};
  Threshold least_bytes = {"least_bytes", 1e6, "... and more than so many bytes a sample"};
  Threshold patience = kFewSamples;
};

struct Network {
  double low = 0;  // the percentage of samples with an idle GPU
  // The mean traffic in samples with an idle GPU, and in the other samples.
  double then = Distribution::kNone, else_ = Distribution::kNone;
  Distribution all;
  double seconds = 0;  // from one sample to the next, by the median
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
  network.seconds = static_cast<double>(TickOf(node.times)) / static_cast<double>(kPicosPerSecond);
  return network;
}

std::string Bytes(double bytes) {
  constexpr double kMost = 9e18;
  return FormatBytesOf(static_cast<Value>(std::llround(std::min(bytes, kMost))));
}

absl::StatusOr<Verdict> JudgeNetwork(const InputOf<NetworkThresholds>& input) {
  const NetworkThresholds& limits = input.thresholds;
  bool any = false;
  PROFILER_ASSIGN_OR_RETURN(
      Verdict verdict,
      JudgeNodes(
          input, limits.patience,
          [&](const NodeUse& node, size_t patience, std::vector<Finding>& findings) {
            if (node.network.empty() || node.gpus.empty()) return;
            any = true;
            const Network network = NetworkOf(node, patience, limits.gpu_threshold);
            if (network.low <= limits.threshold) return;
            const bool is_more =
                network.then > limits.least_bytes && network.then > limits.ratio * network.else_;
            const bool is_steady = network.all.p50 > limits.full * network.all.p99;
            const bool is_full = is_steady && network.seconds > 0 &&
                                 network.all.p50 > limits.least_bytes &&
                                 network.all.p50 > limits.full_rate * network.seconds;
            if (!is_more && !is_full) return;
            std::string text =
                fmt::format("{}at {:.0f}% of the samples GPUs are below {:g}% while ",
                            BeforeSentence(node), network.low, limits.gpu_threshold.value);
            text += is_more ? fmt::format("the network carries {} a sample, {} else",
                                          Bytes(network.then), Bytes(network.else_))
                            : fmt::format(
                                  "the network is at its top most of the time ({} a sample, "
                                  "at most {})",
                                  Bytes(network.all.p50), Bytes(network.all.p99));
            text +=
                ": the job likely waits for the network, for what nodes exchange or for data that "
                "it "
                "reads or writes there. Exchange less (bigger batches, 16-bit gradients, fewer and "
                "bigger messages), overlap it with backward, keep data on the node, or take a "
                "faster network";
            Finding finding = Warning("network_bound", node.node, std::move(text),
                                      "metrics -where \"kind == 'network'\" -format pretty");
            // Before findings that only say that GPUs are used little.
            finding.share = network.low / 100;
            findings.push_back(std::move(finding));
          }));
  if (!any && verdict.lacks.empty()) {
    verdict.lacks = "network traffic and GPU use were not recorded together";
  }
  return verdict;
}

}  // namespace

extern const Rule kNetworkChecker = RuleOf<NetworkThresholds>{
    .name = "NetworkChecker",
    .summary = "GPUs that wait for the network",
    .run = JudgeNetwork,
    .applies = HasSystemUse,
};

}  // namespace profiler
