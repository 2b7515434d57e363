#include "profiler/compare/stats/welch_test.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace profiler {
namespace {

// The mean of a sample, and the variance of that mean.
struct MeanOfSample {
  double mean = 0, variance = 0, size = 0;
};

MeanOfSample SampleMean(std::span<const double> sample) {
  MeanOfSample of;
  of.size = static_cast<double>(sample.size());
  for (const double value : sample) of.mean += value / of.size;
  for (const double value : sample) of.variance += (value - of.mean) * (value - of.mean);
  of.variance /= of.size * (of.size - 1);
  return of;
}

constexpr double kNormal95 = 1.959964;  // standard errors within which 95 % lie

}  // namespace

double HalfWidthOfMeans(std::span<const double> base, std::span<const double> next) {
  if (base.size() < 2 || next.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  return kNormal95 * std::sqrt(SampleMean(base).variance + SampleMean(next).variance);
}

double WelchPValue(std::span<const double> base, std::span<const double> next) {
  if (base.size() < 2 || next.size() < 2) return 1;
  const MeanOfSample a = SampleMean(base), b = SampleMean(next);
  const double distance = std::abs(a.mean - b.mean), variance = a.variance + b.variance;
  if (!(variance > 0)) return distance > 0 ? 0 : 1;
  const double freedom =
      variance * variance /
      (a.variance * a.variance / (a.size - 1) + b.variance * b.variance / (b.size - 1));
  if (!std::isfinite(freedom) || !std::isfinite(distance)) return 1;
  const boost::math::students_t distribution(std::max(1.0, freedom));
  return 2 * boost::math::cdf(complement(distribution, distance / std::sqrt(variance)));
}

}  // namespace profiler
