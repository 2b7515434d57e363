#include "profiler/compare/page/sentences/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "profiler/report/scaled.h"

namespace profiler {
namespace {

std::string TimeText(double micros) { return ScaledText(micros, Unit::kMicros); }

std::string_view StepsAre(const Side& side) {
  const bool is_one = side.samples.steps() == 1;
  if (side.are_cut()) return is_one ? "partial step" : "partial steps";
  return is_one ? "whole step" : "whole steps";
}

// " of 5 runs" where one side has several, else empty.
std::string OfRunsText(const Side& base, const Side& next, const Side& side) {
  if (std::max(base.samples.runs(), next.samples.runs()) < 2) return "";
  return fmt::format(" of {} run{}", side.samples.runs(), side.samples.runs() == 1 ? "" : "s");
}

// "19 whole steps against 20", "3 runs against 3", "10 whole steps of 1 run against 50 of 5 runs".
std::string CountsText(const Side& base, const Side& next) {
  if (next.samples.are_runs()) {
    return fmt::format("{} runs against {}", next.samples.runs(), base.samples.runs());
  }
  const std::string_view of_new = StepsAre(next), of_base = StepsAre(base);
  const std::string counts =
      fmt::format("{} {}{} against {}{}", next.samples.steps(), of_new,
                  OfRunsText(base, next, next), base.samples.steps(), OfRunsText(base, next, base));
  const bool are_alike = next.are_cut() == base.are_cut();
  return are_alike ? counts : fmt::format("{} {}", counts, of_base);
}

// How much the typical step changed, as a part of it, which is more than -1: by the shift of the
// logarithms.
struct PartInterval {
  double low, high;
};
PartInterval IntervalOfPart(const Comparison& comparison, const Change& step, const Side& base,
                            const Side& next) {
  const auto logs = [](const Side& side) {
    std::vector<double> room;
    const std::span<const double> times = side.samples.Of(side.totals, room);
    std::vector<double> of(times.begin(), times.end());
    for (double& time : of) time = std::log(time);
    return of;
  };
  // The noise between runs is added to the difference: one interval says it all.
  if (comparison.knows_noise_of_runs()) {
    return {std::max(-1.0, step.low / step.base), step.high / step.base};
  }
  const std::vector<double> before = logs(base), after = logs(next);
  const auto is_known = [](double log) { return std::isfinite(log); };
  if (!std::all_of(before.begin(), before.end(), is_known) ||
      !std::all_of(after.begin(), after.end(), is_known)) {
    return {step.low / step.base, step.high / step.base};  // a step took no time
  }
  const Change change = comparison.Of(before, after);
  return {std::expm1(change.low), std::expm1(change.high)};
}

std::string PercentsText(const PartInterval& part) {
  return fmt::format("{} to {}", PercentChange(part.low), PercentChange(part.high));
}

std::string FactorsText(const PartInterval& part) {
  return fmt::format("{:.3g} to {:.3g} times", 1 + part.low, 1 + part.high);
}

std::string IntervalText(const std::string& interval, const Change& step, const Side& base,
                         const Side& next) {
  return fmt::format("(95% interval {}, p {}; {})", interval, ProbabilityText(step.p_value),
                     CountsText(base, next));
}

bool AreOneRunEach(const Side& base, const Side& next) {
  return base.samples.runs() == 1 && next.samples.runs() == 1 && base.has_steps();
}

// Percentages of what takes twice as long or more are hard to read.
bool IsFactor(double part) { return part >= 1; }

// "25% faster: 1.35 ms, before 1.80 ms", by the medians, with the interval. If steps vary much, the
// typical difference of two steps is another part of them, so it is told, too; alone where the
// medians contradict it, or the interval of the difference, `part`.
std::string ChangeText(const Comparison& comparison, const Change& step, const Side& base,
                       const Side& next) {
  constexpr double kNoticed = 0.005;
  const PartInterval part = IntervalOfPart(comparison, step, base, next);
  const std::string_view what = step.delta > 0 ? "slower" : "faster";
  const bool are_blocks = comparison.base_block() > 1 || comparison.new_block() > 1;
  const std::string_view of_what = are_blocks ? "the typical difference of two blocks of steps"
                                              : "the typical difference of two steps";
  const std::string medians =
      fmt::format("{}, before {}", TimeText(step.next), TimeText(step.base));
  const double by_medians = step.ratio() - 1;
  const bool is_outside = by_medians < part.low - kNoticed || by_medians > part.high + kNoticed;
  if (step.contradicts_medians() || is_outside) {
    return fmt::format("{} by {}, {}, though the medians are {} {}", what,
                       TimeText(std::abs(step.delta)), of_what, medians,
                       IntervalText(PercentsText(part), step, base, next));
  }
  const std::string interval = IsFactor(by_medians) ? FactorsText(part) : PercentsText(part);
  // Steps of one run say nothing of other runs of the same code.
  const std::string_view of_runs = AreOneRunEach(base, next) ? " between these two runs" : "";
  std::string text = fmt::format("{}{}: {} {}", LongerText(by_medians, what), of_runs, medians,
                                 IntervalText(interval, step, base, next));
  if (std::abs(by_medians - step.delta / step.base) >= kNoticed) {
    text += fmt::format("; {}, by which changes are measured below, is {}", of_what,
                        SignedTimeText(step.delta));
  }
  return text;
}

// What would tell whether the step changed. Nobody records more samples than `most`, and of so many
// a few that lie far off say nothing.
// Steps say nothing of other runs than their own.
std::string MoreText(double more, double most, std::string_view samples, bool are_of_one_run) {
  constexpr double kFew = 3;
  if (std::isnan(more) || more > most) return "";
  return fmt::format(". {} more {} on each side would {}",
                     more < kFew ? "A few" : "About " + ScaledText(more, Unit::kCount), samples,
                     are_of_one_run ? "show whether these two runs differ" : "tell");
}

// How many samples of each might show the change, if it is one.
std::string NeededText(const Change& step, const Side& base, const Side& next) {
  constexpr double kFewest = 4, kFew = 6, kMost = 100;
  const double more = next.samples.are_runs() ? step.more_runs : step.more_steps;
  const auto fewer = static_cast<double>(std::min(base.samples.size(), next.samples.size()));
  const double needed = std::isnan(more) ? kFewest : std::max(kFewest, fewer + more);
  if (needed <= kFew) return fmt::format("{:.0f} of each", needed);
  return fmt::format("4 of each, or rather {} for a difference so small beside the noise",
                     needed > kMost ? "more than 100" : fmt::format("about {:.0f}", needed));
}

std::string WithoutInterval(const Change& step, const Side& base, const Side& next,
                            std::string_view times) {
  if (!base.has_steps()) {
    return fmt::format(
        "Neither profile has steps: the whole recording took {}. Whether that is "
        "more than noise cannot be judged",
        times);
  }
  const std::string too_few =
      fmt::format("{} can never show a change with 95% confidence: record at least {}",
                  CountsText(base, next), NeededText(step, base, next));
  if (LooksChanged(step, base, next)) {
    const bool is_slower = step.next > step.base;
    return fmt::format(
        "The typical step looks {}: {}, and each new {} is {} than any of the base; but {}",
        LongerText(step.ratio() - 1, is_slower ? "slower" : "faster"), times,
        next.samples.are_runs() ? "run" : "step", is_slower ? "longer" : "shorter", too_few);
  }
  return fmt::format("Cannot tell whether the typical step changed: {}, and {}", times, too_few);
}

}  // namespace

bool LooksChanged(const Change& step, const Side& base, const Side& next) {
  if (!std::isnan(step.low)) return false;
  std::vector<double> old_room, new_room;
  const auto olds = base.samples.Of(base.totals, old_room);
  const auto news = next.samples.Of(next.totals, new_room);
  if (olds.size() < 2 || news.size() < 2) return false;
  const auto [old_least, old_most] = std::minmax_element(olds.begin(), olds.end());
  const auto [new_least, new_most] = std::minmax_element(news.begin(), news.end());
  return *new_least > *old_most || *new_most < *old_least;
}

std::string SignedTimeText(double micros) { return (micros > 0 ? "+" : "") + TimeText(micros); }

std::string JoinedText(const std::vector<std::string>& texts) {
  std::string joined;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) joined += i + 1 == texts.size() ? " and " : ", ";
    joined += texts[i];
  }
  return joined;
}

