// Means over unlike numbers of steps of several kinds, as of every fifth step with an evaluation:
// they depend on how many of the rarer steps a recording happens to hold, in each run alike.
#ifndef PROFILER_COMPARE_CHECK_NOISE_UNEVEN_STEPS_H_
#define PROFILER_COMPARE_CHECK_NOISE_UNEVEN_STEPS_H_

#include <vector>

#include "profiler/base/unit.h"
#include "profiler/compare/check/noise/noise.h"
#include "profiler/compare/measure/expression.h"

namespace profiler {

// A measure in each step of each run.
struct StepsOfRuns {
  std::vector<std::vector<double>> base, next;

  // Whether runs have unlike numbers of steps.
  bool are_uneven() const;
};

// A verdict about runs that one more or one fewer of the rarer steps in the recordings could undo
// is unclear, unless the typical step breaks the bound, too. `excess` is what the value is beyond
// the bound, which is that of JudgeNoise().
void WeakenByUnevenSteps(const StepsOfRuns& steps, RequiredSign sign, double factor, double offset,
                         double excess, Unit unit, NoiseVerdict& verdict);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_NOISE_UNEVEN_STEPS_H_
