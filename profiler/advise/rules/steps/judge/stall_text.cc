#include "profiler/advise/rules/steps/judge/stall_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/analysis/phases/larger_inputs.h"
#include "profiler/analysis/steps/slow/stalled_calls.h"
#include "profiler/base/status.h"

namespace profiler {

std::optional<OnlyInSteps> MuchOnlyIn(const RuleInput& input, const StepClasses& classes,
                                      const ComparedSteps& steps, Value excess) {
  const auto only = MostOnlyIn(input.selected, steps);
  if (!only || kLeastOfSlowness * only->time < excess) return std::nullopt;
  const bool is_regular = classes.regular && only->name == classes.regular->name;
  return is_regular ? std::nullopt : only;
}

static absl::StatusOr<bool> IsOtherwiseExplained(const RuleInput& input, const StepClasses& classes,
                                                 const ComparedSteps& steps, Value excess) {
  PROFILER_ASSIGN_OR_RETURN(const SlowStepCause cause, CauseOfSlowSteps(input, steps, excess));
  if (cause.compiles || cause.waited_for.valid() || !cause.host.empty()) return true;
  return MuchOnlyIn(input, classes, steps, excess) || FindLargerInputs(input.selected, steps);
}

absl::StatusOr<StallText> TextOfStalls(const RuleInput& input, const StepClasses& classes,
                                       const ComparedSteps& steps, Value usual) {
  constexpr size_t kMostTold = 2;
  PROFILER_ASSIGN_OR_RETURN(const auto stalls,
                            StalledCalls(input.selected, steps, usual, input.context));
  const bool all_stall = !stalls.empty() && std::all_of(stalls.begin(), stalls.end(),
                                                        [](const auto& one) { return !!one; });
  if (!all_stall) return StallText();
  PROFILER_ASSIGN_OR_RETURN(
      const bool is_explained,
      IsOtherwiseExplained(input, classes, steps, MeanWall(steps.slow) - usual));
  if (is_explained) return StallText();
  const bool is_python =
      std::any_of(stalls.begin(), stalls.end(), [](const auto& one) { return one->is_python; });
  // Several ranks may have recorded a step.
  std::map<int64_t, const StalledCall*> by_number;
  for (const auto& one : stalls) {
    const StalledCall*& longest = by_number[one->step];
    if (longest == nullptr || one->time > longest->time) longest = &*one;
  }
  std::string text;
  size_t told = 0;
  for (const auto& [number, one] : by_number) {
    if (told == kMostTold) break;
    const std::string where = by_number.size() == 1 ? "there" : fmt::format("in step {}", number);
    text += fmt::format("{}{} one of {} calls of {} takes {}, usually {} at most",
                        told++ > 0 ? ", and " : "", where, one->calls, one->name,
                        FormatMicros(one->time), FormatMicros(one->usual));
  }
  if (by_number.size() > kMostTold) text += ", and so in each of them";
  text += fmt::format(
      ": a single call that is so long most likely did not run meanwhile, as where other programs "
      "use the machine{}",
      is_python ? ", or Python collects garbage" : "");
  return StallText{std::move(text), is_python};
}

}  // namespace profiler
