#include "profiler/compare/check/noise/noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/time/level_shift.h"
#include "profiler/compare/change.h"
#include "profiler/compare/check/noise/noise_of_runs.h"
#include "profiler/compare/stats/blocks.h"
#include "profiler/compare/stats/median.h"
#include "profiler/compare/stats/rank_test.h"
#include "profiler/compare/stats/shuffle_test.h"
#include "profiler/compare/stats/welch_test.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Steps of a run are alike, whatever the machine did that day.
std::string RunsUnknown(NoiseOf of, size_t base_runs, size_t new_runs, bool knows_runs) {
  if (of != NoiseOf::kSteps || knows_runs) return "";
  if (base_runs <= 1 && new_runs <= 1) return "; one run of each, so noise between runs is unknown";
  return fmt::format("; {} run{} against {}, so noise between runs is unknown", new_runs,
                     new_runs == 1 ? "" : "s", base_runs);
}

std::string_view WordFor(NoiseOf of) {
  if (of == NoiseOf::kNothing || of == NoiseOf::kCount) return "value";
  return of == NoiseOf::kRuns ? "run" : "step";
}

std::string SameCounts(NoiseOf of, Unit unit = Unit::kCount) {
  return fmt::format("each side has the same {} in all its {}s, so it has no noise",
                     unit == Unit::kCount ? "count" : "value", WordFor(of));
}

// "10 steps against 12".
std::string Counts(NoiseOf of, size_t base_size, size_t new_size) {
  return fmt::format("{} {}{} against {}", new_size, WordFor(of), new_size == 1 ? "" : "s",
                     base_size);
}

// "10 steps against 6, each the mean of 8 that are alike".
std::string CountsOfBlocks(NoiseOf of, size_t base_size, size_t base_block, size_t new_size,
                           size_t new_block) {
  const auto side = [&](size_t size, size_t block) {
    if (block == 1) return fmt::format("{} {}{}", size, WordFor(of), size == 1 ? "" : "s");
    return fmt::format("{} block{} of {} {}s", size, size == 1 ? "" : "s", block, WordFor(of));
  };
  if (base_block == 1 && new_block == 1) return Counts(of, base_size, new_size);
  return fmt::format("{} against {}, as successive steps are alike", side(new_size, new_block),
                     side(base_size, base_block));
}

std::string WhyTooFew(NoiseOf of, bool are_apart, std::string_view counts) {
  if (of == NoiseOf::kNothing) return "noise is unknown, as one value of each is compared";
  if (!are_apart) return fmt::format("{}, and their ranges overlap", counts);
  return fmt::format("{} can never reach p < {}, and their ranges do not overlap", counts,
                     kSignificance);
}

bool MoreIsWorse(RequiredSign sign) {
  return sign == RequiredSign::kLess || sign == RequiredSign::kLessEqual;
}
bool LessIsWorse(RequiredSign sign) {
  return sign == RequiredSign::kGreater || sign == RequiredSign::kGreaterEqual;
}

// Whether a difference new - base is in the direction that breaks the requirement.
bool IsWorse(RequiredSign sign, double difference) {
  if (MoreIsWorse(sign)) return difference > 0;
  return LessIsWorse(sign) ? difference < 0 : difference != 0;
}

// Both sorted.
bool AreApart(RequiredSign sign, const std::vector<double>& base, const std::vector<double>& next) {
  const bool is_above = next.front() > base.back(), is_below = next.back() < base.front();
  if (MoreIsWorse(sign)) return is_above;
  return LessIsWorse(sign) ? is_below : is_above || is_below;
}

// Both in order, the base moved to the bound, in blocks of steps that depend on each other.
struct OrderedSamples {
  std::vector<double> base, next;
  size_t block = 1;
};

// As Percentile(), of unsorted values: those of a test are many.
double PercentileOf(std::vector<double>& values, double quantile) {
  const double place = quantile * static_cast<double>(values.size() - 1);
  const auto at = values.begin() + static_cast<ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  if (at + 1 == values.end()) return *at;
  return *at + (*std::min_element(at + 1, values.end()) - *at) * (place - std::floor(place));
}

// As Evaluate(), without sorting.
double StatisticOf(MeasureFunction function, std::vector<double>& values) {
  switch (function) {
    case MeasureFunction::kMedian:
      return PercentileOf(values, 0.5);
    case MeasureFunction::kP95:
      return PercentileOf(values, 0.95);
    case MeasureFunction::kP99:
      return PercentileOf(values, 0.99);
    case MeasureFunction::kMin:
      return *std::min_element(values.begin(), values.end());
    case MeasureFunction::kMax:
      return *std::max_element(values.begin(), values.end());
    default:
      return std::accumulate(values.begin(), values.end(), 0.0) /
             static_cast<double>(values.size());
  }
}

