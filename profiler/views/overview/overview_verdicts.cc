#include "profiler/views/overview/overview_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/report/finding_columns.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// More would not be read; the worst are shown.
constexpr size_t kMostVerdicts = 8;

constexpr char kGpuCommand[] = "metrics -where \"dimension == 'GPUUtilization'\" -format pretty";

Report StartVerdicts() {
  Report report = StartTable("verdicts", "Verdicts", "what is judged, and how bad it is", {});
  report.shape = Shape::kFindings;
  report.finding_columns = &AllFindingColumns();
  return report;
}

Finding MakeVerdict(std::string id, Severity severity, std::string text, std::string command) {
  Finding verdict;
  verdict.id = std::move(id);
  verdict.severity = severity;
  verdict.text = std::move(text);
  verdict.command = std::move(command);
  return verdict;
}

// GPU use from system metrics, which exist even if no GPU work was recorded. A fact: rules judge
// it.
void AddGpuUse(const GpuUse& use, std::vector<Finding>& verdicts) {
  if (std::isnan(use.mean)) return;
  std::string text = fmt::format("GPUs were used {:.1f}% in the mean of all samples", use.mean);
  const std::string least = fmt::format("{:.1f}%", use.least);
  const std::string most = fmt::format("{:.1f}%", use.most);
  if (least != most) text += fmt::format(", from {} ({}) to {}", least, use.least_name, most);
  if (use.unused > 0) {
    text += fmt::format("; {} at 0% throughout: {}{}",
                        use.unused == 1 ? "one more is" : fmt::format("{} more are", use.unused),
                        use.unused_name, use.unused == 1 ? "" : " and others");
  }
  verdicts.push_back(MakeVerdict("gpu_use", Severity::kInfo, std::move(text), kGpuCommand));
}

}  // namespace

Report VerdictSection(const OverviewFacts& facts) {
  Report report = StartVerdicts();
  const bool is_damaged = facts.runs.size() == 1 && facts.runs.front().is_damaged;
  for (const Finding& finding : facts.of_rules) {
    // What is left of a damaged file tells too little for all but saying so.
    if (!is_damaged || !finding.input_class.empty()) report.findings.push_back(finding);
  }
  AddGpuUse(facts.gpu_use, report.findings);
  std::stable_sort(report.findings.begin(), report.findings.end(), IsWorse);
  if (report.findings.size() > kMostVerdicts) {
    report.notes.push_back(
        {"more_verdicts", Severity::kInfo,
         fmt::format("{} more: advise", report.findings.size() - kMostVerdicts)});
    report.findings.resize(kMostVerdicts);
  }
  return report;
}

}  // namespace profiler
