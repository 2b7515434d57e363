#include "profiler/advise/rules/steps/judge/slow_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/compiling.h"
#include "profiler/advise/rules/steps/judge/stall_text.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/phases/in_some_steps.h"
#include "profiler/analysis/phases/larger_inputs.h"
#include "profiler/analysis/phases/only_in_steps.h"
#include "profiler/analysis/steps/slow/growing_work.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// A mean over processes that take it unlike is the time of none.
std::string TimesText(const OnlyInSteps& only) {
  constexpr double kUnlike = 1.25;
  if (static_cast<double>(only.longest) < kUnlike * static_cast<double>(only.time)) {
    return FormatMicros(only.time);
  }
  return fmt::format("{} where it takes longest ({} on average)", FormatMicros(only.longest),
                     FormatMicros(only.time));
}

// Which ops explain most of the slowness by being slower, as where the machine is busy: "ops of all
// kinds" or "most kinds of ops"; empty if they do not.
std::string_view SlowerKinds(const JudgedSteps& of, const ComparedSteps& steps, Value excess) {
  const auto explains = [&](bool of_most) {
    return 2 * SlowdownOfAllOps(of.input.selected, steps.others, steps.slow, of_most) >= excess;
  };
  if (explains(false)) return "ops of all kinds";
  return explains(true) ? "most kinds of ops" : "";
}

// Whether that runs in a step that warms up, too.
bool AlsoWarmsUp(const JudgedSteps& of, const OnlyInSteps& only) {
  const StringId name = of.input.profile().strings.Find(only.name);
  return MeanOfTimes(TimesInSteps(of.input.selected, of.classes.first, name)) > 0;
}

bool IsOfOnePlace(const SlowStepCause& cause) {
  return cause.waited_for.valid() || !cause.host.empty();
}

bool IsFarSlower(const OutlierGroup& group) {
  return 2 * Int128{group.mean} >= 3 * Int128{group.usual};
}

// Why nothing is to be saved though the steps are slow; empty if something may be.
std::string_view WhyNoFault(const JudgedSteps& of, const OutlierGroup& group,
                            const SlowStepCause& cause) {
  const int64_t first = of.classes.all.front()->number;
  const bool begin_again = !of.classes.epochs.empty();
  if (!begin_again && std::all_of(group.slow.begin(), group.slow.end(),
                                  [&](const StepTime* step) { return step->number == first; })) {
    return "the first step that is recorded often takes longer, as it warms up";
  }
  // Of few steps the spread is known badly.
  constexpr size_t kFewSteps = 8;
  const bool are_few = CountSteps(of.input.profile(), of.classes.all) < kFewSteps;
  if (are_few && !(cause.is_known && IsFarSlower(group))) {
    return "of so few steps one may be slow by chance, so record more";
  }
  const bool is_single = NumbersOf(of.classes.outliers).size() == 1;
  return is_single && !cause.compiles && !IsFarSlower(group) ? "a single one may be so by chance"
                                                             : "";
}

// The steps that slow ones are compared with: "the other 7", "the 5 ordinary ones".
std::string OthersText(const JudgedSteps& of, const OutlierGroup& group) {
  const size_t count = CountSteps(of.input.profile(), group.others);
  if (group.is_regular) {
    return fmt::format("the other {} that run {}", count, of.classes.regular->name);
  }
  const bool are_all = group.slow.size() + group.others.size() == of.classes.all.size();
  return are_all ? fmt::format("the other {}", count) : fmt::format("the {} ordinary ones", count);
}

// Where numbers begin again: " of each of 3 epochs (numbers begin again)".
std::string EpochsText(const StepClasses& classes, const StepTimeList& slow) {
  if (classes.epochs.empty()) return "";
  const std::set<const StepTime*> are_slow(slow.begin(), slow.end());
  std::set<uint32_t> epochs;
  for (size_t i = 0; i < classes.all.size(); ++i) {
    if (are_slow.contains(classes.all[i])) epochs.insert(classes.epochs[i]);
  }
  const size_t count = size_t{classes.epochs.back()} + 1;
  const bool are_all = slow.size() == NumbersOf(slow).size() * epochs.size();
  return fmt::format(" of {} {} epochs (numbers begin again)",
                     !are_all                 ? "some of"
                     : epochs.size() == count ? "each of"
                                              : fmt::format("{} of", epochs.size()),
                     count);
}

}  // namespace

bool IsCompilingTold(const JudgedSteps& of, const StepTimeList& slow) {
  const auto runs = SharedMainTimings(of.input.selected, of.input.query, of.input.context);
  if (!runs.ok()) return false;
  const CompilingLimits limits = CompilingLimitsOf(of.input.query);
  return std::any_of((*runs)->begin(), (*runs)->end(), [&](const StepTimings& run) {
    return WarnsOfCompiling(of.input.selected, run, limits, slow);
  });
}

