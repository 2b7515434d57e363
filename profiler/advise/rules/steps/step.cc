#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/outlier_groups.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_classes.h"
#include "profiler/advise/rules/steps/step_kinds.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/rules/steps/step_variation.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/in_some_steps.h"
#include "profiler/analysis/phases/larger_inputs.h"
#include "profiler/analysis/phases/only_in_steps.h"
#include "profiler/analysis/steps/growing_work.h"
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

double GrowthPercent(Value was, Value is) {
  return 100 * (static_cast<double>(is) / static_cast<double>(was) - 1);
}

class StepJudge {
 public:
  StepJudge(const InputOf<StepThresholds>& input, StepTimeList steps, std::string subject)
      : input_(input),
        subject_(std::move(subject)),
        classes_(ClassesOf(input.selected, std::move(steps), LimitsOf(input.thresholds))) {}

  absl::StatusOr<Verdict> Run() && {
    // Those at regular intervals are told as such.
    const StepTimeList without_periodic = Without(classes_.rest, classes_.periodic);
    const StepTimeList alone = FarSlowerAlone(without_periodic);
    const StepTimeList others = Without(without_periodic, alone);
    growing_ = FindGrowingWork(input_.selected, classes_.all);
    if (growing_ && !FindLevelShift(WallsOf(others))) {
      AddGrowing();
      return std::move(verdict_);
    }
    if (const auto shift = FindLevelShift(WallsOf(others))) {
      PROFILER_RETURN_IF_ERROR(AddShift(others, shift->first));
      classes_.ordinary = others;
      classes_.usual = MedianWall(others);
      if (!classes_.first.empty()) AddWarmUp();
      if (!classes_.periodic.empty()) PROFILER_RETURN_IF_ERROR(AddPeriodicOfLevels());
      // Of work that grows, a longer step is no outlier.
      if (!alone.empty() && !growing_) {
        PROFILER_RETURN_IF_ERROR(AddOutliers(OrdinaryGroup(alone)));
      }
      return std::move(verdict_);
    }
    AddVariation();
    if (!classes_.first.empty()) AddWarmUp();
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
  // Adds what takes the time of slow steps to the finding, and what their slowness costs.
  absl::Status AddCause(const OutlierGroup& group, Finding& finding) const {
    const ComparedSteps steps = {group.slow, group.others};
    PROFILER_ASSIGN_OR_RETURN(const SlowStepCause cause,
                              CauseOfSlowSteps(input_, steps, group.excess));
    // What compiles is named there; else it would be what a framework runs to compile.
    auto only = cause.compiles ? std::nullopt : OnlyThere(group);
    // The other steps at regular intervals do that, too.
    if (only && classes_.regular && only->name == classes_.regular->name) only.reset();
    if (only) {
      finding.text += fmt::format("; {}only there runs {}, for {}",
                                  AlsoWarmsUp(*only) ? "after the warm-up " : "", only->name,
                                  FormatMicros(only->time));
      finding.command = TraceOf(only->name);
    }
    // What explains most of the slowness needs no further cause.
    const bool is_explained = only && 2 * only->time >= group.excess;
    const auto larger = FindLargerInputs(input_.selected, steps);
    const bool is_told = cause.is_known ? !is_explained : !is_explained && !larger;
    if (is_told || cause.waited_for.valid()) finding.text += cause.text;
    if (!larger) {
      SetSaving(group.excess, group.slow, finding);
    } else {
      // More work is no fault.
      finding.severity = Severity::kInfo;
      finding.text += fmt::format("; their inputs are larger: {} gets {}, {} or less in the others",
                                  larger->op, larger->in_slow, larger->in_others);
    }
    if (!cause.waited_for.valid()) return absl::OkStatus();
    finding.place = PlaceOf(input_.profile(), cause.waited_for);
    finding.command = fmt::format("steps -by rank -step {}", StepOption(group.slow));
    return absl::OkStatus();
  }

  // What runs in the slow steps only, if it explains much of their time: a validation, a
  // checkpoint.
  std::optional<OnlyInSteps> OnlyThere(const OutlierGroup& group) const {
    const auto only = MostOnlyIn(input_.selected, {group.slow, group.others});
    const bool is_much = only && kLeastOfSlowness * only->time >= group.excess;
    return is_much ? only : std::nullopt;
  }

  // Whether that runs in a step that warms up, too.
  bool AlsoWarmsUp(const OnlyInSteps& only) const {
    const StringId name = input_.profile().strings.Find(only.name);
    return MeanOfTimes(TimesInSteps(input_.selected, classes_.first, name)) > 0;
  }

  static std::string TraceOf(std::string_view name) { return TraceCommand(NameRegex(name)); }

  // What could be saved if in these steps `time` less passed: per step after the warm-up.
  void SetSaving(Value time, const StepTimeList& steps, Finding& finding) const {
    finding.saves = PerStep(time, steps);
    finding.share = ShareOf(finding.saves, MeanWall(classes_.rest));
  }

  // What `time` in each of some steps is per step after the warm-up.
  Value PerStep(Value time, const StepTimeList& steps) const {
    return time * static_cast<int64_t>(steps.size()) / static_cast<int64_t>(classes_.rest.size());
  }

  Finding Make(std::string id, Severity severity, std::string text, const StepTimeList& steps) {
    Finding finding;
    finding.id = std::move(id);
    finding.subject = subject_;
    finding.severity = severity;
    finding.text = subject_.empty() ? std::move(text) : fmt::format("{}: {}", subject_, text);
    finding.command = fmt::format("op -step {} -order_by micros", steps.front()->number);
    finding.evidence.push_back(StepEvidence(input_.profile(), steps, classes_.usual));
    return finding;
  }

  static std::string ShiftText(const Profile& profile, const StepTimeList& steps,
                               const StepTimeList& before, const StepTimeList& after) {
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

  // No single time is typical of such steps, so nothing else is said of them but which are far
  // slower than those beside them. The second level begins at index `first`.
  absl::Status AddShift(const StepTimeList& steps, size_t first) {
    const auto at = steps.begin() + static_cast<ptrdiff_t>(first);
    const StepTimeList before(steps.begin(), at), after(at, steps.end());
    const Value was = MedianWall(before), is = MedianWall(after);
    classes_.usual = was;
    // A hiccup says nothing of the level.
    const StepTimeList& longer = is > was ? after : before;
    const ComparedSteps compared = {UpToTwice(longer, std::max(is, was)),
                                    is > was ? before : after};
    const Value more = MeanWall(compared.slow) - std::min(is, was);
    const SideWords words =
        is > was ? SideWords{"since then", "before"} : SideWords{"before", "since then"};
    // Steps became shorter: whom ranks waited for before matters no more.
    SlowStepCause by_rank;
    if (is > was) {
      PROFILER_ASSIGN_OR_RETURN(by_rank, CauseByRank(input_, compared, more, &words));
    }
    const bool is_machine = is > was && by_rank.text.empty() && !growing_ &&
                            AllOpsAreSlower(input_.selected, compared.others, compared.slow) &&
                            !FindLargerInputs(input_.selected, compared);
    const std::string of_all =
        !by_rank.text.empty() ? ""
        : growing_            ? GrowingText(*growing_)
        : is_machine          ? "Ops of all kinds take longer since then, though none runs more "
                                "often: what else ran on the machine may have slowed them"
                     : CauseText(CausesOfSlowSteps(input_, compared, more), compared, words);
    Finding finding = Make("level_shift", WarningIf(is > was),
                           ShiftText(input_.profile(), steps, before, after) +
                               (of_all.empty() ? "" : ". ") + of_all + by_rank.text,
                           after);
    if (by_rank.waited_for.valid()) {
      finding.place = PlaceOf(input_.profile(), by_rank.waited_for);
    }
    if (!by_rank.host.empty()) finding.place.host = by_rank.host;
    if (!by_rank.text.empty()) {
      finding.command = by_rank.host.empty() ? "steps -by rank" : "steps -by host";
    }
    // What another program costs is none of this one's to save.
    if (is > was && !is_machine) SetSaving(is - was, after, finding);
    verdict_.findings.push_back(std::move(finding));
    return absl::OkStatus();
  }

  // Text such as "aten::mm runs 49 times in step 1 and 205 in step 14, 12 more
  // in each step".
  std::string GrowingText(const GrowingWork& work) const {
    const bool is_torch = FrameworkOf(input_.profile()) == Framework::kPyTorch;
    return fmt::format(
        "{} runs {:.0f} times in step {} and {:.0f} in step {}, {:.{}f} more "
        "in each step: look "
        "for what is kept from one step to the next{}",
        work.type, work.first_runs, work.first_step, work.last_runs, work.last_step, work.more,
        work.more == std::floor(work.more) ? 0 : 1,
        is_torch ? ", such as the graph of a state that was not detached (.detach())" : "");
  }

  // No single time is typical of such steps either, however much they vary.
  void AddGrowing() {
    const Value median = MedianWall(classes_.all);
    classes_.usual = median;
    Finding finding = Make("growing_work", Severity::kWarning,
                           fmt::format("each step does more than the one before: {}; the "
                                       "median step takes {}",
                                       GrowingText(*growing_), FormatMicros(median)),
                           classes_.all);
    finding.command = "steps -select number,total_us,runs,ops_run";
    verdict_.findings.push_back(std::move(finding));
  }

  void AddVariation() {
    const double most = input_.thresholds.variation;
    const bool is_high = VariationOf(WallsOf(classes_.ordinary)) > most;
    const VariationFacts facts =
        is_high
            ? UnsteadySteps(input_, classes_.ordinary, most)
            : VariationFacts{SteadyText(input_.profile(), classes_.ordinary), true, classes_.usual};
    classes_.usual = facts.usual;
    Finding finding = Make(is_high ? "unsteady_steps" : "step_time", WarningIf(!facts.is_explained),
                           facts.text, classes_.ordinary);
    if (is_high) finding.command = "steps -order_by total_us";
    verdict_.findings.push_back(std::move(finding));
  }

  // Whether steps at regular intervals are among those that warm up: without
  // these, fewer such steps are left than a job has.
  bool WarmsUpInPeriod() const {
    return std::any_of(classes_.first.begin(), classes_.first.end(),
                       [&](const StepTime* step) { return classes_.IsInPeriod(*step); });
  }

  // What the mean step would take if those that warm up took as long as others
  // of their class.
  Value MeanAsTheirClass() const {
    const Value periodic = classes_.periodic.empty() ? 0 : MedianWall(classes_.periodic);
    Int128 sum = 0;
    for (const StepTime* step : classes_.rest) sum += step->wall;
    for (const StepTime* step : classes_.first) {
      sum += classes_.IsInPeriod(*step) ? periodic : classes_.usual;
    }
    return sum / static_cast<int64_t>(classes_.all.size());
  }

  void AddWarmUp() {
    const bool in_period = WarmsUpInPeriod();
    const Value with = MeanWall(classes_.all),
                without = in_period ? MeanAsTheirClass() : MeanWall(classes_.rest);
    const double less = 1 - static_cast<double>(without) / static_cast<double>(with);
    const bool spoils = less > input_.thresholds.warm_up_share;
    const StepTimeList longest = LongestOf(classes_.first, classes_.usual);
    const bool is_of_period =
        std::all_of(longest.begin(), longest.end(),
                    [&](const StepTime* step) { return classes_.IsInPeriod(*step); });
    const ComparedSteps compared = {longest, is_of_period ? classes_.periodic : classes_.ordinary};
    const Value peers = is_of_period ? MedianWall(classes_.periodic) : classes_.usual;
    const std::string cause =
        CauseText(CausesOfSlowSteps(input_, compared, MeanWall(longest) - peers), compared);
    const bool is_one = classes_.first.size() == 1;
    const std::string if_not =
        !in_period ? fmt::format("without {} the mean step takes", is_one ? "it" : "them")
                   : fmt::format("if {} took as long as {}, the mean step would take",
                                 is_one ? "it" : "they", EveryText());
    Finding finding =
        Make("warm_up", WarningIf(spoils),
             fmt::format("{}: {} {}, not {} ({:+.0f}%); {}{}", WarmUpText(classes_.first, longest),
                         if_not, FormatMicros(without), FormatMicros(with), -100 * less,
                         MostCompile(input_, classes_.rest) ? "most of the others compile, too"
                         : in_period ? "choose whole groups of the others with -step"
                                     : "choose the others with -step",
                         cause.empty() ? "" : ". " + cause),
             classes_.first);
    finding.command = fmt::format("op -step {}..{} -order_by micros", classes_.rest.front()->number,
                                  LastOfWholeGroups(in_period));
    verdict_.findings.push_back(std::move(finding));
  }

  // Text such as "steps 7, 11, 15, one in every 4".
  std::string EveryText() const {
    return fmt::format("steps {}, one in every {}", ListedNumbers(classes_.periodic),
                       classes_.period->every);
  }

  // The step up to which those after the warm-up are whole groups of the
  // period, or all of them.
  int64_t LastOfWholeGroups(bool in_period) const {
    size_t count = classes_.rest.size();
    if (in_period) {
      const auto every = static_cast<size_t>(classes_.period->every);
      if (count >= every) count -= count % every;
    }
    return classes_.rest[count - 1]->number;
  }

  absl::Status AddPeriodic() {
    if (classes_.regular) {
      AddRegular(*classes_.regular, classes_.usual);
      return absl::OkStatus();
    }
    Finding finding =
        Make("periodic_slow_steps", Severity::kWarning,
             fmt::format("one step in every {} is slow ({}): {}, others {}", classes_.period->every,
                         ListedNumbers(classes_.periodic),
                         FormatMicros(MeanWall(classes_.periodic)), FormatMicros(classes_.usual)),
             classes_.periodic);
    PROFILER_RETURN_IF_ERROR(AddCause(OrdinaryGroup(classes_.periodic), finding));
    verdict_.findings.push_back(std::move(finding));
    return absl::OkStatus();
  }

  // Steps of two levels are compared with those around them.
  absl::Status AddPeriodicOfLevels() {
    if (!classes_.regular) return AddPeriodic();
    AddRegular(*classes_.regular, MedianWall(classes_.periodic) -
                                      LongerThanNeighbours(classes_.periodic, classes_.ordinary));
    return absl::OkStatus();
  }

  // `usual` is the time of the steps that do not do the work.
  void AddRegular(const RegularWork& work, Value usual) {
    // What other threads do beside the step costs it nothing, and less than by which ordinary steps
    // differ is noise.
    const Value cost = std::min(work.time, MedianWall(classes_.periodic) - usual);
    const double spread = CenterOf(WallsOf(classes_.ordinary)).deviation;
    const bool is_cost = !work.accumulates && static_cast<double>(cost) > spread;
    Finding finding = Make("periodic_slow_steps", WarningIf(is_cost),
                           RegularWorkText(work, classes_.periodic, usual), classes_.periodic);
    finding.command = TraceOf(work.name);
    if (is_cost) SetSaving(cost, classes_.periodic, finding);
    verdict_.findings.push_back(std::move(finding));
  }

  OutlierGroup OrdinaryGroup(const StepTimeList& slow) const {
    const Value mean = MeanWall(slow);
    return {.slow = slow,
            .others = classes_.ordinary,
            .mean = mean,
            .usual = classes_.usual,
            .excess = mean - classes_.usual};
  }

  // The steps that slow ones are compared with: "the other 7", "the 5 ordinary ones".
  std::string OthersText(const OutlierGroup& group) const {
    const size_t count = CountSteps(input_.profile(), group.others);
    if (group.is_regular) {
      return fmt::format("the other {} that run {}", count, classes_.regular->name);
    }
    const bool are_all = group.slow.size() + group.others.size() == classes_.all.size();
    return are_all ? fmt::format("the other {}", count)
                   : fmt::format("the {} ordinary ones", count);
  }

  absl::Status AddOutliers(const OutlierGroup& group) {
    const StepTimeList& slow = group.slow;
    const bool is_one = CountSteps(input_.profile(), slow) == 1;
    Finding finding = Make(
        "slow_steps", Severity::kWarning,
        fmt::format(
            "{} {} {} {} than {} ({}; their median is {}{})", is_one ? "step" : "steps",
            NumbersText(slow), is_one ? "is" : "are",
            2 * Int128{group.mean} >= 3 * Int128{group.usual} ? "far slower" : "slower",
            OthersText(group), FormatMicros(group.mean) + (slow.size() == 1 ? "" : " on average"),
            FormatMicros(group.usual),
            group.without_regular
                ? fmt::format(", both without that; with it {} and {}",
                              FormatMicros(MeanWall(slow)), FormatMicros(MedianWall(group.others)))
                : ""),
        slow);
    // Findings of one subject share their evidence.
    if (!group.name.empty()) {
      finding.subject = subject_.empty() ? group.name : subject_ + ": " + group.name;
    }
    PROFILER_RETURN_IF_ERROR(AddCause(group, finding));
    verdict_.findings.push_back(std::move(finding));
    return absl::OkStatus();
  }

  const InputOf<StepThresholds>& input_;
  const std::string subject_;
  StepClasses classes_;
  std::optional<GrowingWork> growing_;
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
  for (StepKind& kind : KindsOfSteps(input.profile(), std::move(steps), kLeastSteps)) {
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
  return all;
}

}  // namespace

extern const Rule kStepChecker = RuleOf<StepThresholds>{
    .name = "StepChecker",
    .summary = "steps against each other: warm-up, outliers, slow ones at regular intervals",
    .run = JudgeSteps,
};

}  // namespace profiler
