// What all findings about the steps of one kind have in common.
#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_JUDGED_STEPS_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_JUDGED_STEPS_H_

#include <string>
#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_classes.h"
#include "profiler/advise/rules/steps/step_list.h"

namespace profiler {

struct JudgedSteps {
  const RuleInput& input;
  std::string subject;  // of findings; empty if the job has no other steps
  StepClasses classes;

  // A finding about some of the steps, which are its evidence.
  Finding Make(std::string id, Severity severity, std::string text,
               const StepTimeList& steps) const;
  // Shows the ops of steps, which `-step` takes; where no op was recorded, the steps.
  std::string OpsCommand(std::string_view numbers) const;
  // What could be saved if in these steps `time` less passed: per step after the warm-up.
  void SetSaving(Value time, const StepTimeList& steps, Finding& finding) const;
  // Points at the rank or the host that causes it, if one does (CauseByRank()).
  void PointAtCause(const SlowStepCause& by_rank, Finding& finding) const;
};

// Shows where something ran.
std::string TraceOf(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_JUDGED_STEPS_H_