// Whether half of the new values or more are worse than each of the base: the median is then one of
// them, whatever the others are.
bool AreHalfBeyond(const OrderedSamples& samples, RequiredSign sign) {
  const auto [least, most] = std::minmax_element(samples.base.begin(), samples.base.end());
  const auto beyond = std::count_if(samples.next.begin(), samples.next.end(),
                                    [&, low = *least, high = *most](double of) {
                                      return MoreIsWorse(sign) ? of > high : of < low;
                                    });
  return 2 * static_cast<size_t>(beyond) >= samples.next.size();
}

// Of a measure that some of the steps can change: the p-value of the measure itself; NaN of others.
// Where the level of steps changes, or half of them are beyond all of the base, no typical
// difference stands for all, and the median is one.
double OwnPValue(const OrderedSamples& samples, MeasureFunction function, RequiredSign sign) {
  using enum MeasureFunction;
  const bool is_of_some =
      function == kMean || function == kP95 || function == kP99 || function == kMin ||
      function == kMax ||
      (function == kMedian && (FindLevelShift(samples.base) || FindLevelShift(samples.next) ||
                               AreHalfBeyond(samples, sign)));
  if (!is_of_some || (!MoreIsWorse(sign) && !LessIsWorse(sign))) return kAbsentReal;
  const double direction = MoreIsWorse(sign) ? 1 : -1;
  return ShuffleTest(samples.base, samples.next, samples.block, [&](std::vector<double>& values) {
    return direction * StatisticOf(function, values);
  });
}

}  // namespace

bool CanBeSignificant(size_t base_size, size_t new_size) {
  return RankTest(base_size, new_size).least_p_value() < kSignificance;
}

std::string SpreadOfRuns(const std::vector<double>& base, Unit unit) {
  constexpr double kWide = 0.2;  // of the median
  if (base.size() < 2) return "";
  const auto [least, most] = std::minmax_element(base.begin(), base.end());
  const double middle = MedianOf(base);
  if (!(*most - *least > kWide * std::abs(middle))) return "";
  return fmt::format(
      ". Runs of the base lie between {} and {}: a change by less than {:.0f}% of their median may "
      "not be seen",
      ScaledText(*least, unit), ScaledText(*most, unit),
      100 * std::max(*most - middle, middle - *least) / std::abs(middle));
}

std::string KnownNoise(NoiseOf of, const NoiseCounts& counts) {
  switch (of) {
    case NoiseOf::kRuns:
      if (!CanBeSignificant(counts.base, counts.next)) {
        return "too few runs to judge noise: " + Counts(of, counts.base, counts.next);
      }
      return "noise between runs is known: " + Counts(of, counts.base, counts.next) +
             counts.base_spread;
    case NoiseOf::kSteps:
      return fmt::format("noise between steps is known: {}{}", Counts(of, counts.base, counts.next),
                         KnowsNoiseOfRuns(counts.base_runs, counts.new_runs)
                             ? RunsShowNoiseText(counts.base_runs, counts.new_runs)
                             : RunsUnknown(of, counts.base_runs, counts.new_runs, false));
    case NoiseOf::kCount:
      return counts.base_runs > 1 && counts.new_runs > 1 ? SameCounts(NoiseOf::kRuns)
                                                         : "noise need not be judged";
    case NoiseOf::kNothing:
      break;
  }
  return "noise is unknown: one value of each is compared";
}

