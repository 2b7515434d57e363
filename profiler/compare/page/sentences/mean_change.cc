#include "profiler/compare/page/sentences/mean_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/time/level_shift.h"
#include "profiler/base/text/listed.h"
#include "profiler/compare/page/causes/few_steps.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/stats/blocks.h"
#include "profiler/compare/stats/series_shape.h"
#include "profiler/compare/stats/shuffle_test.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr double kFar = 2;  // times the longest step of the base: no noise

std::vector<double> StepsOf(const Side& side) {
  std::vector<double> room;
  const auto steps = side.samples.OfSteps(side.totals, room);
  return {steps.begin(), steps.end()};
}

// The number of a step of the only run; kUnknown if it has none.
int64_t NumberOf(const Side& side, size_t step) {
  const std::span<const uint32_t> places = side.samples.ProcessesOf(step);
  const size_t place = places.empty() ? step : places.front();
  const std::vector<StepId>& ids = side.timings.front().ids;
  return place < ids.size() ? side.profile().steps[ids[place]].number : kUnknown;
}

double PValue(const Side& base, const Side& next, double direction) {
  const bool are_runs = next.samples.are_runs();
  const auto samples = [&](const Side& side) {
    return are_runs ? side.samples.MeansOfRuns(side.totals) : StepsOf(side);
  };
  const std::vector<double> olds = samples(base), news = samples(next);
  const size_t block = are_runs ? 1 : std::max(BlockLength(olds), BlockLength(news));
  return ShuffleTest(olds, news, block,
                     [&](std::vector<double>& values) { return direction * MeanOf(values); });
}

// Of a single step of the base that is far longer than all others and makes its mean: without it
// the means hardly differ. Empty if there is no such step.
std::string OneStepOfBaseSentence(std::vector<double> olds, const std::vector<double>& news) {
  constexpr double kLeft = 0.02;  // of the base's mean without it
  std::sort(olds.begin(), olds.end());
  const double longest = olds.back(), before = MeanOf(olds), now = MeanOf(news);
  olds.pop_back();
  const double usual = MeanOf(olds),
               most = std::max(olds.back(), *std::max_element(news.begin(), news.end()));
  if (longest < kFar * most || now < (1 - kLeft) * usual) return "";
  return fmt::format(
      "The mean step is {}, before {}, as one of {} steps of the base takes {}: without it the "
      "base's mean is {}",
      ScaledText(now, Unit::kMicros), ScaledText(before, Unit::kMicros), olds.size() + 1,
      ScaledText(longest, Unit::kMicros), ScaledText(usual, Unit::kMicros));
}

// Of a single step that is far longer than any of the base, as one with an evaluation may be. Empty
// if the mean of the others is more than that of the base, too.
std::string OneStepSentence(const std::vector<double>& olds, const std::vector<double>& news) {
  constexpr double kMore = 0.02;  // of the base's mean
  const double most = *std::max_element(olds.begin(), olds.end());
  const double longest = *std::max_element(news.begin(), news.end());
  const auto others = static_cast<double>(news.size() - 1);
  if ((MeanOf(news) * (others + 1) - longest) / others > (1 + kMore) * MeanOf(olds)) return "";
  return fmt::format(
      "One of {} steps takes {}, those of the base at most {}: the mean step is {}, before {}. "
      "One step does not show whether such steps recur",
      news.size(), ScaledText(longest, Unit::kMicros), ScaledText(most, Unit::kMicros),
      ScaledText(MeanOf(news), Unit::kMicros), ScaledText(MeanOf(olds), Unit::kMicros));
}

// Of steps that grow or shrink all the time, which a line fits better than two levels; else empty.
std::string GrowthSentence(const Side& side, const std::vector<double>& steps,
                           const LevelShift& shift) {
  constexpr double kClearly = 0.8;
  std::vector<double> places(steps.size());
  std::iota(places.begin(), places.end(), 0.0);
  const MedianLine line = MedianLineThrough(places, steps);
  double from_line = 0, from_levels = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    from_line += std::abs(steps[i] - line.At(places[i]));
    from_levels += std::abs(steps[i] - (i < shift.first ? shift.before : shift.after));
  }
  const double first = line.At(places.front()), last = line.At(places.back());
  if (!(from_line <= kClearly * from_levels) || first <= 0 || last <= 0) return "";
  return fmt::format("In {} steps get {} all the time: {} at first, {} at last", side.name,
                     last > first ? "longer" : "shorter", ScaledText(first, Unit::kMicros),
                     ScaledText(last, Unit::kMicros));
}

}  // namespace

