// The columns of a view that measure something, so that two profiles can be compared by them.
#ifndef PROFILER_REPORT_COMPARED_MEASURED_H_
#define PROFILER_REPORT_COMPARED_MEASURED_H_

#include <cstddef>

#include "profiler/report/report.h"
#include "profiler/report/value_kinds.h"

namespace profiler {

// Numbers that are measures or have a unit, and reals. Not: texts, flags, shares, numbers that name
// something (a rank, a step), positions, and moments.
bool IsMeasured(const ReportColumn& column);

// Whether values of several rows or steps can be added up, so that what is absent counts as 0:
// times, counts and bytes. Not: means, extremes, rates and percentages.
bool AddsUp(const ReportColumn& column);

// The value of a measured column in the unit of reports (times in microseconds); NaN if unknown.
// `kind` is kOwn or kTotal.
double MeasuredAt(const ReportColumn& column, size_t row, ValueKind kind = ValueKind::kOwn);

// The value of a Value in that unit, and back.
double Reported(Value value, Unit unit);

}  // namespace profiler

#endif  // PROFILER_REPORT_COMPARED_MEASURED_H_
