#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/steps/kinds/step_marks.h"
#include "profiler/base/status.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// Its part of the steps of a node, in the mean: phases of different nodes overlap. Of a wait for
// other nodes, which no node has of its own, its part of the job's steps.
double ShareOfPhase(const PhaseTimes::Phase& phase, const PhaseTimes& times,
                    const std::vector<HostPhases>& nodes) {
  Int128 time = 0, steps = 0;
  for (const HostPhases& node : nodes) {
    const auto of_node = node.phases.find(phase.name);
    if (of_node == node.phases.end()) continue;
    time += of_node->second;
    steps += node.total;
  }
  return steps > 0 ? ShareOf(time, steps) : Share(phase.total, times.total);
}

Report Evidence(const PhaseTimes& times, const std::vector<HostPhases>& nodes) {
  using Phase = PhaseTimes::Phase;
  using C = ColumnOf<Phase>;
  return EvidenceOf<Phase>(
      {
          C::Number("count", Unit::kCount, "", "In how many steps, or how often.", &Phase::count),
          C::Number("total_us", Unit::kMicros, "", "The sum over these.", &Phase::total),
          C::Real("share", Unit::kShare, "", "Its part of a node's steps, in the mean.",
                  [&](const Phase& phase) { return ShareOfPhase(phase, times, nodes); }),
      },
      times.phases, &Phase::name, "the longest first");
}

// Which kinds of steps the mean is over, where there are several: none of them is like it.
std::string KindsText(const Selected& selected) {
  constexpr size_t kMostNamed = 3;
  const Profile& profile = selected.profile();
  std::vector<StepId> steps;
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    if (selected.steps().Has(StepId(s))) steps.push_back(StepId(s));
  }
  std::vector<std::string> names;
  for (const MarkedSteps& kind : StepsByMark(profile, steps, kLeastOfMark)) {
    names.push_back(NameOf(kind));
  }
  return names.size() < 2 ? "" : fmt::format(" ({}, together)", Listed(names, kMostNamed));
}

absl::StatusOr<Verdict> ReportPhases(const InputOf<NoThresholds>& input) {
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const PhaseTimes times, PhaseTimesOf(input.selected));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HostPhases> nodes, PhasesByHost(input.selected));
  if (times.steps == 0 || times.phases.empty()) {
    verdict.lacks = "no phases of a step were recorded";
    return verdict;
  }
  constexpr size_t kMostWords = 4;
  std::vector<std::string> words;
  for (size_t i = 0; i < std::min(kMostWords, times.phases.size()); ++i) {
    const PhaseTimes::Phase& phase = times.phases[i];
    words.push_back(fmt::format("{} {:.0f}%", phase.name, 100 * ShareOfPhase(phase, times, nodes)));
  }
  Finding finding;
  finding.id = "phases";
  finding.subject = "job";
  finding.text = fmt::format("a step takes {} in the mean of {}{}; of that {}",
                             FormatMicros(static_cast<Value>(times.mean())), times.steps,
                             KindsText(input.selected), fmt::join(words, ", "));
  finding.command = "phases -by process -order_by total_us";
  finding.evidence.push_back(Evidence(times, nodes));
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

}  // namespace

extern const Rule kOverallFrameworkMetrics = RuleOf<>{
    .name = "OverallFrameworkMetrics",
    .summary = "which phases a step consists of; never a warning (SageMaker Debugger's rule)",
    .run = ReportPhases,
    .applies = HasPhases,
};

}  // namespace profiler