OutlierGroup OrdinaryGroup(const JudgedSteps& of, const StepTimeList& slow) {
  const Value mean = MeanWall(slow);
  return {.slow = slow,
          .others = of.classes.ordinary,
          .mean = mean,
          .usual = of.classes.usual,
          .excess = mean - of.classes.usual};
}

absl::Status AddCause(const JudgedSteps& of, const OutlierGroup& group, Finding& finding) {
  const ComparedSteps steps = {group.slow, group.others};
  PROFILER_ASSIGN_OR_RETURN(const SlowStepCause cause,
                            CauseOfSlowSteps(of.input, steps, group.excess));
  // What compiles is named there; else it would be what a framework runs to compile.
  const auto only =
      cause.compiles ? std::nullopt : MuchOnlyIn(of.input, of.classes, steps, group.excess);
  if (only) {
    finding.text += fmt::format("; {}only there runs {}, for {}",
                                AlsoWarmsUp(of, *only) ? "after the warm-up " : "", only->name,
                                TimesText(*only));
    finding.command = TraceOf(only->name);
  }
  // What explains most of the slowness needs no further cause.
  const bool is_explained = only && 2 * only->time >= group.excess;
  // Inputs of new shapes compile, and that is no work of theirs.
  const auto larger = cause.compiles ? std::nullopt : FindLargerInputs(of.input.selected, steps);
  PROFILER_ASSIGN_OR_RETURN(
      const StallText stalls,
      TextOfStalls(of.input, of.classes, steps, MeanWall(group.slow) - group.excess));
  if (!stalls.text.empty()) {
    finding.text += "; " + stalls.text;
    // Other programs hardly come at regular intervals, and garbage collections do.
    if (stalls.may_be_garbage && finding.id == "periodic_slow_steps") {
      of.SetSaving(group.excess, group.slow, finding);
    } else {
      finding.severity = Severity::kInfo;
    }
    return absl::OkStatus();
  }
  const bool may_be_machine = !only && !larger && !cause.compiles && !cause.waited_for.valid();
  const std::string_view slower = may_be_machine ? SlowerKinds(of, steps, group.excess) : "";
  if (!slower.empty()) {
    // What another program costs is none of this one's to save.
    finding.severity = Severity::kInfo;
    finding.text += fmt::format(
        "; {} take longer there, even for as many runs: what else ran on the machine may have "
        "slowed them",
        slower);
    return absl::OkStatus();
  }
  const bool is_told = cause.is_known ? !is_explained : !is_explained && !larger;
  if (is_told || cause.waited_for.valid()) finding.text += cause.text;
  const bool is_own = only || larger || IsOfOnePlace(cause);
  const std::string_view no_fault = is_own ? "" : WhyNoFault(of, group, cause);
  if (cause.compiles && !cause.waited_for.valid() && IsCompilingTold(of, group.slow)) {
    finding.severity = Severity::kInfo;
    finding.text += "; see HostChecker";
  } else if (!no_fault.empty()) {
    finding.severity = Severity::kInfo;
    finding.text += fmt::format("; {}", no_fault);
  } else if (!larger) {
    of.SetSaving(group.excess, group.slow, finding);
  } else {
    // More work is no fault.
    finding.severity = Severity::kInfo;
    finding.text += fmt::format("; their inputs are larger: {} gets {}, {} or less in the others",
                                larger->op, larger->in_slow, larger->in_others);
  }
  if (!cause.waited_for.valid()) return absl::OkStatus();
  finding.place = PlaceOf(of.input.profile(), cause.waited_for);
  finding.command = fmt::format("steps -by rank -step {}", StepOption(group.slow));
  return absl::OkStatus();
}

absl::StatusOr<Finding> OutlierFinding(const JudgedSteps& of, const OutlierGroup& group) {
  const StepTimeList& slow = group.slow;
  const bool is_one = NumbersOf(slow).size() == 1;
  Finding finding = of.Make(
      "slow_steps", Severity::kWarning,
      fmt::format("{} {}{} {} {} than {} ({}; their median is {}{})", is_one ? "step" : "steps",
                  NumbersText(slow), EpochsText(of.classes, slow), is_one ? "is" : "are",
                  IsFarSlower(group) ? "far slower" : "slower", OthersText(of, group),
                  FormatMicros(group.mean) + (slow.size() == 1 ? "" : " on average"),
                  FormatMicros(group.usual),
                  group.without_regular ? fmt::format(", both without that; with it {} and {}",
                                                      FormatMicros(MeanWall(slow)),
                                                      FormatMicros(MedianWall(group.others)))
                                        : ""),
      slow);
  // Findings of one subject share their evidence.
  if (!group.name.empty()) {
    finding.subject = of.subject.empty() ? group.name : of.subject + ": " + group.name;
  }
  PROFILER_RETURN_IF_ERROR(AddCause(of, group, finding));
  return finding;
}

}  // namespace profiler
