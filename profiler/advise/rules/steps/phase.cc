#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct PhaseThresholds {
  Threshold growth = {"growth", 0.2,
                      "a phase grows by more than this share from first to last quarter"};
  Threshold share = {"share", 0.05, "... and by more than this share of a step, 0 to 1", 1};
  Threshold lag = {
      "lag", 0.1,
      "a phase takes longer on one node than on the median node by more than this share of a step"};
};

std::string Time(double picos) { return FormatMicros(static_cast<Value>(picos)); }

// What a phase takes on the mean host: in each step, or where it runs in some steps only, in each
// of those.
struct MeanPhase {
  double time = 0, steps = 0, count = 0;
  double per_run() const { return time / std::max(std::min(count, steps), 1.0); }
};

struct MeanPhases {
  std::map<std::string, MeanPhase> phases;
  double step = 0;  // a step's mean time
};

absl::StatusOr<MeanPhases> PhasesOfSteps(const RuleInput& input, int64_t first, int64_t last) {
  PROFILER_ASSIGN_OR_RETURN(const StepSelection steps,
                            StepSelection::Parse(fmt::format("{}..{}", first, last)));
  const Selected selected = input.selected.WithSteps(steps);
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HostPhases> hosts, PhasesByHost(selected));
  MeanPhases means;
  double total = 0, count = 0;
  for (const HostPhases& host : hosts) {
    total += static_cast<double>(host.total);
    count += static_cast<double>(host.steps);
    for (const auto& [name, time] : host.phases) {
      MeanPhase& phase = means.phases[name];
      phase.time += static_cast<double>(time);
      phase.steps += static_cast<double>(host.steps);
      phase.count += static_cast<double>(host.counts.at(name));
    }
  }
  means.step = count > 0 ? total / count : 0;
  return means;
}

// The smallest and largest number of the profile's steps.
std::pair<int64_t, int64_t> StepNumbers(const Profile& profile) {
  std::pair<int64_t, int64_t> numbers = {kUnknown, kUnknown};
  for (const StepRow& step : profile.steps.values()) {
    if (step.number == kUnknown || step.number < 0) continue;
    numbers.first = numbers.first == kUnknown ? step.number : std::min(numbers.first, step.number);
    numbers.second =
        numbers.second == kUnknown ? step.number : std::max(numbers.second, step.number);
  }
  return numbers;
}

// Finds phases that take longer in the last quarter of the steps than in the first quarter.
absl::Status FindGrowth(const InputOf<PhaseThresholds>& input, std::vector<Finding>& findings) {
  constexpr int64_t kFewestSteps = 40;
  const auto [first, last] = StepNumbers(input.profile());
  const bool is_part = !input.selected.steps().all;  // a selection has too few steps to compare
  if (first == kUnknown || last - first < kFewestSteps - 1 || is_part) return absl::OkStatus();
  const int64_t quarter = (last - first) / 4 + 1;
  PROFILER_ASSIGN_OR_RETURN(const MeanPhases before,
                            PhasesOfSteps(input, first, first + quarter - 1));
  PROFILER_ASSIGN_OR_RETURN(const MeanPhases after, PhasesOfSteps(input, last - quarter + 1, last));
  for (const auto& [name, phase] : after.phases) {
    const auto was_phase = before.phases.find(name);
    // A collective that takes longer waits for another node.
    const bool is_compared =
        was_phase != before.phases.end() && CommunicationOf(name) == Communication::kNone;
    if (!is_compared) continue;
    const double was = was_phase->second.per_run(), is = phase.per_run();
    if (was <= 0 || is <= (1 + input.thresholds.growth) * was) continue;
    if (is - was <= input.thresholds.share * before.step) continue;
    findings.push_back(Warning(
        "growing_phase", name,
        fmt::format("{} takes {} {} in the last quarter of the steps, {} in the first: the "
                    "step went from {} to {}. Something piles up: a list or graph that grows, a "
                    "cache that fills, files that become more",
                    name, Time(is), phase.count < phase.steps ? "each time" : "per step", Time(was),
                    Time(before.step), Time(after.step)),
        fmt::format("phases -by process -step {}..{}", last - quarter + 1, last)));
  }
  return absl::OkStatus();
}

// Finds a phase that takes longer on one node than on the median node; all nodes wait for it.
void FindLaggard(const Profile& profile, const std::vector<HostPhases>& nodes,
                 const std::string& phase, double lag, std::vector<Finding>& findings) {
  std::vector<std::pair<double, std::string>> means;
  means.reserve(nodes.size());
  for (const HostPhases& node : nodes) {
    means.emplace_back(node.MeanPerStep(phase), node.host);
  }
  std::sort(means.begin(), means.end());
  const auto& [most, node] = means.back();
  const double middle = means[(means.size() - 1) / 2].first;
  const double step = ShareOf(nodes.front().total, nodes.front().steps);
  if (middle <= 0 || most - middle <= lag * step) return;
  Finding finding =
      Warning("lagging_node", node + "/" + phase,
              fmt::format("{} takes {} per step on {} and {} on the middle one of {}: all wait for "
                          "{} where gradients are exchanged. Look for a slower machine, uneven "
                          "shards of the input, or other work on it",
                          phase, Time(most), node, Time(middle), Count(means.size(), "node"), node),
              "phases -by process");
  SetPlaceOfHost(profile, node, finding);
  findings.push_back(std::move(finding));
}

absl::Status FindLaggards(const InputOf<PhaseThresholds>& input, std::vector<Finding>& findings) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HostPhases> nodes, PhasesByHost(input.selected));
  if (nodes.size() < 2) return absl::OkStatus();
  for (const auto& [phase, total] : nodes.front().phases) {
    FindLaggard(input.profile(), nodes, phase, input.thresholds.lag, findings);
  }
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgePhases(const InputOf<PhaseThresholds>& input) {
  Verdict verdict;
  if (!HasPhases(input.profile()) || input.profile().steps.size() == 0) {
    verdict.lacks = "no phases of a step were recorded, as SageMaker Debugger records them";
    return verdict;
  }
  PROFILER_RETURN_IF_ERROR(FindGrowth(input, verdict.findings));
  PROFILER_RETURN_IF_ERROR(FindLaggards(input, verdict.findings));
  return verdict;
}

}  // namespace

extern const Rule kPhaseChecker = RuleOf<PhaseThresholds>{
    .name = "PhaseChecker",
    .summary = "phases that take longer and longer, and nodes that lag behind",
    .run = JudgePhases,
    .applies = HasPhases,
};

}  // namespace profiler
