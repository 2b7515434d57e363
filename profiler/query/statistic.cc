#include "profiler/query/statistic.h"

#include <cstddef>

namespace profiler {
namespace {

constexpr std::array<StatisticInfo, 8> kStatistics = {{
    {Statistic::kMean, "mean", "per op, over the steps in which it ran, as tfprof's"},
    {Statistic::kMedian, "median", "of a row's values, over the steps in which anything of it ran"},
    {Statistic::kP95, "p95", "the value that 95 of 100 such steps do not exceed"},
    {Statistic::kMin, "min", "the least in such a step"},
    {Statistic::kMax, "max", "the most in such a step"},
    {Statistic::kSum, "sum", "over the selected steps"},
    {Statistic::kMeanAll, "mean_all", "the sum, divided by the number of selected steps"},
    {Statistic::kPerStep, "per_step", "the mean, and the value of each step"},
}};

}  // namespace

const StatisticInfo& Info(Statistic statistic) {
  return kStatistics[static_cast<size_t>(statistic)];
}

const std::array<StatisticInfo, 8>& AllStatistics() { return kStatistics; }

}  // namespace profiler
