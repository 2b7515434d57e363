#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/phases/only_in_steps.h"
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
};

// The minimum number of steps for a meaningful variance, and of steps after the warm-up for a
// period.
constexpr size_t kLeastSteps = 4, kLeastForPeriod = 8;
// Of fewer steps that vary much, the median is uncertain.
constexpr size_t kFewSteps = 20;
// More slow steps are not looked at one by one, which takes a pass over all events each.
constexpr size_t kMostApart = 6;

class StepJudge {
 public:
  StepJudge(const InputOf<StepThresholds>& input, StepTimeList steps, std::string subject)
      : input_(input), subject_(std::move(subject)), all_(std::move(steps)) {
    const size_t warm_up = WarmUpSteps(WallsOf(all_), input.thresholds.warm_up);
    first_.assign(all_.begin(), all_.begin() + static_cast<int64_t>(warm_up));
    rest_.assign(all_.begin() + static_cast<int64_t>(warm_up), all_.end());
  }

  absl::StatusOr<Verdict> Run() && {
    if (const auto shift = FindLevelShift(WallsOf(rest_))) {
      AddShift(shift->first);
      return std::move(verdict_);
    }
    FindSlow();
    if (WarmUpIsNoise()) {
      first_.clear();
      rest_ = all_;
      ordinary_.clear();
      periodic_.clear();
      outliers_.clear();
      period_.reset();
      FindSlow();
    }
    AddVariation();
    if (!first_.empty()) AddWarmUp();
    if (!periodic_.empty()) PROFILER_RETURN_IF_ERROR(AddPeriodic());
    for (const auto& [mark, steps] : OutliersByMark()) {
      PROFILER_RETURN_IF_ERROR(AddOutliers(mark, steps));
    }
    if (rest_.size() < kLeastForPeriod) {
      verdict_.lacks = fmt::format(
          "{0} after the start: at least {1} are needed to find slow steps at regular intervals",
          Count(rest_.size(), "step"), kLeastForPeriod);
    }
    return std::move(verdict_);
  }

 private:
  // Whether later steps take as long as the first ones: several, or ordinary ones that vary much.
  bool WarmUpIsNoise() const {
    if (first_.empty()) return false;
    const auto as_long = std::count_if(rest_.begin(), rest_.end(), [&](const StepTime* step) {
      return 4 * step->wall >= 3 * MeanWall(first_);
    });
    if (as_long > 1) return true;
    const std::vector<double> walls = WallsOf(ordinary_);
    return VariationOf(walls) > input_.thresholds.variation &&
           *std::max_element(walls.begin(), walls.end()) >= static_cast<double>(MeanWall(first_));
  }

  // Divides the steps after the warm-up into ordinary steps, periodic slow steps and other slow
  // steps.
  void FindSlow() {
    const std::vector<size_t> slow =
        SlowSteps(WallsOf(rest_), input_.thresholds.deviations, input_.thresholds.slow);
    std::vector<int64_t> numbers;
    for (const StepTime* step : rest_) numbers.push_back(step->number);
    std::set<size_t> in_period;
    if (rest_.size() >= kLeastForPeriod) period_ = FindPeriod(numbers, slow);
    const std::map<std::string, std::vector<size_t>> by_mark = SlowByMark(slow);
    for (auto of_mark = by_mark.begin(); of_mark != by_mark.end() && !period_; ++of_mark) {
      const bool is_mark = !of_mark->first.empty() && rest_.size() >= kLeastForPeriod;
      if (is_mark) period_ = FindPeriod(numbers, of_mark->second);
    }
    if (period_) in_period.insert(period_->steps.begin(), period_->steps.end());
    const std::set<size_t> is_slow(slow.begin(), slow.end());
    for (size_t i = 0; i < rest_.size(); ++i) {
      (in_period.count(i) > 0 ? periodic_
       : is_slow.count(i) > 0 ? outliers_
                              : ordinary_)
          .push_back(rest_[i]);
    }
    if (ordinary_.empty()) {  // unusual thresholds: all steps count as ordinary
      ordinary_ = rest_;
      periodic_.clear();
      outliers_.clear();
      period_.reset();
    }
    usual_ = MedianWall(ordinary_);
  }

