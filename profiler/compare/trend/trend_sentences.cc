#include "profiler/compare/trend/trend_sentences.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "profiler/compare/run_names.h"
#include "profiler/report/scaled.h"

namespace profiler {

std::string_view PerStepText(const TrendMeasure& measure) {
  return measure.basis == StepBasis::kPerStep ? " per step" : "";
}

std::string ValueText(double value, const TrendMeasure& measure) {
  return ScaledText(value, measure.unit) + std::string(PerStepText(measure));
}

std::string_view NameInSentence(const std::vector<TrendRun>& runs, size_t run) {
  std::vector<std::string_view> names;
  names.reserve(runs.size());
  for (const TrendRun& one : runs) names.emplace_back(one.name);
  return names[run].substr(CommonFolder(names));
}

std::string SentenceOf(const TrendMeasure& measure, const std::vector<TrendRun>& runs,
                       const TrendChange& change, bool names_measure) {
  if (change.is_drift()) {
    return fmt::format(
        "{}since run {} ({}): {} by about {} a run, from {} to {}: a drift rather "
        "than a step (p {})",
        names_measure ? measure.text + ", " : "", change.run + 1, NameInSentence(runs, change.run),
        change.per_run > 0 ? "grows" : "falls", ScaledText(std::abs(change.per_run), measure.unit),
        ScaledText(change.before, measure.unit), ValueText(change.after, measure),
        ProbabilityText(change.p_value));
  }
  return fmt::format("{}since run {} ({}): {}, {}, before {} (p {}){}",
                     names_measure ? measure.text + ", " : "", change.run + 1,
                     NameInSentence(runs, change.run), Describe(change, measure.unit),
                     ValueText(change.after, measure), ScaledText(change.before, measure.unit),
                     ProbabilityText(change.p_value), AcceleratorsChanged(runs, change.run));
}

void AddLastChange(const TrendMeasure& measure, const std::vector<TrendChange>& changes,
                   const std::vector<TrendRun>& runs, std::string sentence, Report& report) {
  if (changes.empty()) return;
  const TrendChange& last = changes.back();
  const bool is_warning =
      IsWorsening(last, measure.unit) && AcceleratorsChanged(runs, last.run).empty();
  Finding finding;
  finding.id = measure.text;
  finding.severity = is_warning ? Severity::kWarning : Severity::kInfo;
  finding.text = std::move(sentence);
  report.findings.push_back(std::move(finding));
}

}  // namespace profiler
