#include "profiler/report/compared/measured.h"

#include "profiler/base/unit.h"

namespace profiler {

bool IsMeasured(const ReportColumn& column) {
  if (column.is_measured) return *column.is_measured;
  if (column.not_available || column.role == ColumnRole::kBegin ||
      column.role == ColumnRole::kPosition || column.unit == Unit::kShare) {
    return false;
  }
  if (column.type == ColumnType::kReal) return true;
  return column.type == ColumnType::kNumber &&
         (column.measure.has_value() || column.unit != Unit::kNone);
}

bool AddsUp(const ReportColumn& column) {
  if (column.is_typical || column.type != ColumnType::kNumber) return false;
  return column.unit == Unit::kMicros || column.unit == Unit::kCount ||
         column.unit == Unit::kBytes || column.measure.has_value() ||
         column.is_measured.value_or(false);
}

double Reported(Value value, Unit unit) {
  if (value == kAbsent) return kAbsentReal;
  const double one = unit == Unit::kMicros ? kPicosPerMicro : 1;
  return static_cast<double>(value) / one;
}

double MeasuredAt(const ReportColumn& column, size_t row, ValueKind kind) {
  if (column.type == ColumnType::kReal) return column.reals[row];
  return Reported(kind == ValueKind::kTotal ? column.total[row] : column.own[row], column.unit);
}

}  // namespace profiler
