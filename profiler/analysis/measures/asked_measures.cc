#include "profiler/analysis/measures/asked_measures.h"

#include <cstddef>

namespace profiler {

void Settle(const Quirks& quirks, Values& values) {
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    values[measure] = Settled(quirks, measure, values[measure]);
  }
}

bool IsShown(const Query& query, Measure measure) {
  return query.Selects(measure) || query.order_by.measure == measure ||
         (IsTime(measure) && query.Selects(Measure::kMicros));
}

// Whether the minimum can hide rows. The default minimum of 0 hides negative values only in tfprof.
static bool HasMinimum(const Query& query, Measure measure) {
  return query.min_of(measure) != 0 || query.compat_tfprof;
}

Value MinimumOf(const Query& query, Measure measure) {
  if (!HasMinimum(query, measure)) return -kAbsent;
  return static_cast<Value>(query.min_of(measure)) * (IsTime(measure) ? kPicosPerMicro : 1);
}

bool MinimumMatters(const Query& query, const OpValues& values, Measure measure) {
  if (!HasMinimum(query, measure)) return false;
  // NeverWraps does not cover statistics over steps, as these are not sums.
  const bool by_row = values.StatisticOf(query) != Statistic::kMean;
  const bool is_never_negative = values.NeverWraps(query, measure) && !by_row;
  return query.min_of(measure) > 0 || !is_never_negative;
}

MeasureSet AskedMeasures(const Query& query, const OpValues& values) {
  MeasureSet asked;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    asked[m] = IsShown(query, measure) || query.order_measure() == measure || !query.where.all() ||
               MinimumMatters(query, values, measure);
  }
  return asked;
}

}  // namespace profiler
