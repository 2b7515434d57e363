#include "profiler/analysis/metrics/distribution.h"

#include <algorithm>
#include <cmath>

namespace profiler {

double Percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return Distribution::kNone;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

Distribution Describe(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  Distribution d;
  d.count = values.size();
  if (values.empty()) return d;
  std::sort(values.begin(), values.end());
  const auto count = static_cast<long double>(values.size());
  long double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const long double mean = sum / count;
  for (const double value : values) squares += (value - mean) * (value - mean);
  d.mean = static_cast<double>(mean);
  if (values.size() > 1) d.std = static_cast<double>(std::sqrt(squares / (count - 1)));
  d.min = values.front();
  d.p5 = Percentile(values, 0.05);
  d.p50 = Percentile(values, 0.5);
  d.p95 = Percentile(values, 0.95);
  d.p99 = Percentile(values, 0.99);
  d.max = values.back();
  return d;
}

}  // namespace profiler
