// Which measures a query asks for, what it wants them to be at least, and the range that it
// reports.
#ifndef PROFILER_ANALYSIS_MEASURES_ASKED_MEASURES_H_
#define PROFILER_ANALYSIS_MEASURES_ASKED_MEASURES_H_

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"

namespace profiler {

// Whether the measure is a time. Times are in picoseconds.
inline bool IsTime(Measure measure) { return Info(measure).unit == Unit::kMicros; }

// Wraps sums to the reported range (Quirk::kWrap64).
inline Value Settled(const Quirks& quirks, Measure measure, Value value) {
  if (value == kAbsent) return value;
  return IsTime(measure) ? quirks.SettleTime(value) : quirks.Settle(value);
}
void Settle(const Quirks& quirks, Values& values);

// Whether the report shows or sorts by the measure. `micros` includes all three times.
bool IsShown(const Query& query, Measure measure);

// The value of the measure's -min_... option, in the unit of a Value.
Value MinimumOf(const Query& query, Measure measure);

// The measures that the report depends on. Other measures are neither shown nor compared.
MeasureSet AskedMeasures(const Query& query, const OpValues& values);
// Whether totals of the measure must be compared with -min_...; not needed for most minimums of 0.
bool MinimumMatters(const Query& query, const OpValues& values, Measure measure);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEASURES_ASKED_MEASURES_H_
