// Patterns in a series of step times.
#ifndef PROFILER_ANALYSIS_STEPS_STEP_PATTERNS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_PATTERNS_H_

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

// Median and deviation. Unlike mean and standard deviation, these are robust to outliers.
struct Center {
  double median = 0;
  double deviation = 0;  // 1.4826 x the median deviation from the median. Equals the standard
                         // deviation if times are normally distributed.
};
Center CenterOf(std::vector<double> times);  // `times` must not be empty

// Without values, all members except the count are NaN. The deviation is the sample standard
// deviation, which is NaN for one value.
struct Summary {
  size_t count = 0;
  double average = std::nan(""), median = std::nan(""), deviation = std::nan("");
  double min = std::nan(""), max = std::nan("");
};
Summary SummaryOf(std::vector<double> values);

// The mean, which is 0 without values.
double MeanOf(std::span<const double> values);

// The deviation divided by the mean; 0 for fewer than two times.
double VariationOf(const std::vector<double>& times);
// Whether the times change evenly from step to step: a straight line leaves less than half of the
// squared deviations that two levels leave, of which the second begins at index `second`.
bool IsDrift(const std::vector<double>& times, size_t second);

// The indices of the fewest values that hold more than `share` of the sum, in ascending order.
// Empty if the sum is not positive.
std::vector<size_t> FewestWithMost(const std::vector<double>& values, double share);

// The number of steps at the start that are all slower than `factor` x the median of all; at most
// half of the steps.
size_t WarmUpSteps(const std::vector<double>& times, double factor);
// The factor where the user gives none.
inline constexpr double kWarmUpMedians = 1.3;

// The indices of times that exceed the median by more than `deviations` and `factor`.
std::vector<size_t> SlowSteps(const std::vector<double>& times, double deviations, double factor);

// Every `every`-th step is slow. Slow steps have numbers equal to `first` modulo `every`.
struct Period {
  int64_t every = 0, first = 0;
  std::vector<size_t> steps;  // indices of the slow steps that fit the period
};
// `numbers` are the steps' numbers, ascending; `slow` are indices. A period must predict at least
// three slow steps and at least 80% of all slow steps, and at least 80% of the recorded steps that
// it predicts must be slow.
std::optional<Period> FindPeriod(const std::vector<int64_t>& numbers,
                                 const std::vector<size_t>& slow);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_PATTERNS_H_
