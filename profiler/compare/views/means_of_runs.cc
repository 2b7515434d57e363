#include "profiler/compare/views/means_of_runs.h"

#include <cstddef>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

// Statistics, peaks and rows that are steps are no sums over runs.
bool AddsRunsUp(Basis basis) {
  return basis == Basis::kOps || basis == Basis::kTotals || basis == Basis::kWholeTotals;
}

// Rounds halves away from zero. Sums of picoseconds may exceed 64 bits.
Value RoundedMean(Value sum, Value count) {
  const Value mean = sum / count, rest = sum % count;  // toward zero
  if (rest < 0) return -rest * 2 >= count ? mean - 1 : mean;
  return rest * 2 >= count ? mean + 1 : mean;
}

}  // namespace

void TakeMeansOfRuns(size_t runs, Report& report) {
  if (runs < 2) return;
  for (Report& section : report.sections) TakeMeansOfRuns(runs, section);
  if (!AddsRunsUp(report.values.basis)) return;
  const auto mean = [&](Value& value) {
    if (value != kAbsent) value = RoundedMean(value, static_cast<Value>(runs));
  };
  for (ReportColumn& column : report.columns) {
    if (!AddsUp(column)) continue;
    for (Value& value : column.own) mean(value);
    for (Value& value : column.total) mean(value);
    mean(column.grand_total);
  }
}

}  // namespace profiler
