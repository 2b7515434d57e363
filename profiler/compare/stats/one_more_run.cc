#include "profiler/compare/stats/one_more_run.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace profiler {

OneMoreRun CompareOneMore(std::span<const double> several, double one) {
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

}  // namespace profiler
