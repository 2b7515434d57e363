#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct StepThresholds {
  Threshold warm_up = {"warm_up", 1.3, "steps at the start slower than this many medians warm up"};
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

using Steps = std::vector<const StepTime*>;

std::vector<double> Walls(const Steps& steps) {
  std::vector<double> walls;
  walls.reserve(steps.size());
  for (const StepTime* step : steps) walls.push_back(static_cast<double>(step->wall));
  return walls;
}

Value MeanWall(const Steps& steps) {
  Int128 sum = 0;
  for (const StepTime* step : steps) sum += step->wall;
  return sum / static_cast<int64_t>(steps.size());
}

Value MedianWall(const Steps& steps) { return static_cast<Value>(CenterOf(Walls(steps)).median); }

// The step numbers as text, e.g. "1, 2, 3" or "7 to 19 (13 steps)".
std::string Numbers(const Steps& steps) {
  constexpr size_t kMostListed = 5;
  if (steps.size() > kMostListed) {
    return fmt::format("{} to {} ({} steps)", steps.front()->number, steps.back()->number,
                       steps.size());
  }
  std::vector<int64_t> numbers;
  for (const StepTime* step : steps) numbers.push_back(step->number);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

// A table of the steps in descending order of duration.
Report Evidence(Steps steps, Value usual) {
  std::stable_sort(steps.begin(), steps.end(),
                   [](const StepTime* a, const StepTime* b) { return a->wall > b->wall; });
  using C = ColumnOf<const StepTime*>;
  return EvidenceOf<const StepTime*>(
      {
          C::Number("step_us", Unit::kMicros, "", "From its begin to its end.", &StepTime::wall),
          C::Number("summed_us", Unit::kMicros, "", "Op time, added up.", &StepTime::summed),
          C::Real("against_ordinary", Unit::kShare, "",
                  "step_us over the median of ordinary steps.",
                  [=](const StepTime* step) { return ShareOf(step->wall, usual); }),
      },
      steps, [](const StepTime* step) { return fmt::format("step {}", step->number); },
      "those that took less time");
}

class StepJudge {
 public:
  StepJudge(const InputOf<StepThresholds>& input, Steps steps, std::string subject)
      : input_(input), subject_(std::move(subject)), all_(std::move(steps)) {
    const size_t warm_up = WarmUpSteps(Walls(all_), input.thresholds.warm_up);
    first_.assign(all_.begin(), all_.begin() + static_cast<int64_t>(warm_up));
    rest_.assign(all_.begin() + static_cast<int64_t>(warm_up), all_.end());
  }

  Verdict Run() && {
    FindSlow();
    AddVariation();
    if (!first_.empty()) AddWarmUp();
    if (!periodic_.empty()) AddPeriodic();
    if (!outliers_.empty()) AddOutliers();
    if (rest_.size() < kLeastForPeriod) {
      verdict_.lacks = fmt::format(
          "{} after the start are too few to tell slow ones at regular "
          "intervals; it takes {}",
          Count(rest_.size(), "step"), kLeastForPeriod);
    }
    return std::move(verdict_);
  }

 private:
  // Divides the steps after the warm-up into ordinary steps, periodic slow steps and other slow
  // steps.
  void FindSlow() {
    const std::vector<size_t> slow =
        SlowSteps(Walls(rest_), input_.thresholds.deviations, input_.thresholds.slow);
    std::vector<int64_t> numbers;
    for (const StepTime* step : rest_) numbers.push_back(step->number);
    std::set<size_t> in_period;
    if (rest_.size() >= kLeastForPeriod) period_ = FindPeriod(numbers, slow);
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

  // The op type with the largest extra time in slow steps.
  std::string Where(const Steps& slow) const {
    const auto grown = MostGrownType(input_.selected, slow, ordinary_);
    const Value excess = MeanWall(slow) - usual_;
    if (!grown || 3 * (grown->in_slow - grown->in_others) < excess) {
      return "; no type of op accounts for it, so look at what runs between ops and steps";
    }
    return fmt::format("; {} takes {} in them and {} otherwise", grown->type,
                       FormatMicros(grown->in_slow), FormatMicros(grown->in_others));
  }

  // The time per step after the warm-up that could be saved if slow steps were like the others.
  Value Saves(const Steps& slow) const {
    return (MeanWall(slow) - usual_) * static_cast<int64_t>(slow.size()) /
           static_cast<int64_t>(rest_.size());
  }

  Finding Make(std::string id, Severity severity, std::string text, const Steps& steps) {
    Finding finding;
    finding.id = std::move(id);
    finding.subject = subject_;
    finding.severity = severity;
    finding.text = subject_.empty() ? std::move(text) : fmt::format("{}: {}", subject_, text);
    finding.command = fmt::format("op -step {} -order_by micros", steps.front()->number);
    finding.evidence.push_back(Evidence(steps, usual_));
    return finding;
  }

  void AddVariation() {
    const double variation = VariationOf(Walls(ordinary_));
    const bool is_high = variation > input_.thresholds.variation;
    verdict_.findings.push_back(
        Make(is_high ? "unsteady_steps" : "step_time", WarningIf(is_high),
             fmt::format("a step takes {} (the middle one of {}); they vary by {} of their mean{}",
                         FormatMicros(usual_), Count(ordinary_.size(), "ordinary step"),
                         Percent(variation),
                         is_high ? ": no single measurement of this job can be relied on" : ""),
             ordinary_));
  }

  void AddWarmUp() {
    const Value with = MeanWall(all_), without = MeanWall(rest_);
    const double less = 1 - static_cast<double>(without) / static_cast<double>(with);
    const bool spoils = less > input_.thresholds.warm_up_share;
    const bool is_one = first_.size() == 1;
    Finding finding =
        Make("warm_up", WarningIf(spoils),
             fmt::format("{} {} up, with {} on average: without {} the mean step takes {}, not {} "
                         "(-{}); choose the others with -step",
                         is_one ? "step" : "steps", Numbers(first_) + (is_one ? " warms" : " warm"),
                         FormatMicros(MeanWall(first_)), is_one ? "it" : "them",
                         FormatMicros(without), FormatMicros(with), Percent(less)),
             first_);
    finding.command = fmt::format("op -step {}..{} -order_by micros", rest_.front()->number,
                                  rest_.back()->number);
    verdict_.findings.push_back(std::move(finding));
  }

  void AddPeriodic() {
    Finding finding = Make(
        "periodic_slow_steps", Severity::kWarning,
        fmt::format("one step in every {} is slow ({}): {} in place of {}, as by a checkpoint or "
                    "an evaluation{}",
                    period_->every, Numbers(periodic_), FormatMicros(MeanWall(periodic_)),
                    FormatMicros(usual_), Where(periodic_)),
        periodic_);
    finding.saves = Saves(periodic_);
    verdict_.findings.push_back(std::move(finding));
  }

  void AddOutliers() {
    Finding finding =
        Make("slow_steps", Severity::kWarning,
             fmt::format("{} {} far slower than the others ({}): {} in place of {}{}",
                         Count(outliers_.size(), "step"), outliers_.size() == 1 ? "is" : "are",
                         Numbers(outliers_), FormatMicros(MeanWall(outliers_)),
                         FormatMicros(usual_), Where(outliers_)),
             outliers_);
    finding.saves = Saves(outliers_);
    verdict_.findings.push_back(std::move(finding));
  }

  const InputOf<StepThresholds>& input_;
  const std::string subject_;
  Steps all_, first_, rest_;              // rest_ is the steps after the warm-up
  Steps ordinary_, periodic_, outliers_;  // parts of rest_
  std::optional<Period> period_;
  Value usual_ = 0;
  Verdict verdict_;
};

// Judges the steps of one run; different runs are not compared.
Verdict JudgeRun(const InputOf<StepThresholds>& input, Steps steps, const std::string& name) {
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
  std::vector<Steps> by_run(runs.names.size());
  for (const StepTime& time : timed->times) by_run[time.run].push_back(&time);
  Verdict all;
  for (size_t run = 0; run < by_run.size(); ++run) {
    const std::string name = by_run.size() > 1 ? runs.names[run] : "";
    Verdict verdict = JudgeRun(input, std::move(by_run[run]), name);
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
