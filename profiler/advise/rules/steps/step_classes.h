// The steps of a run by what they are: those that warm up, ordinary ones, those at regular
// intervals that do more, and other slow ones. No words for people stand here.
#ifndef PROFILER_ADVISE_RULES_STEPS_STEP_CLASSES_H_
#define PROFILER_ADVISE_RULES_STEPS_STEP_CLASSES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "profiler/advise/rules/steps/regular_work.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/value.h"

namespace profiler {

// The minimum number of steps after the warm-up for a period.
inline constexpr size_t kLeastForPeriod = 8;

// docs/advice.md tells what each means.
struct StepLimits {
  double warm_up, deviations, slow, variation, regular;
};

struct StepClasses {
  StepTimeList all, first, rest;  // `rest` is the steps after the warm-up
  // Parts of `rest`. A periodic step that is slow beside what it does regularly is an outlier, too.
  StepTimeList ordinary, periodic, outliers;
  std::optional<Period> period;
  std::optional<RegularWork> regular;  // what the periodic steps do, if that is known
  std::optional<RareWork> rare;        // without a period: what some of the outliers do
  // By step of `all`, how often numbers had begun again (EpochsOf()); empty if they never do, or if
  // several sources recorded the steps.
  std::vector<uint32_t> epochs;
  Value usual = 0;  // the median of ordinary steps, in picoseconds

  // Whether a step, of the warm-up or after it, is one of those at regular intervals. Unsigned, as
  // damaged files may have arbitrary numbers.
  bool IsInPeriod(const StepTime& step) const {
    return period && static_cast<uint64_t>(step.number) % static_cast<uint64_t>(period->every) ==
                         static_cast<uint64_t>(period->first);
  }
};

// `steps` must not be empty.
StepClasses ClassesOf(const Selected& selected, StepTimeList steps, const StepLimits& limits);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_STEP_CLASSES_H_
