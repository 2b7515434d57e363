#ifndef PROFILER_QUERY_STATISTIC_H_
#define PROFILER_QUERY_STATISTIC_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace profiler {

// How the values of several steps are combined into one. docs/metrics.md defines each statistic.
enum class Statistic : uint8_t {
  kMean,  // over the steps in which the op ran, as in tfprof
  kMedian,
  kP95,
  kMin,
  kMax,
  kSum,
  kMeanAll,  // over all selected steps
  kPerStep,  // the mean, and one column per step
};

struct StatisticInfo {
  Statistic statistic;
  std::string_view name;  // the value of -stat
  std::string_view help;
};
const StatisticInfo& Info(Statistic statistic);
const std::array<StatisticInfo, 8>& AllStatistics();  // in Statistic's order

// Whether the statistic divides or orders the values of steps: those of two runs have none in
// common. The mean is of each op, which is of one run.
inline bool IsOverOneRun(Statistic statistic) {
  return statistic == Statistic::kMeanAll || statistic == Statistic::kMedian ||
         statistic == Statistic::kP95;
}

// Whether the values of children sum to the value of their parent.
inline bool AddsUp(Statistic statistic) {
  return statistic == Statistic::kMean || statistic == Statistic::kPerStep ||
         statistic == Statistic::kSum || statistic == Statistic::kMeanAll;
}

}  // namespace profiler

#endif  // PROFILER_QUERY_STATISTIC_H_
