#include "profiler/compare/measure/functions.h"

#include <algorithm>
#include <numeric>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/base/value.h"

namespace profiler {

double Evaluate(MeasureFunction function, std::vector<double> values, double whole) {
  using enum MeasureFunction;
  const auto count = static_cast<double>(values.size());
  if (function == kCount) return count;
  if (values.empty()) return kAbsentReal;
  std::sort(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  switch (function) {
    case kEach:
      return values.size() == 1 ? values.front() : kAbsentReal;
    case kMedian:
      return Percentile(values, 0.5);
    case kMean:
      return sum / count;
    case kP95:
      return Percentile(values, 0.95);
    case kP99:
      return Percentile(values, 0.99);
    case kMin:
      return values.front();
    case kMax:
      return values.back();
    case kSum:
      return sum;
    case kShare:
      return whole > 0 ? sum / whole : kAbsentReal;
    case kCount:
      break;
  }
  return count;
}

Unit UnitOf(MeasureFunction function, Unit column) {
  if (function == MeasureFunction::kCount) return Unit::kCount;
  return function == MeasureFunction::kShare ? Unit::kShare : column;
}

}  // namespace profiler
