#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/judge/evaluation_time.h"
#include "profiler/advise/rules/steps/judge/judged_steps.h"
#include "profiler/advise/rules/steps/judge/level_changes.h"
#include "profiler/advise/rules/steps/judge/loader_starts.h"
#include "profiler/advise/rules/steps/judge/slow_steps.h"
#include "profiler/advise/rules/steps/judge/two_level_steps.h"
#include "profiler/advise/rules/steps/judge/warm_up.h"
#include "profiler/advise/rules/steps/outlier_groups.h"
#include "profiler/advise/rules/steps/regular_work.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_classes.h"
#include "profiler/advise/rules/steps/step_kinds.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/rules/steps/step_variation.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/steps/slow/growing_work.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/time/level_shift.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct StepThresholds {
  Threshold warm_up = {"warm_up", kWarmUpMedians,
                       "steps at the start slower than this many medians warm up"};
  Threshold warm_up_share = {"warm_up_share", 0.1,
                             "warm-up that adds more than this share of the mean spoils it"};
  Threshold deviations = {"deviations", 3,
                          "steps slower by more than this many deviations are slow"};
  Threshold slow = {"slow", 1.2, "... if they are also slower than this many medians"};
  Threshold variation = {"variation", 0.25,
                         "standard deviation over mean of ordinary steps above this is high"};
  Threshold regular = {"regular", 0.2,
                       "work of one step in every n is told from this share of the median step, "
                       "0 to 1",
                       1};
};

// The minimum number of steps for a meaningful variance.
constexpr size_t kLeastSteps = 4;

StepLimits LimitsOf(const StepThresholds& thresholds) {
  return {.warm_up = thresholds.warm_up,
          .deviations = thresholds.deviations,
          .slow = thresholds.slow,
          .variation = thresholds.variation,
          .regular = thresholds.regular};
}

class StepJudge {
 public:
  StepJudge(const InputOf<StepThresholds>& input, StepTimeList steps, std::string subject)
      : input_(input),
        of_{input, std::move(subject),
            ClassesOf(input.selected, std::move(steps), LimitsOf(input.thresholds))} {}

  absl::StatusOr<Verdict> Run() && {
    // Those at regular intervals are told as such.
    const StepTimeList without_periodic = Without(classes_.rest, classes_.periodic);
    const StepTimeList alone = FarSlowerAlone(without_periodic);
    const StepTimeList others = Without(without_periodic, alone);
    const auto growing = FindGrowingWork(input_.selected, classes_.all);
    const auto shift = FindLevelShift(WallsOf(others));
    if (growing && !shift) {
      Add(GrowingFinding(*growing, of_));
      return std::move(verdict_);
    }
    if (shift) {
      PROFILER_ASSIGN_OR_RETURN(Finding shifted, ShiftFinding(others, shift->first, growing, of_));
      Add(std::move(shifted));
      classes_.ordinary = others;
      classes_.usual = MedianWall(others);
      PROFILER_RETURN_IF_ERROR(AddWarmUp());
      if (!classes_.periodic.empty()) PROFILER_RETURN_IF_ERROR(AddPeriodicOfLevels());
      // Of work that grows, a longer step is no outlier.
      if (!alone.empty() && !growing) {
        PROFILER_RETURN_IF_ERROR(AddOutliers(OrdinaryGroup(of_, alone)));
      }
      return std::move(verdict_);
    }
    PROFILER_ASSIGN_OR_RETURN(auto levels, TwoLevelFinding(of_, input_.thresholds.variation));
    if (levels) {
      Add(*std::move(levels));
      PROFILER_RETURN_IF_ERROR(AddWarmUp());
      return std::move(verdict_);
    }
    AddVariation();
    PROFILER_RETURN_IF_ERROR(AddWarmUp());
    if (!classes_.periodic.empty()) PROFILER_RETURN_IF_ERROR(AddPeriodic());
    PROFILER_ASSIGN_OR_RETURN(const std::vector<OutlierGroup> groups,
                              GroupsOfOutliers(input_, classes_));
    for (const OutlierGroup& group : groups) PROFILER_RETURN_IF_ERROR(AddOutliers(group));
    if (classes_.rest.size() < kLeastForPeriod) {
      verdict_.lacks = fmt::format(
          "{0} after the start: at least {1} are needed to find slow steps at regular intervals",
          Count(classes_.rest.size(), "step"), kLeastForPeriod);
    }
    return std::move(verdict_);
  }