  // The slow ones of the steps after the warm-up, by the mark that runs in them only.
  std::map<std::string, std::vector<size_t>> SlowByMark(const std::vector<size_t>& slow) const {
    const std::set<size_t> is_slow(slow.begin(), slow.end());
    ComparedSteps compared;
    for (size_t i = 0; i < rest_.size(); ++i) {
      (is_slow.count(i) > 0 ? compared.slow : compared.others).push_back(rest_[i]);
    }
    std::map<std::string, std::vector<size_t>> by_mark;
    if (slow.empty() || compared.others.empty()) return by_mark;
    const std::vector<std::string> marks = MarksOnlyIn(input_.selected, compared);
    for (size_t i = 0; i < slow.size(); ++i) by_mark[marks[i]].push_back(slow[i]);
    return by_mark;
  }

  // Names each slow step that no mark explains by what runs in it alone: a checkpoint in one of two
  // slow steps explains that one. Steps that have it in common are of one cause.
  void AddFunctions(std::vector<std::string>& names) const {
    const bool all_have_marks = std::find(names.begin(), names.end(), "") == names.end();
    if (all_have_marks || names.size() < 2 || names.size() > kMostApart) return;
    for (size_t i = 0; i < names.size(); ++i) {
      if (!names[i].empty()) continue;
      const auto only = MostOnlyIn(input_.selected, {{outliers_[i]}, ordinary_});
      const bool is_much = only && kLeastOfSlowness * only->time >= outliers_[i]->wall - usual_;
      if (is_much) names[i] = only->name;
    }
    const bool are_one = std::count(names.begin(), names.end(), names.front()) ==
                         static_cast<std::ptrdiff_t>(names.size());
    if (are_one) names.assign(names.size(), "");
  }

  // Those without a mark of their own come last, as their cause is known least.
  std::vector<std::pair<std::string, StepTimeList>> OutliersByMark() const {
    std::vector<std::pair<std::string, StepTimeList>> groups;
    if (outliers_.empty()) return groups;
    std::vector<std::string> marks = MarksOnlyIn(input_.selected, {outliers_, ordinary_});
    AddFunctions(marks);
    std::map<std::string, StepTimeList> by_mark;
    for (size_t i = 0; i < marks.size(); ++i) by_mark[marks[i]].push_back(outliers_[i]);
    groups.assign(by_mark.begin(), by_mark.end());
    if (groups.front().first.empty()) std::rotate(groups.begin(), groups.begin() + 1, groups.end());
    return groups;
  }

  // Adds what takes the time of slow steps to the finding, and what their slowness costs.
  absl::Status AddCause(const StepTimeList& slow, Finding& finding) const {
    PROFILER_ASSIGN_OR_RETURN(const SlowStepCause cause,
                              CauseOfSlowSteps(input_, {slow, ordinary_}, MeanWall(slow) - usual_));
    // What compiles is named there; else it would be what a framework runs to compile.
    const auto only = cause.compiles ? std::nullopt : OnlyThere(slow);
    if (only) {
      finding.text +=
          fmt::format("; only there runs {}, for {}", only->name, FormatMicros(only->time));
      finding.command = fmt::format("trace -show_name_regexes {} -order_by duration_us -top 10",
                                    QuoteWord(NameRegex(only->name)));
    }
    // What explains most of the slowness needs no further cause.
    const bool is_explained = only && 2 * only->time >= MeanWall(slow) - usual_;
    if (!is_explained || cause.waited_for.valid()) finding.text += cause.text;
    finding.saves = Saves(slow);
    if (!cause.waited_for.valid()) return absl::OkStatus();
    finding.place = PlaceOf(input_.profile(), cause.waited_for);
    finding.command = fmt::format("steps -by rank -step {}", StepOption(slow));
    return absl::OkStatus();
  }

  // What runs in the slow steps only, if it explains much of their time: a validation, a
  // checkpoint.
  std::optional<OnlyInSteps> OnlyThere(const StepTimeList& slow) const {
    const auto only = MostOnlyIn(input_.selected, {slow, ordinary_});
    const bool is_much = only && kLeastOfSlowness * only->time >= MeanWall(slow) - usual_;
    return is_much ? only : std::nullopt;
  }

