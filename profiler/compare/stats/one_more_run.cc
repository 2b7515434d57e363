#include "profiler/compare/stats/one_more_run.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {

namespace {

// By values as they are, or by their logarithms.
OneMoreRun CompareAsTheyAre(std::span<const double> several, double one) {
  constexpr double kUpperTail = 0.025;  // of a 95 % interval
  if (several.size() < kLeastRunsOfNoise) return {};
  const auto count = static_cast<double>(several.size());
  double mean = 0, squares = 0;
  for (const double value : several) mean += value / count;
  for (const double value : several) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) * (1 + 1 / count));
  const double distance = std::abs(one - mean);
  if (!std::isfinite(error) || !std::isfinite(distance)) return {};
  // Equal values differ from their mean by how that is rounded.
  constexpr double kRounded = 1e-12;
  if (error <= kRounded * std::abs(mean)) {
    return {distance > kRounded * std::abs(mean) ? 0.0 : 1.0, 0};
  }
  const boost::math::students_t distribution(count - 1);
  return {2 * boost::math::cdf(complement(distribution, distance / error)),
          boost::math::quantile(complement(distribution, kUpperTail)) * error};
}

}  // namespace

OneMoreRun CompareOneMore(std::span<const double> several, double one) {
  OneMoreRun as_is = CompareAsTheyAre(several, one);
  std::vector<double> logs;
  for (const double value : several) logs.push_back(std::log(value));
  const OneMoreRun by_logs = CompareAsTheyAre(logs, std::log(one));
  const bool have_logs = !std::isnan(by_logs.half_width);
  if (!have_logs || !(by_logs.p_value > as_is.p_value)) return as_is;
  // As wide beside the difference as it is of logarithms: it holds no difference if theirs does.
  const double difference = std::abs(one - MeanOf(several));
  const double of_logs = std::abs(std::log(one) - MeanOf(logs));
  if (of_logs > 0) {
    as_is.half_width = std::max(as_is.half_width, difference / of_logs * by_logs.half_width);
  }
  as_is.p_value = by_logs.p_value;
  return as_is;
}

}  // namespace profiler