 private:
  void Add(Finding finding) { verdict_.findings.push_back(std::move(finding)); }

  absl::Status AddOutliers(const OutlierGroup& group) {
    PROFILER_ASSIGN_OR_RETURN(Finding finding, OutlierFinding(of_, group));
    Add(std::move(finding));
    return absl::OkStatus();
  }

  absl::Status AddWarmUp() {
    if (classes_.first.empty()) return absl::OkStatus();
    PROFILER_ASSIGN_OR_RETURN(Finding finding, WarmUpFinding(of_, input_.thresholds.warm_up_share));
    Add(std::move(finding));
    return absl::OkStatus();
  }

  void AddVariation() {
    const double most = input_.thresholds.variation;
    const bool is_high = VariationOf(WallsOf(classes_.ordinary)) > most;
    const VariationFacts facts =
        is_high
            ? UnsteadySteps(input_, classes_.ordinary, most)
            : VariationFacts{SteadyText(input_.profile(), classes_.ordinary), true, classes_.usual};
    classes_.usual = facts.usual;
    // Of few steps the spread is known badly.
    const bool are_few = CountSteps(input_.profile(), classes_.ordinary) < kLeastForPeriod;
    Finding finding =
        of_.Make(is_high ? "unsteady_steps" : "step_time",
                 WarningIf(!facts.is_explained && !are_few), facts.text, classes_.ordinary);
    if (is_high) finding.command = "steps -order_by total_us";
    finding.lacks_cause = is_high && !facts.is_explained;
    Add(std::move(finding));
  }

  absl::Status AddPeriodic() {
    if (classes_.regular) return AddRegular(*classes_.regular, classes_.usual);
    const StepTimeList alike = AlikeOf(classes_.periodic);
    Finding finding = of_.Make("periodic_slow_steps", Severity::kWarning,
                               PeriodicText(classes_.usual), classes_.periodic);
    PROFILER_RETURN_IF_ERROR(AddCause(of_, OrdinaryGroup(of_, alike), finding));
    Add(std::move(finding));
    // A far slower one of them has a cause of its own.
    const StepTimeList far = Without(classes_.periodic, alike);
    return far.empty() ? absl::OkStatus() : AddOutliers(OrdinaryGroup(of_, far));
  }

  // Steps of two levels are compared with those around them.
  absl::Status AddPeriodicOfLevels() {
    if (!classes_.regular) return AddPeriodic();
    return AddRegular(
        *classes_.regular,
        MedianWall(classes_.periodic) - LongerThanNeighbours(classes_.periodic, classes_.ordinary));
  }

  // `usual` is the time of the steps that do not do the work.
  absl::Status AddRegular(const RegularWork& work, Value usual) {
    const double spread = CenterOf(WallsOf(classes_.ordinary)).deviation;
    const OutlierGroup group = OrdinaryGroup(of_, classes_.periodic);
    const ComparedSteps steps = {group.slow, group.others};
    const Value first_batch = FirstBatchWait(input_, work.name, steps);
    constexpr double kLeastCost = 0.1;  // of an ordinary step
    // What other threads do beside the step costs it nothing, and less than by which ordinary steps
    // differ is noise.
    const Value cost = std::min(work.time + first_batch, MeanWall(PeriodicAlike()) - usual);
    PROFILER_ASSIGN_OR_RETURN(const SlowStepCause cause,
                              CauseOfSlowSteps(input_, steps, MeanWall(group.slow) - usual));
    const bool compiles = cause.compiles && IsCompilingTold(of_, group.slow);
    const double least = std::max(spread, kLeastCost * static_cast<double>(usual));
    const bool is_cost = !work.accumulates && !compiles && static_cast<double>(cost) > least;
    Finding finding = of_.Make(
        "periodic_slow_steps", WarningIf(is_cost),
        compiles ? PeriodicText(usual) + cause.text + "; see HostChecker"
                 : RegularWorkText(work, classes_.periodic, usual) + FirstBatchText(first_batch),
        classes_.periodic);
    if (!compiles) finding.command = TraceOf(work.name);
    if (is_cost) of_.SetSaving(cost, classes_.periodic, finding);
    Add(std::move(finding));
    return absl::OkStatus();
  }

