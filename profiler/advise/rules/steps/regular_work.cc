#include "profiler/advise/rules/steps/regular_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/told_names.h"
#include "profiler/analysis/phases/only_in_steps.h"

namespace profiler {
namespace {

// Functions of Python are named "train.py(55): save"; a built-in one by its address, too.
std::string ReadableName(std::string_view name) {
  const size_t address = name.find(" at 0x");
  return std::string(name.substr(0, address)) + (address != name.npos ? ">" : "");
}

// The work at `index`, or instead of what a library does the user's own in it that takes nearly all
// of the time in the same steps.
const InSomeSteps& NamedByUser(const Profile& profile, const std::vector<InSomeSteps>& all,
                               size_t index) {
  const UsersNames users(profile);
  const InSomeSteps& work = all[index];
  if (users.Has(work.name)) return work;
  for (size_t i = index + 1; i < all.size() && IsNearlyAll(all[i].time, work.time); ++i) {
    if (users.Has(all[i].name) && all[i].steps == work.steps) return all[i];
  }
  return work;
}

// Whether gradients are accumulated, and the work at `index` belongs to what ends that.
bool Accumulates(const Profile& profile, const std::vector<InSomeSteps>& all, size_t index) {
  const std::string_view name = profile.strings[all[index].name];
  if (name.starts_with(kOptimizerStep) || name.find("optimizer") != name.npos) return true;
  if (CommunicationOf(name) == Communication::kNone) return false;
  return std::any_of(all.begin(), all.end(), [&](const InSomeSteps& other) {
    return other.steps == all[index].steps &&
           profile.strings[other.name].starts_with(kOptimizerStep);
  });
}

}  // namespace

StepTimeList AlikeOf(const StepTimeList& steps) {
  constexpr int kFar = 4;
  const Int128 most = kFar * Int128{MedianWall(steps)};
  StepTimeList alike;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(alike),
               [&](const StepTime* step) { return step->wall <= most; });
  return alike;
}

bool IsPattern(const StepTimeList& steps, const Period& period, Value work) {
  constexpr size_t kLeast = 3;  // fewer that are alike are no pattern
  const std::set<size_t> in_period(period.steps.begin(), period.steps.end());
  StepTimeList with, others;
  for (size_t i = 0; i < steps.size(); ++i) {
    (in_period.contains(i) ? with : others).push_back(steps[i]);
  }
  if (AlikeOf(with).size() >= kLeast || others.empty()) return true;
  return work > 0 && 2 * (Int128{MedianWall(with)} - MedianWall(others)) >= work;
}

Value MeanOfAlike(const StepTimeList& steps) { return MeanWall(AlikeOf(steps)); }

std::optional<RegularWork> FindRegularWork(const Selected& selected, const StepTimeList& steps,
                                           const std::vector<InSomeSteps>& all, double share) {
  std::vector<int64_t> numbers;
  for (const StepTime* step : steps) numbers.push_back(step->number);
  const double least = share * static_cast<double>(MedianWall(steps));
  for (size_t i = 0; i < all.size(); ++i) {
    if (static_cast<double>(all[i].time) < least) return std::nullopt;
    auto period = FindPeriod(numbers, all[i].steps);
    if (!period || period->steps.size() != all[i].steps.size()) continue;
    const InSomeSteps& work = NamedByUser(selected.profile(), all, i);
    const std::vector<TimeInStep> times = TimesInSteps(selected, steps, work.name);
    const Value time = MeanOfTimes(times);
    if (static_cast<double>(time) < least) continue;  // it ran on several threads at once
    if (!IsPattern(steps, *period, time)) continue;
    RegularWork regular = {std::move(*period),
                           ReadableName(selected.profile().strings[work.name]),
                           time,
                           {},
                           Accumulates(selected.profile(), all, i)};
    for (size_t step = 0; step < steps.size(); ++step) {
      regular.times.push_back(
          std::min(times[step].longest, static_cast<double>(steps[step]->wall)));
    }
    return regular;
  }
  return std::nullopt;
}

std::optional<RareWork> FindRareWork(const Selected& selected, const StepTimeList& steps,
                                     const std::vector<InSomeSteps>& all, double share,
                                     double factor) {
  constexpr size_t kLeastOthers = 3;  // at most one step in three does rare work
  for (size_t i = 0; i < all.size(); ++i) {
    if (kLeastOthers * all[i].steps.size() > steps.size()) continue;
    StepTimeList with, others;
    for (size_t step = 0; step < steps.size(); ++step) {
      const bool has = std::binary_search(all[i].steps.begin(), all[i].steps.end(), step);
      (has ? with : others).push_back(steps[step]);
    }
    const auto usual = static_cast<double>(MedianWall(others));
    const double least = share * usual;
    if (static_cast<double>(all[i].time) < least) return std::nullopt;
    const double excess = static_cast<double>(MeanWall(with)) - usual;
    const bool are_longer = std::all_of(with.begin(), with.end(), [&](const StepTime* step) {
      return static_cast<double>(step->wall) > factor * usual;
    });
    if (!are_longer || Accumulates(selected.profile(), all, i)) continue;
    const InSomeSteps& work = NamedByUser(selected.profile(), all, i);
    const auto time = static_cast<double>(MeanOfTimes(TimesInSteps(selected, steps, work.name)));
    if (time < least || kLeastOfSlowness * time < excess) continue;
    return RareWork{ReadableName(selected.profile().strings[work.name]), all[i].steps};
  }
  return std::nullopt;
}

std::string RegularWorkText(const RegularWork& work, const StepTimeList& with, Value usual) {
  const Value median = MedianWall(with);
  const bool is_slow = 2 * (median - usual) >= work.time;  // what it takes shows in the steps
  return fmt::format("one step in every {} {}({}): {}, others {}; only there runs {}, for {}{}",
                     work.period.every, is_slow ? "is slow " : "", ListedNumbers(with),
                     FormatMicros(MeanOfAlike(with)), FormatMicros(usual), work.name,
                     FormatMicros(work.time),
                     work.accumulates ? " (gradients are accumulated)" : "");
}

}  // namespace profiler
