#include "profiler/advise/rules/steps/judge/judged_steps.h"

#include <fmt/format.h>

#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/query/options/spelling.h"

namespace profiler {

Finding JudgedSteps::Make(std::string id, Severity severity, std::string text,
                          const StepTimeList& steps) const {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = subject;
  finding.severity = severity;
  finding.text = subject.empty() ? std::move(text) : fmt::format("{}: {}", subject, text);
  finding.command = OpsCommand(fmt::to_string(steps.front()->number));
  finding.evidence.push_back(StepEvidence(input.profile(), steps, classes.usual));
  return finding;
}

std::string JudgedSteps::OpsCommand(std::string_view numbers) const {
  if (input.profile().execs().row.size() == 0) return "steps";
  return fmt::format("op -step {} -order_by micros", numbers);
}

void JudgedSteps::SetSaving(Value time, const StepTimeList& steps, Finding& finding) const {
  finding.saves =
      time * static_cast<int64_t>(steps.size()) / static_cast<int64_t>(classes.rest.size());
  finding.share = ShareOf(finding.saves, MeanWall(classes.rest));
}

void JudgedSteps::PointAtCause(const SlowStepCause& by_rank, Finding& finding) const {
  if (by_rank.waited_for.valid()) finding.place = PlaceOf(input.profile(), by_rank.waited_for);
  if (!by_rank.host.empty()) finding.place.host = by_rank.host;
  if (by_rank.text.empty()) return;
  finding.command = by_rank.host.empty() ? "steps -by rank" : "steps -by host";
}

std::string TraceOf(std::string_view name) { return TraceCommand(NameRegex(name)); }

}  // namespace profiler
