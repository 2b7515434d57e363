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
  double low = 0;  // the percentage of samples in which GPUs wait
  // The traffic in samples in which GPUs wait, in the other samples, and in all.
  Distribution then, others, all;
  double seconds = 0;  // from one sample to the next, by the median
};

double SecondsBetweenSamples(const NodeUse& node) {
  return static_cast<double>(TickOf(node.times)) / static_cast<double>(kPicosPerSecond);
}

Network NetworkOf(const NodeUse& node, size_t patience, double gpu_threshold) {
  const std::vector<double> use = MeanUseOfUsedGpus(node);
  Network network;
  std::vector<double> then, others, all;
  for (size_t i = patience; i < use.size() && i < node.network.size(); ++i) {
    if (!std::isfinite(use[i]) || !std::isfinite(node.network[i])) continue;
    (use[i] < gpu_threshold ? then : others).push_back(node.network[i]);
    all.push_back(node.network[i]);
  }
  network.low = 100 * Share(static_cast<Int128>(then.size()), static_cast<Int128>(all.size()));
  network.then = Describe(std::move(then));
  network.others = Describe(std::move(others));
  network.all = Describe(std::move(all));
  network.seconds = SecondsBetweenSamples(node);
  return network;
}

// Whether traffic of so much hardly varies, as of a link that is full.
bool IsPlateau(const Distribution& traffic, double seconds, const NetworkThresholds& limits) {
  return traffic.p50 > limits.full * traffic.p99 && seconds > 0 &&
         traffic.p50 > limits.least_bytes && traffic.p50 > limits.full_rate * seconds;
}

// Whether the network is likely full while GPUs wait: its traffic stays the same, though GPUs work
// at times. Where these do the same all the time, steady traffic tells nothing of a limit.
bool IsFull(const Network& network, const NetworkThresholds& limits) {
  constexpr double kLeastOthers = 0.05;  // share of the samples
  const auto all = static_cast<double>(network.all.count);
  if (static_cast<double>(network.others.count) < kLeastOthers * all) return false;
  return IsPlateau(network.all, network.seconds, limits) &&
         network.then.p50 > limits.full * network.all.p99;
}

constexpr char kExchangeLess[] =
    "Exchange less (bigger batches, 16-bit gradients, fewer and bigger messages), overlap it with "
    "backward, keep data on the node, or take a faster network";

// The traffic of a node whose network carries the most.
struct BusiestNode {
  std::string name;
  bool has_gpus = false;
  Distribution traffic;
};

// The node of the most traffic whose network is likely full; without a name if there is none.
absl::StatusOr<BusiestNode> FindBusiestNode(const Selected& selected,
                                            const NetworkThresholds& limits) {
  BusiestNode busiest;
  PROFILER_RETURN_IF_ERROR(VisitNodes(selected, [&](const NodeUse& node) {
    const Distribution traffic = Describe(node.network);
    if (!(traffic.count > 0) || traffic.p50 <= busiest.traffic.p50) return;
    busiest = {IsPlateau(traffic, SecondsBetweenSamples(node), limits) ? node.node : "",
               !node.gpus.empty(), traffic};
  }));
  return busiest;
}

// Where another node carries far more, its link is full before that of the nodes that wait.
void NameBusiestNode(const BusiestNode& busiest, double own, Finding& finding) {
  constexpr double kFarMore = 1.5;
  if (busiest.name.empty() || busiest.name == finding.subject) return;
  if (!(busiest.traffic.p50 > kFarMore * own)) return;
  finding.text += fmt::format(
      ". {} carries {:.1f} times as much, {} a sample: its link is likely the one that is full{}",
      busiest.name, busiest.traffic.p50 / own, SampleBytesText(busiest.traffic.p50),
      busiest.has_gpus ? ""
                       : ". It has no GPUs, as a parameter server: use more servers, or reduce "
                         "gradients among the nodes that train");
}

Finding NetworkFinding(const NodeUse& node, const Network& network, bool is_more,
                       const NetworkThresholds& limits) {
  std::string text = fmt::format("{}at {:.0f}% of the samples GPUs are below {:g}% while ",
                                 BeforeSentence(node), network.low, limits.gpu_threshold.value);
  text += is_more ? fmt::format("the network carries {} a sample, {} else",
                                SampleBytesText(network.then.mean),
                                SampleBytesText(network.others.mean))
                  : fmt::format(
                        "the network carries as much as ever ({} a sample, at most {}), as if it "
                        "were full",
                        SampleBytesText(network.then.p50), SampleBytesText(network.all.p99));
  text += fmt::format(
      ": the job likely waits for the network, for what nodes exchange or for data that it reads "
      "or writes there. {}",
      kExchangeLess);
  Finding finding = Warning("network_bound", node.node, std::move(text),
                            "metrics -where \"kind == 'network'\" -format pretty");
  // Before findings that only say that GPUs are used little.
  finding.share = network.low / 100;
  return finding;
}

absl::StatusOr<Verdict> JudgeNetwork(const InputOf<NetworkThresholds>& input) {
  const NetworkThresholds& limits = input.thresholds;
  bool any = false;
  std::vector<double> traffic;  // of the nodes with findings, in their order
  PROFILER_ASSIGN_OR_RETURN(
      Verdict verdict,
      JudgeNodes(input, limits.patience,
                 [&](const NodeUse& node, size_t patience, std::vector<Finding>& findings) {
                   if (node.network.empty() || node.gpus.empty()) return;
                   any = true;
                   const Network network = NetworkOf(node, patience, limits.gpu_threshold);
                   if (network.low <= limits.threshold) return;
                   const bool is_more = network.then.mean > limits.least_bytes &&
                                        network.then.mean > limits.ratio * network.others.mean;
                   if (!is_more && !IsFull(network, limits)) return;
                   findings.push_back(NetworkFinding(node, network, is_more, limits));
                   traffic.push_back(network.then.p50);
                 }));
  if (!traffic.empty()) {
    PROFILER_ASSIGN_OR_RETURN(const BusiestNode busiest, FindBusiestNode(input.selected, limits));
    for (size_t i = 0; i < traffic.size(); ++i) {
      NameBusiestNode(busiest, traffic[i], verdict.findings[i]);
    }
  }
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