std::string MeanSentence(const Change& step, const Side& base, const Side& next) {
  constexpr double kNoticed = 0.02;  // of the step
  constexpr double kOther = 0.25;    // of the mean's change: less is that of the typical step
  constexpr size_t kLeastSteps = 4;
  if (!base.has_steps() || !(step.base > 0)) return "";
  const std::vector<double> olds = StepsOf(base), news = StepsOf(next);
  if (std::min(olds.size(), news.size()) < kLeastSteps) return "";
  const double before = MeanOf(olds), now = MeanOf(news), part = now / before - 1;
  const double more = part - step.delta / step.base;
  if (!(std::abs(part) >= kNoticed && std::abs(more) >= kNoticed && part * more > 0)) return "";
  if (std::abs(more) < kOther * std::abs(part)) return "";
  const bool is_longer = part > 0;
  const double most = *std::max_element(olds.begin(), olds.end());
  const double least = *std::min_element(olds.begin(), olds.end());
  const auto beyond = std::count_if(news.begin(), news.end(), [&](double time) {
    return is_longer ? time > most : time < least;
  });
  const auto far =
      std::count_if(news.begin(), news.end(), [&](double time) { return time >= kFar * most; });
  const double p = PValue(base, next, is_longer ? 1 : -1);
  // Also where p is small, as of others that hardly differ: they are not what makes the mean.
  if (is_longer && far == 1) {
    if (std::string text = OneStepSentence(olds, news); !text.empty()) return text;
  }
  if (p >= kSignificance && !is_longer) {
    if (std::string text = OneStepOfBaseSentence(olds, news); !text.empty()) return text;
  }
  if (p >= kSignificance && beyond < 2) return "";
  const std::string of_few = is_longer ? FewStepsText(next, news, base, now - before)
                                       : FewStepsText(base, olds, next, before - now);
  const std::string and_few = of_few.empty() ? "" : ". " + of_few;
  std::string text = fmt::format("The mean step is {}: {}, before {} (p {})",
                                 LongerText(part, is_longer ? "longer" : "shorter"),
                                 ScaledText(now, Unit::kMicros), ScaledText(before, Unit::kMicros),
                                 ProbabilityText(p));
  const bool is_sure = far > 1 || p < kSignificance;
  if (far > 0 && is_sure && 2 * far <= static_cast<std::ptrdiff_t>(news.size())) {
    return text +
           fmt::format(
               ". {} of {} steps {} more than twice as long as any of the base: `advise "
               "-checkers StepChecker` of the new profile says what runs in {}",
               far, news.size(), far == 1 ? "is" : "are", far == 1 ? "it" : "them") +
           and_few;
  }
  if (beyond > 0) {
    text += fmt::format(". {} of {} steps {} {} than any of the base", beyond, news.size(),
                        beyond == 1 ? "is" : "are", is_longer ? "longer" : "shorter");
  }
  // What no step of the other profile runs is no noise.
  if (p >= kSignificance && of_few.empty()) text += ", which noise may have made";
  return text + and_few;
}

std::string ShiftSentence(const Side& side) {
  if (!side.has_steps() || side.timings.size() != 1) return "";
  const std::vector<double> steps = StepsOf(side);
  const auto shift = FindLevelShift(steps);
  if (!shift) return "";
  if (std::string grows = GrowthSentence(side, steps, *shift); !grows.empty()) return grows;
  const int64_t number = NumberOf(side, shift->first);
  const std::string since = number == kUnknown
                                ? fmt::format("its step {} of {}", shift->first + 1, steps.size())
                                : fmt::format("step {}", number);
  return fmt::format("In {} a step takes {} since {}, {} before", side.name,
                     ScaledText(shift->after, Unit::kMicros), since,
                     ScaledText(shift->before, Unit::kMicros));
}

std::string ContradictionSentence(const Change& step, const std::vector<DiffRow>& rows) {
  constexpr double kLargePart = 0.01;
  constexpr size_t kMostNamed = 3;
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name, const Change& change) {
    const bool is_large = std::abs(change.delta) >= kLargePart * std::max(step.base, step.next);
    if (is_large && change.contradicts_medians()) names.push_back(name);
  };
  add("total_us", step);
  for (const DiffRow& row : rows) add(row.name, row.change);
  if (names.empty()) return "";
  return fmt::format(
      "Of {} the medians changed the other way than the change beside them, which is the typical "
      "difference of a new and a base value: noise is larger than either",
      Listed(names, kMostNamed));
}

}  // namespace profiler