  // The time per step after the warm-up that could be saved if slow steps were like the others.
  Value Saves(const StepTimeList& slow) const {
    return (MeanWall(slow) - usual_) * static_cast<int64_t>(slow.size()) /
           static_cast<int64_t>(rest_.size());
  }

  Finding Make(std::string id, Severity severity, std::string text, const StepTimeList& steps) {
    Finding finding;
    finding.id = std::move(id);
    finding.subject = subject_;
    finding.severity = severity;
    finding.text = subject_.empty() ? std::move(text) : fmt::format("{}: {}", subject_, text);
    finding.command = fmt::format("op -step {} -order_by micros", steps.front()->number);
    finding.evidence.push_back(StepEvidence(input_.profile(), steps, usual_));
    return finding;
  }

  // No single time is typical of such steps, so nothing else is said of them.
  void AddShift(size_t first) {
    const auto at = rest_.begin() + static_cast<ptrdiff_t>(first);
    const StepTimeList before(rest_.begin(), at), after(at, rest_.end());
    const Value was = MedianWall(before), is = MedianWall(after);
    usual_ = was;
    const ComparedSteps compared =
        is > was ? ComparedSteps{after, before} : ComparedSteps{before, after};
    const Value more = is > was ? MeanWall(after) - was : MeanWall(before) - is;
    const std::string cause = CauseText(CausesOfSlowSteps(input_, compared, more), compared);
    Finding finding =
        Make("level_shift", WarningIf(is > was),
             fmt::format("since step {} a step takes {}, {} before ({:+.0f}%){}",
                         after.front()->number, FormatMicros(is), FormatMicros(was),
                         100 * (static_cast<double>(is) / static_cast<double>(was) - 1),
                         cause.empty() ? "" : ". " + cause),
             after);
    if (is > was) {
      finding.saves = (MeanWall(after) - was) * static_cast<int64_t>(after.size()) /
                      static_cast<int64_t>(rest_.size());
    }
    verdict_.findings.push_back(std::move(finding));
  }

  void AddVariation() {
    const double variation = VariationOf(WallsOf(ordinary_));
    const bool is_high = variation > input_.thresholds.variation;
    const std::string compiling = is_high ? CompilingText() : "";
    verdict_.findings.push_back(Make(
        is_high ? "unsteady_steps" : "step_time", WarningIf(is_high && compiling.empty()),
        fmt::format("a step takes {} (median of {}); the standard deviation is {} of the mean{}",
                    FormatMicros(usual_), Count(ordinary_.size(), "ordinary step"),
                    Percent(variation),
                    !compiling.empty() ? compiling
                    : is_high          ? SpreadText()
                                       : ""),
        ordinary_));
  }

  // What the steps take without compiling, if that explains why they vary. HostChecker warns of it.
  std::string CompilingText() const {
    const auto timings = SharedStepTimings(input_.selected, input_.query, input_.context);
    if (!timings.ok()) return "";
    std::map<StepId, double> compiling;
    for (const StepTimings& run : **timings) {
      const std::vector<double>& times = run.Of(StepPart::kCompile);
      for (size_t i = 0; i < run.ids.size(); ++i) compiling[run.ids[i]] = times[i];
    }
    std::vector<double> walls = WallsOf(ordinary_), others = walls;
    size_t compile = 0;
    for (size_t i = 0; i < others.size(); ++i) {
      for (const StepId id : ordinary_[i]->steps) {
        const auto of_step = compiling.find(id);
        if (of_step == compiling.end() || of_step->second <= 0) continue;
        others[i] = std::max(others[i] - of_step->second, 0.0);
        ++compile;
        break;
      }
    }
    const double spread = SummaryOf(walls).deviation, left = SummaryOf(others).deviation;
    if (compile == 0 || 2 * left > spread) return "";
    return fmt::format(", as {} of them compile: without compiling a step takes {}", compile,
                       FormatMicros(static_cast<Value>(CenterOf(others).median)));
  }

