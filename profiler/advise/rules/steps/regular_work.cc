#include "profiler/advise/rules/steps/regular_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

// Functions of Python are named "train.py(55): save"; a built-in one by its address, too.
std::string ReadableName(std::string_view name) {
  const size_t address = name.find(" at 0x");
  return std::string(name.substr(0, address)) + (address != name.npos ? ">" : "");
}

}  // namespace

bool RegularWork::is_optimizer() const {
  return name.starts_with(kOptimizerStep) || name.find("optimizer") != name.npos;
}

std::optional<RegularWork> FindRegularWork(const Selected& selected, const StepTimeList& steps,
                                           double share) {
  std::vector<int64_t> numbers;
  for (const StepTime* step : steps) numbers.push_back(step->number);
  const double least = share * static_cast<double>(MedianWall(steps));
  for (const InSomeSteps& work : WorkInSomeSteps(selected, steps)) {
    if (static_cast<double>(work.time) < least) return std::nullopt;
    auto period = FindPeriod(numbers, work.steps);
    if (period && period->steps.size() == work.steps.size()) {
      return RegularWork{std::move(*period), ReadableName(selected.profile().strings[work.name]),
                         work.time, TimesInSteps(selected, steps, work.name)};
    }
  }
  return std::nullopt;
}

std::string RegularWorkText(const RegularWork& work, const StepTimeList& with, Value usual) {
  const Value median = MedianWall(with);
  const bool is_slow = 2 * (median - usual) >= work.time;  // what it takes shows in the steps
  return fmt::format("one step in every {} {}({}): {}, others {}; only there runs {}, for {}{}",
                     work.period.every, is_slow ? "is slow " : "", ListedNumbers(with),
                     FormatMicros(median), FormatMicros(usual), work.name, FormatMicros(work.time),
                     work.is_optimizer() ? " (gradients are accumulated)" : "");
}

}  // namespace profiler
