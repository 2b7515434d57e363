#include "profiler/advise/rules/steps/lagging_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using Nodes = std::vector<HostPhases>;

std::string PicosText(double picos) { return FormatMicros(static_cast<Value>(picos)); }

struct NodeTimes {
  double middle = 0;  // the lower median
  const HostPhases* most = nullptr;
  double of_most = 0;
};

NodeTimes TimesOfNodes(const Nodes& nodes, const std::string& phase) {
  std::vector<double> means;
  NodeTimes times;
  for (const HostPhases& node : nodes) {
    means.push_back(node.MeanPerStep(phase));
    if (times.most != nullptr && means.back() <= times.of_most) continue;
    times.most = &node;
    times.of_most = means.back();
  }
  std::sort(means.begin(), means.end());
  times.middle = means[(means.size() - 1) / 2];
  return times;
}

// By how much the node's other phases are shorter than on the median of the other nodes, in all: if
// nodes wait for each other in `phase`, so long it waits there.
double LessInOthers(const Nodes& nodes, const HostPhases& node, const std::string& phase) {
  if (nodes.size() < 2) return 0;
  double less = 0;
  std::set<std::string> others;
  for (const HostPhases& one : nodes) {
    for (const auto& [name, time] : one.phases) {
      if (name != phase) others.insert(name);
    }
  }
  for (const std::string& other : others) {
    std::vector<double> times;
    for (const HostPhases& one : nodes) {
      if (&one != &node) times.push_back(one.MeanPerStep(other));
    }
    less += SummaryOf(std::move(times)).median - node.MeanPerStep(other);
  }
  return std::max(less, 0.0);
}

// Whether a step of the other nodes takes as long, as it does if they wait for this one.
bool DoOthersTakeAsLong(const Nodes& nodes, const HostPhases& node) {
  constexpr double kAsLong = 0.95;
  std::vector<double> steps;
  for (const HostPhases& one : nodes) {
    if (&one != &node) steps.push_back(ShareOf(one.total, one.steps));
  }
  return SummaryOf(std::move(steps)).median >= kAsLong * ShareOf(node.total, node.steps);
}

// Finds a phase that takes longer on one node than on the median node.
void FindLaggard(const Profile& profile, const Nodes& nodes, const std::string& phase, double lag,
                 std::vector<Finding>& findings) {
  const NodeTimes times = TimesOfNodes(nodes, phase);
  const HostPhases& node = *times.most;
  const double step = ShareOf(nodes.front().total, nodes.front().steps);
  const double waits = ExchangesGradients(phase) ? LessInOthers(nodes, node, phase) : 0;
  if (times.middle <= 0 || times.of_most - times.middle - waits <= lag * step) return;
  const std::string waits_text =
      DoOthersTakeAsLong(nodes, node)
          ? fmt::format("all wait for {} where gradients are exchanged", node.host)
          : "its steps take longer than theirs, so nodes do not wait for each other in each step";
  const std::string others =
      nodes.size() == 2 ? "on " + (&node == &nodes.front() ? nodes.back() : nodes.front()).host
                        : fmt::format("on the median of {}", Count(nodes.size(), "node"));
  Finding finding = Warning(
      "lagging_node", node.host + "/" + phase,
      fmt::format("{} takes {} per step on {} and {} {}: {}. Look for a slower machine, uneven "
                  "shards of the input, or other work on it",
                  phase, PicosText(times.of_most), node.host, PicosText(times.middle), others,
                  waits_text),
      "phases -by process");
  finding.share = (times.of_most - times.middle - waits) / step;
  SetPlaceOfHost(profile, node.host, finding);
  findings.push_back(std::move(finding));
}

}  // namespace

absl::Status FindLaggingNodes(const RuleInput& input, double lag, std::vector<Finding>& findings) {
  PROFILER_ASSIGN_OR_RETURN(const Nodes nodes, PhasesByHost(input.selected));
  if (nodes.size() < 2) return absl::OkStatus();
  for (const auto& [phase, total] : nodes.front().phases) {
    FindLaggard(input.profile(), nodes, phase, lag, findings);
  }
  return absl::OkStatus();
}

}  // namespace profiler
