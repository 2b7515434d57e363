#ifndef PROFILER_QUERY_STATISTIC_H_
#define PROFILER_QUERY_STATISTIC_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace profiler {

// What stands for a value that several steps have. docs/metrics.md defines each.
enum class Statistic : uint8_t {
  kMean,  // over the steps in which the op ran, as tfprof's
  kMedian,
  kP95,
  kMin,
  kMax,
  kSum,
  kMeanAll,  // over all selected steps
  kPerStep,  // the mean, and beside it each step's value
};

struct StatisticInfo {
  Statistic statistic;
  std::string_view name;  // as -stat takes it
  std::string_view help;
};
const StatisticInfo& Info(Statistic statistic);
const std::array<StatisticInfo, 8>& AllStatistics();  // in Statistic's order

// Rows of it add up to the rows above them.
inline bool AddsUp(Statistic statistic) {
  return statistic == Statistic::kMean || statistic == Statistic::kPerStep ||
         statistic == Statistic::kSum || statistic == Statistic::kMeanAll;
}

}  // namespace profiler

#endif  // PROFILER_QUERY_STATISTIC_H_