std::string PercentText(double part) {
  std::string text = PercentChange(std::abs(part));
  if (text.front() == '+') text.erase(0, 1);
  return text;
}

std::string LongerText(double part, std::string_view longer) {
  return IsFactor(part) ? fmt::format("{:.3g} times as long", 1 + part)
                        : fmt::format("{} {}", PercentText(part), longer);
}

std::string VerdictSentence(const Comparison& comparison, const Change& step, const Side& base,
                            const Side& next) {
  const std::string now = TimeText(step.next), before = TimeText(step.base);
  const std::string times = fmt::format("{}, before {}", now, before);
  const std::string percents = PercentsText(IntervalOfPart(comparison, step, base, next));
  switch (step.verdict) {
    case Verdict::kSlower:
    case Verdict::kFaster:
      return fmt::format("The typical step is {}", ChangeText(comparison, step, base, next));
    case Verdict::kSame:
      if (step.low == 0 && step.high == 0) {
        return fmt::format("The typical step did not change: {} in both ({})", now,
                           CountsText(base, next));
      }
      return fmt::format("The typical step did not change by more than {:.3g}%: {} {}",
                         100 * comparison.tolerance(), times,
                         IntervalText(percents, step, base, next));
    default:
      break;
  }
  if (std::isnan(step.low)) return WithoutInterval(step, base, next, times);
  std::string text = fmt::format("Noise hides whether the typical step changed: {} {}", times,
                                 IntervalText(percents, step, base, next));
  const bool needs_runs = next.samples.are_runs() || comparison.knows_noise_of_runs();
  return text + (needs_runs
                     ? MoreText(step.more_runs, kMostRunsShown, "runs", /*are_of_one_run=*/false)
                     : MoreText(step.more_steps, 10'000, "steps", AreOneRunEach(base, next)));
}

namespace {

std::string NotWholeText(const Side& side) {
  return side.lacks_work() ? fmt::format("{} is not whole: {}", side.name, side.cut_files) : "";
}

}  // namespace

std::string CutSentence(const Change& step, const Side& base, const Side& next) {
  if (!base.lacks_work() && !next.lacks_work()) return "";
  std::vector<std::string> sides = {NotWholeText(next), NotWholeText(base)};
  std::erase(sides, "");
  const bool are_several = std::max(base.samples.runs(), next.samples.runs()) > 1;
  const std::string kept = fmt::format("{}, before {}", TimeText(step.next), TimeText(step.base));
  const std::string of_steps =
      base.has_steps() ? fmt::format("the typical step takes {} ({})", kept, CountsText(base, next))
                       : fmt::format("the recording takes {}", kept);
  return fmt::format(
      "No verdict, as {}. Record again what was cut{}. In what was kept {}, and what differs below "
      "may be what is missing",
      fmt::join(sides, "; "), are_several ? ", or leave it out" : "", of_steps);
}

std::string MemorySentence(const std::vector<DiffRow>& memory) {
  std::vector<std::string> texts;
  size_t changed = 0;
  for (const DiffRow& row : memory) {
    const Change& change = row.change;
    if (change.verdict != Verdict::kHigher && change.verdict != Verdict::kLower) continue;
    if (++changed > 2) continue;
    texts.push_back(fmt::format(
        "{} {} on {} ({}, before {})", PercentText(change.ratio() - 1), Name(change.verdict),
        row.name, ScaledText(change.next, Unit::kBytes), ScaledText(change.base, Unit::kBytes)));
  }
  if (texts.empty()) return "";
  if (changed > texts.size()) texts.push_back(fmt::format("{} more", changed - texts.size()));
  return fmt::format("Peak memory is {}", JoinedText(texts));
}

std::string EnvironmentSentence(const Environment& environment, bool is_precision_told) {
  std::vector<std::string> texts;
  for (const Cause& cause : environment.causes) {
    const bool is_told = cause.is_unlike || (is_precision_told && cause.is_precision);
    if (!is_told) texts.push_back(cause.name);
  }
  return texts.empty() ? "" : fmt::format("The profiles also differ in {}", JoinedText(texts));
}

}  // namespace profiler
