#include "profiler/advise/rules/steps/judge/level_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/steps/grown_causes.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/larger_inputs.h"
#include "profiler/analysis/steps/slow/slower_kernels.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/time/level_shift.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

double GrowthPercent(Value was, Value is) {
  return 100 * (static_cast<double>(is) / static_cast<double>(was) - 1);
}

std::string ShiftText(const Profile& profile, const StepTimeList& steps, const StepTimeList& before,
                      const StepTimeList& after) {
  const Value was = MedianWall(before), is = MedianWall(after);
  if (IsDrift(WallsOf(steps), before.size())) {
    return fmt::format(
        "steps take {} from one to the next: {} on the median of the first {}, {} of the last {} "
        "({:+.0f}%)",
        is > was ? "longer" : "less", FormatMicros(was), CountSteps(profile, before),
        FormatMicros(is), CountSteps(profile, after), GrowthPercent(was, is));
  }
  return fmt::format("since step {} a step takes {}, {} before ({:+.0f}%)", after.front()->number,
                     FormatMicros(is), FormatMicros(was), GrowthPercent(was, is));
}

// Text such as "aten::mm runs 49 times in step 1 and 205 in step 14, 12 more
// in each step".
std::string GrowingText(const JudgedSteps& of, const GrowingWork& work) {
  const bool is_torch = FrameworkOf(of.input.profile()) == Framework::kPyTorch;
  return fmt::format(
      "{} runs {:.0f} times in step {} and {:.0f} in step {}, {:.{}f} more in each step: look for "
      "what is kept from one step to the next{}",
      work.type, work.first_runs, work.first_step, work.last_runs, work.last_step, work.more,
      work.more == std::floor(work.more) ? 0 : 1,
      is_torch ? ", such as the graph of a state that was not detached (.detach())" : "");
}

// Why kernels take longer since then, where all of them do and that explains half of `more` or
// more, by which steps do; else empty.
std::string SlowerKernelsText(const RuleInput& input, const ComparedSteps& compared, Value more) {
  const auto slower = SlownessOfAllKernels(input.selected, compared);
  if (!slower || 2 * slower->growth < more) return "";
  const auto& ops = input.profile().ops.row.values();
  const bool has_shapes =
      std::any_of(ops.begin(), ops.end(), [](const OpRow& op) { return op.input_shapes.valid(); });
  return fmt::format(
      "Kernels of all kinds take {:.2f} times as long since then, as many of them: look at the "
      "devices' clocks, power limit and temperature, and at what else runs there{}",
      slower->factor, has_shapes ? "" : "; inputs may be larger, too, as shapes were not recorded");
}

}  // namespace

absl::StatusOr<Finding> ShiftFinding(const StepTimeList& steps, size_t first,
                                     const std::optional<GrowingWork>& growing, JudgedSteps& of) {
  const auto at = steps.begin() + static_cast<ptrdiff_t>(first);
  const StepTimeList before(steps.begin(), at), after(at, steps.end());
  const Value was = MedianWall(before), is = MedianWall(after);
  of.classes.usual = was;
  // A hiccup says nothing of the level.
  const StepTimeList& longer = is > was ? after : before;
  const ComparedSteps compared = {UpToTwice(longer, std::max(is, was)), is > was ? before : after};
  const Value more = MeanWall(compared.slow) - std::min(is, was);
  const SideWords words =
      is > was ? SideWords{"since then", "before"} : SideWords{"before", "since then"};
  // Steps became shorter: whom ranks waited for before matters no more.
  SlowStepCause by_rank;
  if (is > was) {
    PROFILER_ASSIGN_OR_RETURN(by_rank, CauseByRank(of.input, compared, more, &words));
  }
  // More work is no fault.
  const auto larger = is > was && by_rank.text.empty() && !growing
                          ? FindLargerInputs(of.input.selected, compared)
                          : std::nullopt;
  const bool is_machine = is > was && by_rank.text.empty() && !growing && !larger &&
                          AllOpsAreSlower(of.input.selected, compared.others, compared.slow);
  std::string of_all;
  if (!by_rank.text.empty()) {
    // is named already
  } else if (growing) {
    of_all = GrowingText(of, *growing);
  } else if (larger) {
    of_all = fmt::format("Inputs are larger since then: {} gets {}, {} or less before", larger->op,
                         larger->in_slow, larger->in_others);
  } else if (is_machine) {
    of_all =
        "Ops of all kinds take longer since then, even for as many runs: what else ran on the "
        "machine may have slowed them";
  } else {
    if (is > was) of_all = SlowerKernelsText(of.input, compared, more);
    if (of_all.empty()) {
      of_all = CauseText(CausesOfSlowSteps(of.input, compared, more), compared, words);
    }
  }
  Finding finding = of.Make("level_shift", WarningIf(is > was && !larger),
                            ShiftText(of.input.profile(), steps, before, after) +
                                (of_all.empty() ? "" : ". ") + of_all + by_rank.text,
                            after);
  of.PointAtCause(by_rank, finding);
  // What another program costs is none of this one's to save.
  // The job goes on at the new level.
  if (is > was && !is_machine && !larger) {
    finding.saves = is - was;
    finding.share = ShareOf(is - was, is);
  }
  return finding;
}

Finding GrowingFinding(const GrowingWork& work, JudgedSteps& of) {
  const Value median = MedianWall(of.classes.all);
  of.classes.usual = median;
  Finding finding = of.Make("growing_work", Severity::kWarning,
                            fmt::format("each step does more than the one before: {}; the "
                                        "median step takes {}",
                                        GrowingText(of, work), FormatMicros(median)),
                            of.classes.all);
  finding.command = "steps -select number,total_us,runs,ops_run";
  return finding;
}

}  // namespace profiler