  std::string PeriodicText(Value usual) const {
    return fmt::format("one step in every {} is slow ({}): {}, others {}", classes_.period->every,
                       ListedNumbers(classes_.periodic),
                       FormatMicros(MeanWall(AlikeOf(classes_.periodic))), FormatMicros(usual));
  }

  // The periodic steps that are not slow for another cause, too; all if each is.
  StepTimeList PeriodicAlike() const {
    const std::set<const StepTime*> slow(classes_.outliers.begin(), classes_.outliers.end());
    StepTimeList alike;
    for (const StepTime* step : classes_.periodic) {
      if (!slow.contains(step)) alike.push_back(step);
    }
    return alike.empty() ? classes_.periodic : alike;
  }

  const InputOf<StepThresholds>& input_;
  JudgedSteps of_;
  StepClasses& classes_ = of_.classes;
  Verdict verdict_;
};

absl::StatusOr<Verdict> JudgeKind(const InputOf<StepThresholds>& input, StepKind kind,
                                  const std::string& run) {
  const size_t count = kind.steps.size();
  if (count < kLeastSteps) {
    Verdict verdict;
    verdict.lacks = fmt::format(
        "{} of known length{}: it takes {} to compare them; record more steps",
        Count(count, "step"), kind.mark.empty() ? "" : " is of the mark " + kind.mark, kLeastSteps);
    return verdict;
  }
  if (kind.mark.empty()) return StepJudge(input, std::move(kind.steps), run).Run();
  const std::string subject = run.empty() ? kind.mark : fmt::format("{}: {}", run, kind.mark);
  PROFILER_ASSIGN_OR_RETURN(Verdict verdict,
                            StepJudge(input, std::move(kind.steps), subject).Run());
  // Steps of several marks may have one number.
  const std::string command =
      fmt::format("steps -step_event {} -order_by total_us", QuoteWord(NameRegex(kind.mark)));
  for (Finding& finding : verdict.findings) finding.command = command;
  return verdict;
}

// Judges the steps of one run; different runs are not compared.
absl::StatusOr<Verdict> JudgeRun(const InputOf<StepThresholds>& input, StepTimeList steps,
                                 const std::string& name) {
  Verdict all;
  std::vector<StepKind> kinds = KindsOfSteps(input.profile(), std::move(steps), kLeastSteps);
  if (auto finding = EvaluationFinding(input.profile(), kinds, name)) {
    all.findings.push_back(*std::move(finding));
  }
  for (StepKind& kind : kinds) {
    PROFILER_ASSIGN_OR_RETURN(Verdict verdict, JudgeKind(input, std::move(kind), name));
    std::move(verdict.findings.begin(), verdict.findings.end(), std::back_inserter(all.findings));
    if (all.lacks.empty()) all.lacks = std::move(verdict.lacks);
  }
  return all;
}

absl::StatusOr<Verdict> JudgeSteps(const InputOf<StepThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const auto timed = SharedStepTimes(input);
  const Runs& runs = timed->runs;
  std::vector<StepTimeList> by_run(runs.names.size());
  for (const StepTime& time : timed->times) by_run[time.run].push_back(&time);
  Verdict all;
  for (size_t run = 0; run < by_run.size(); ++run) {
    const std::string name = by_run.size() > 1 ? runs.names[run] : "";
    PROFILER_ASSIGN_OR_RETURN(Verdict verdict, JudgeRun(input, std::move(by_run[run]), name));
    if (by_run.size() > 1) {
      const std::vector<SourceId> sources = runs.SourcesOf(static_cast<uint32_t>(run));
      for (Finding& finding : verdict.findings) SetPlace(input.profile(), sources, finding);
    }
    std::move(verdict.findings.begin(), verdict.findings.end(), std::back_inserter(all.findings));
    if (all.lacks.empty()) all.lacks = std::move(verdict.lacks);
  }
  std::stable_partition(all.findings.begin(), all.findings.end(),
                        [](const Finding& finding) { return !finding.lacks_cause; });
  // Steps that could save little are not what a user should look at first.
  constexpr double kLittle = 0.1;
  for (Finding& finding : all.findings) {
    if (finding.saves != kAbsent && finding.share < kLittle) finding.lacks_cause = true;
  }
  return all;
}

}  // namespace

extern const Rule kStepChecker = RuleOf<StepThresholds>{
    .name = "StepChecker",
    .summary = "steps against each other: warm-up, outliers, slow ones at regular intervals",
    .run = JudgeSteps,
};

}  // namespace profiler
