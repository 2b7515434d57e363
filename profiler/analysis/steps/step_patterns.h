// Patterns in a series of step times.
#ifndef PROFILER_ANALYSIS_STEPS_STEP_PATTERNS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_PATTERNS_H_

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

// Not drawn away by a few extreme values, as a mean and a standard deviation are.
struct Center {
  double median = 0;
  double deviation = 0;  // 1.4826 x the median distance from the median: the standard deviation
                         // where times are normally distributed
};
Center CenterOf(std::vector<double> times);  // not of an empty list

// Of no values all but the count are NaN. The deviation is the standard deviation of a sample: NaN
// of one value.
struct Summary {
  size_t count = 0;
  double average = std::nan(""), median = std::nan(""), deviation = std::nan("");
  double min = std::nan(""), max = std::nan("");
};
Summary SummaryOf(std::vector<double> values);

// Over the mean; 0 of fewer than two times.
double VariationOf(const std::vector<double>& times);

// How many steps at the start are slower than `factor` x the median of all, none faster between
// them. At most half of the steps.
size_t WarmUpSteps(const std::vector<double>& times, double factor);

// Those that are more than `deviations` and more than `factor` x the median above the median, by
// index.
std::vector<size_t> SlowSteps(const std::vector<double>& times, double deviations, double factor);

// Every `every`-th step is slow, those with a number of `first` modulo `every`.
struct Period {
  int64_t every = 0, first = 0;
  std::vector<size_t> steps;  // the slow ones of the period, by index
};
// `numbers` are those of the steps, ascending; `slow` are indices. A period is one that at least
// three slow steps have, four in five of them, and four in five of the steps that were recorded
// where it says.
std::optional<Period> FindPeriod(const std::vector<int64_t>& numbers,
                                 const std::vector<size_t>& slow);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_PATTERNS_H_
