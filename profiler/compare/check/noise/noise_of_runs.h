// The noise between runs where one side has one run only: that of the other side's runs is its own,
// too.
#ifndef PROFILER_COMPARE_CHECK_NOISE_NOISE_OF_RUNS_H_
#define PROFILER_COMPARE_CHECK_NOISE_NOISE_OF_RUNS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/compare/check/noise/noise.h"

namespace profiler {

// Whether one side has one run, and the other enough to show the noise between them.
bool KnowsNoiseOfRuns(size_t base_runs, size_t new_runs);

// "; the 5 runs of the base show the noise between runs".
std::string RunsShowNoiseText(size_t base_runs, size_t new_runs);

// Adds that noise to the verdict of steps: those of one run share what the machine did then, so a
// worsening must be more than both noises. The base is moved to the bound.
void AddNoiseOfRuns(const std::vector<double>& base, const std::vector<double>& next,
                    NoiseVerdict& verdict);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_NOISE_NOISE_OF_RUNS_H_