namespace {

// That of samples as they are, steps or runs.
NoiseVerdict JudgeSamples(NoiseSamples samples, bool knows_runs, RequiredSign sign, double factor,
                          double offset) {
  NoiseVerdict verdict;
  if (samples.base.empty() || samples.next.empty()) {
    verdict.reason = "noise cannot be judged: there is no sample";
    return verdict;
  }
  if (samples.of == NoiseOf::kCount) {
    const double more = samples.next.front() - samples.base.front();
    const bool is_count = samples.unit == Unit::kCount;
    verdict.status = CheckStatus::kBroken;
    verdict.is_exact = true;
    const std::string much = ScaledText(std::abs(more), samples.unit);
    const std::string_view fewer = is_count ? "fewer" : "less";
    verdict.reason = fmt::format(
        "{}; {}",
        more == 0 ? "as in the base" : fmt::format("{} {}", much, more > 0 ? "more" : fewer),
        samples.counted_in != NoiseOf::kNothing ? SameCounts(samples.counted_in, samples.unit)
        : is_count
            ? "counts are compared exactly"
            : "a peak is one value, which is compared as it is" +
                  RunsUnknown(NoiseOf::kSteps, samples.base_runs, samples.new_runs, knows_runs));
    return verdict;
  }
  const std::string unknown =
      RunsUnknown(samples.of, samples.base_runs, samples.new_runs, knows_runs);
  // Steps that depend on each other count as fewer (stats/blocks.h).
  const size_t base_block = BlockLength(samples.base), new_block = BlockLength(samples.next);
  OrderedSamples ordered = {samples.base, samples.next, std::max(base_block, new_block)};
  for (double& value : ordered.base) value = value * factor + offset;
  std::vector<double> base = BlockMeans(std::move(samples.base), base_block);
  std::vector<double> next = BlockMeans(std::move(samples.next), new_block);
  for (double& value : base) value = value * factor + offset;
  // Only after blocks are made: those are of steps in order.
  std::sort(base.begin(), base.end());
  std::sort(next.begin(), next.end());
  const std::string counts =
      CountsOfBlocks(samples.of, base.size(), base_block, next.size(), new_block);
  verdict.word = WordFor(samples.of);
  verdict.counts = counts + unknown;
  verdict.least_p = RankTest(base.size(), next.size()).least_p_value();
  if (std::min(base.size(), next.size()) > 1) verdict.spread_p = WelchPValue(base, next);
  if (!CanBeSignificant(base.size(), next.size())) {
    const bool are_apart = AreApart(sign, base, next);
    verdict.status = are_apart ? CheckStatus::kCannotTell : CheckStatus::kUnclear;
    verdict.reason = fmt::format(
        "{}: {}", are_apart ? "cannot tell, and it looks worse" : "too few to judge noise",
        WhyTooFew(samples.of, are_apart, counts));
    verdict.reason += unknown;
    return verdict;
  }
  const double own_p =
      samples.of == NoiseOf::kSteps ? OwnPValue(ordered, samples.function, sign) : kAbsentReal;
  const RankComparison comparison = RankTest(base.size(), next.size()).Compare(base, next);
  const bool looks_worse = IsWorse(sign, comparison.shift);
  const bool is_worse = comparison.p_value < kSignificance && looks_worse;
  if (!is_worse && !std::isnan(own_p)) {
    verdict.p_value = verdict.spread_p = own_p;
    verdict.status = own_p < kSignificance ? CheckStatus::kBroken : CheckStatus::kUnclear;
    verdict.reason = fmt::format("{} than noise between steps: p = {:.2g} of the {} itself, {}{}",
                                 own_p < kSignificance ? "more" : "no more", own_p,
                                 Name(samples.function), counts, unknown);
    return verdict;
  }
  // A p of the other direction would say the reverse of what it seems to say.
  if (looks_worse) verdict.p_value = comparison.p_value;
  if (!looks_worse) verdict.spread_p = kAbsentReal;
  verdict.status = is_worse ? CheckStatus::kBroken : CheckStatus::kUnclear;
  verdict.reason = looks_worse ? fmt::format("{} than noise between {}s: p = {:.2g}, {}{}",
                                             is_worse ? "more" : "no more", WordFor(samples.of),
                                             comparison.p_value, counts, unknown)
                               : fmt::format(
                                     "no more than noise between {0}s: the typical difference of a "
                                     "new and a base {0} is "
                                     "within the bound; {1}{2}",
                                     WordFor(samples.of), counts, unknown);
  return verdict;
}

}  // namespace

NoiseVerdict JudgeNoise(NoiseSamples samples, RequiredSign sign, double factor, double offset) {
  std::vector<double> base_in_runs = std::move(samples.base_in_runs);
  const std::vector<double> new_in_runs = std::move(samples.new_in_runs);
  const bool knows_runs = KnowsNoiseOfRuns(base_in_runs.size(), new_in_runs.size());
  for (double& value : base_in_runs) value = value * factor + offset;
  NoiseVerdict verdict = JudgeSamples(std::move(samples), knows_runs, sign, factor, offset);
  if (knows_runs && !verdict.is_exact) AddNoiseOfRuns(base_in_runs, new_in_runs, verdict);
  return verdict;
}

}  // namespace profiler
