#include "profiler/advise/rules/steps/step_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/base/int128.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// Names the place only of a step that one source recorded.
std::string StepName(const Profile& profile, const StepTime& step) {
  return step.steps.size() == 1 ? StepAndPlace(profile, step.steps.front())
                                : fmt::format("step {}", step.number);
}

// After a mean: several ranks may have recorded a step of one number.
std::string_view OnAverage(const StepTimeList& steps) {
  return steps.size() == 1 ? "" : " on average";
}

}  // namespace

std::vector<double> WallsOf(const StepTimeList& steps) {
  std::vector<double> walls;
  walls.reserve(steps.size());
  for (const StepTime* step : steps) walls.push_back(static_cast<double>(step->wall));
  return walls;
}

Value MeanWall(const StepTimeList& steps) {
  Int128 sum = 0;
  for (const StepTime* step : steps) sum += step->wall;
  return sum / static_cast<int64_t>(steps.size());
}

Value MedianWall(const StepTimeList& steps) {
  return static_cast<Value>(CenterOf(WallsOf(steps)).median);
}

StepTimeList FarSlowerAlone(const StepTimeList& steps) {
  constexpr size_t kMostInARow = 3;
  if (steps.empty()) return {};
  const Value far = 2 * MedianWall(steps);
  StepTimeList alone, row;
  for (const StepTime* step : steps) {
    if (step->wall >= far) {
      row.push_back(step);
      continue;
    }
    if (NumbersOf(row).size() <= kMostInARow) alone.insert(alone.end(), row.begin(), row.end());
    row.clear();
  }
  return 4 * alone.size() > steps.size() ? StepTimeList() : alone;
}

StepTimeList Without(const StepTimeList& steps, const StepTimeList& removed) {
  StepTimeList left;
  auto next = removed.begin();
  for (const StepTime* step : steps) {
    if (next != removed.end() && *next == step) {
      ++next;
    } else {
      left.push_back(step);
    }
  }
  return left;
}

StepTimeList UpToTwice(const StepTimeList& steps, Value usual) {
  StepTimeList some;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(some),
               [&](const StepTime* step) { return step->wall < 2 * Int128{usual}; });
  return some.empty() ? steps : some;
}

Value LongerThanNeighbours(const StepTimeList& steps, const StepTimeList& others) {
  constexpr ptrdiff_t kOnEachSide = 2;
  std::vector<Value> longer;
  for (const StepTime* step : steps) {
    const auto after =
        std::lower_bound(others.begin(), others.end(), step->number,
                         [](const StepTime* one, int64_t number) { return one->number < number; });
    const auto first = after - std::min(kOnEachSide, after - others.begin());
    const auto last = after + std::min(kOnEachSide, others.end() - after);
    if (first == last) continue;
    longer.push_back(static_cast<Value>(step->wall) - MedianWall(StepTimeList(first, last)));
  }
  return longer.empty() ? 0 : UpperMedian(longer);
}

size_t CountSteps(const Profile& profile, const StepTimeList& steps) {
  std::map<int64_t, std::map<SourceId, size_t>> by_number;
  for (const StepTime* step : steps) {
    ++by_number[step->number][profile.steps[step->steps.front()].source];
  }
  size_t count = 0;
  for (const auto& [number, sources] : by_number) {
    size_t most = 0;
    for (const auto& [source, of_source] : sources) most = std::max(most, of_source);
    count += most;
  }
  return count;
}

std::vector<int64_t> NumbersOf(const StepTimeList& steps) {
  std::vector<int64_t> numbers;
  for (const StepTime* step : steps) numbers.push_back(step->number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

std::string NumbersText(const StepTimeList& steps) {
  constexpr size_t kMostListed = 5;
  const std::vector<int64_t> numbers = NumbersOf(steps);
  if (numbers.size() > kMostListed) {
    const Int128 range = Int128{numbers.back()} - numbers.front() + 1;
    if (range != std::ssize(numbers)) return ListedNumbers(steps);
    return fmt::format("{} to {} ({} steps)", numbers.front(), numbers.back(), numbers.size());
  }
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string ListedNumbers(const StepTimeList& steps) {
  constexpr size_t kMostListed = 6;
  return Listed(NumbersOf(steps), kMostListed);
}

std::string StepOption(const StepTimeList& steps) { return StepOption(NumbersOf(steps)); }

std::string StepOption(const std::vector<int64_t>& numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] - numbers[last] <= 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[i]);
    if (numbers[last] > numbers[i]) text += fmt::format("..{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

StepTimeList LongestOf(const StepTimeList& first, Value usual) {
  const StepTime* const longest =
      *std::max_element(first.begin(), first.end(),
                        [](const StepTime* a, const StepTime* b) { return a->wall < b->wall; });
  const Value excess = (MeanWall(first) - usual) * static_cast<int64_t>(first.size());
  return 10 * (longest->wall - usual) >= 9 * excess ? StepTimeList{longest} : first;
}

std::string WarmUpText(const StepTimeList& first, const StepTimeList& longest,
                       const WarmUpVerbs& verbs) {
  const bool is_one = NumbersOf(longest).size() == 1;
  std::string text = fmt::format("{} {} {}, with {}{}", is_one ? "step" : "steps",
                                 NumbersText(longest), is_one ? verbs.one : verbs.several,
                                 FormatMicros(MeanWall(longest)), OnAverage(longest));
  StepTimeList others;
  std::copy_if(first.begin(), first.end(), std::back_inserter(others), [&](const StepTime* step) {
    return std::find(longest.begin(), longest.end(), step) == longest.end();
  });
  if (others.empty()) return text;
  return text + fmt::format(" (and step{} {}, with {}{})", NumbersOf(others).size() == 1 ? "" : "s",
                            NumbersText(others), FormatMicros(MeanWall(others)), OnAverage(others));
}

Report StepEvidence(const Profile& profile, StepTimeList steps, Value usual) {
  std::stable_sort(steps.begin(), steps.end(),
                   [](const StepTime* a, const StepTime* b) { return a->wall > b->wall; });
  using C = ColumnOf<const StepTime*>;
  return EvidenceOf<const StepTime*>(
      {
          C::Number("step_us", Unit::kMicros, "", "From its begin to its end.", &StepTime::wall),
          C::Number("summed_us", Unit::kMicros, "time of all threads",
                    "The time of ops on threads of hosts and on devices, added up: more than "
                    "step_us where several work at once. Calls that only wait take none.",
                    &StepTime::summed),
          C::Real("against_ordinary", Unit::kShare, "",
                  "step_us over the median of ordinary steps.",
                  [=](const StepTime* step) { return ShareOf(step->wall, usual); }),
      },
      steps, [&](const StepTime* step) { return StepName(profile, *step); },
      "those that took less time");
}

}  // namespace profiler