  // How far ordinary steps are apart, and what to compare instead of single ones.
  std::string SpreadText() const {
    const auto [least, most] =
        std::minmax_element(ordinary_.begin(), ordinary_.end(),
                            [](const StepTime* a, const StepTime* b) { return a->wall < b->wall; });
    return fmt::format(
        ", from {} to {}: {}", FormatMicros((*least)->wall), FormatMicros((*most)->wall),
        ordinary_.size() < kFewSteps ? "so few steps tell the typical one only roughly; record more"
                                     : "compare medians over many steps, not single ones");
  }

  void AddWarmUp() {
    const Value with = MeanWall(all_), without = MeanWall(rest_);
    const double less = 1 - static_cast<double>(without) / static_cast<double>(with);
    const bool spoils = less > input_.thresholds.warm_up_share;
    const StepTimeList longest = LongestOf(first_, usual_);
    const ComparedSteps compared = {longest, ordinary_};
    const std::string cause =
        CauseText(CausesOfSlowSteps(input_, compared, MeanWall(longest) - usual_), compared);
    Finding finding = Make(
        "warm_up", WarningIf(spoils),
        fmt::format("{}: without {} the mean step takes {}, not {} ({:+.0f}%); choose the others "
                    "with -step{}",
                    WarmUpText(first_, longest), first_.size() == 1 ? "it" : "them",
                    FormatMicros(without), FormatMicros(with), -100 * less,
                    cause.empty() ? "" : ". " + cause),
        first_);
    finding.command = fmt::format("op -step {}..{} -order_by micros", rest_.front()->number,
                                  rest_.back()->number);
    verdict_.findings.push_back(std::move(finding));
  }

  absl::Status AddPeriodic() {
    Finding finding =
        Make("periodic_slow_steps", Severity::kWarning,
             fmt::format("one step in every {} is slow ({}): {}, others {}, typical of a "
                         "checkpoint or an evaluation",
                         period_->every, ListedNumbers(periodic_),
                         FormatMicros(MeanWall(periodic_)), FormatMicros(usual_)),
             periodic_);
    PROFILER_RETURN_IF_ERROR(AddCause(periodic_, finding));
    verdict_.findings.push_back(std::move(finding));
    return absl::OkStatus();
  }

  // `mark` runs in these slow steps only; empty if none does.
  absl::Status AddOutliers(const std::string& mark, const StepTimeList& slow) {
    const bool is_one = NumbersOf(slow).size() == 1;
    const bool are_all = slow.size() + ordinary_.size() == all_.size();
    Finding finding =
        Make("slow_steps", Severity::kWarning,
             fmt::format("{} {} {} far slower than the {}{}{} ({}; their median is {})",
                         is_one ? "step" : "steps", NumbersText(slow), is_one ? "is" : "are",
                         are_all ? "other " : "", NumbersOf(ordinary_).size(),
                         are_all ? "" : " ordinary ones",
                         FormatMicros(MeanWall(slow)) + (slow.size() == 1 ? "" : " on average"),
                         FormatMicros(usual_)),
             slow);
    // Findings of one subject share their evidence.
    if (!mark.empty()) finding.subject = subject_.empty() ? mark : subject_ + ": " + mark;
    PROFILER_RETURN_IF_ERROR(AddCause(slow, finding));
    verdict_.findings.push_back(std::move(finding));
    return absl::OkStatus();
  }

  const InputOf<StepThresholds>& input_;
  const std::string subject_;
  StepTimeList all_, first_, rest_;              // rest_ is the steps after the warm-up
  StepTimeList ordinary_, periodic_, outliers_;  // parts of rest_
  std::optional<Period> period_;
  Value usual_ = 0;
  Verdict verdict_;
};

// Judges the steps of one run; different runs are not compared.
absl::StatusOr<Verdict> JudgeRun(const InputOf<StepThresholds>& input, StepTimeList steps,
                                 const std::string& name) {
  const size_t count = steps.size();
  if (count >= kLeastSteps) return StepJudge(input, std::move(steps), name).Run();
  Verdict verdict;
  verdict.lacks = fmt::format("{} of known length: it takes {} to compare them; record more steps",
                              Count(count, "step"), kLeastSteps);
  return verdict;
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
