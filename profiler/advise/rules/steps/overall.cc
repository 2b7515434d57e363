#include "profiler/advise/rules/steps/overall.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/steps/phase_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

EvidenceTable StartPercentiles() {
  const auto percent = [](const char* name, const char* description) {
    return EvidenceReal(name, Unit::kPercent, description);
  };
  return EvidenceTable({percent("mean", "The mean."), percent("p50", "The median."),
                        percent("p95", "95 % of the samples are below it."),
                        percent("p99", "99 % are below it.")});
}

// A row of the table, and "GPUs 21%" for the sentence.
void AddUse(const std::string& name, const std::vector<double>& values, EvidenceTable& table,
            std::vector<std::string>& words) {
  const Distribution d = Describe(values);
  if (d.count == 0) return;
  table.Add(name, {d.mean, d.p50, d.p95, d.p99});
  words.push_back(fmt::format("{} {:.0f}%", name, d.mean));
}

Finding SystemFinding(const NodeUse& node) {
  EvidenceTable table = StartPercentiles();
  std::vector<std::string> words;
  for (const NodeUse::Gpu& gpu : node.gpus) AddUse(gpu.name, gpu.busy, table, words);
  for (const NodeUse::Gpu& gpu : node.gpus) {
    AddUse(gpu.name + " memory", gpu.memory, table, words);
  }
  AddUse("processors", node.cpu, table, words);
  AddUse("waiting for I/O", node.io_wait, table, words);
  Finding finding;
  finding.id = "system_usage";
  finding.subject = node.node;
  finding.text = fmt::format("{}mean use over {}: {}", BeforeSentence(node),
                             Count(node.points, "sample"), fmt::join(words, ", "));
  finding.command = "metrics -by node";
  finding.evidence = table.Take("devices first");
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> OverallSystemUsage(const RuleInput& input) {
  return JudgeNodes(input, 0, [](const NodeUse& node, std::vector<Finding>& findings) {
    findings.push_back(SystemFinding(node));
  });
}

absl::StatusOr<Verdict> OverallFrameworkMetrics(const RuleInput& input) {
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const PhaseTimes times, PhaseTimesOf(input.selected));
  if (times.steps == 0 || times.phases.empty()) {
    verdict.lacks = "no phases of a step were recorded";
    return verdict;
  }
  constexpr size_t kMostWords = 4;
  EvidenceTable table({EvidenceNumber("count", Unit::kCount, "In how many steps, or how often."),
                       EvidenceNumber("total_us", Unit::kMicros, "The sum over these."),
                       EvidenceReal("share", Unit::kShare, "Its part of the time of all steps.")});
  std::vector<std::string> words;
  for (const PhaseTimes::Phase& phase : times.phases) {
    const double share = Share(phase.total, times.total);
    table.Add(phase.name, {phase.count, phase.total, share});
    if (words.size() < kMostWords) {
      words.push_back(fmt::format("{} {:.0f}%", phase.name, 100 * share));
    }
  }
  Finding finding;
  finding.id = "phases";
  finding.subject = "job";
  finding.text = fmt::format("a step takes {} in the mean of {}; of that {}",
                             FormatMicros(static_cast<Value>(times.mean())), times.steps,
                             fmt::join(words, ", "));
  finding.command = "phases -by process -order_by total_us";
  finding.evidence = table.Take("the longest first");
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

}  // namespace profiler
