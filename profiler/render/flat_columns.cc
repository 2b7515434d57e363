#include "profiler/render/flat_columns.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "profiler/base/output_text.h"

namespace profiler {

void AppendNumber(Value value, Unit unit, std::string& out) {
  if (unit != Unit::kMicros) {
    AppendInteger(value, out);
    return;
  }
  AppendMicros(value, out);
}

bool AppendReal(double value, std::string& out) {
  if (!std::isfinite(value)) return false;
  fmt::format_to(std::back_inserter(out), "{}", value);
  return true;
}

bool AppendCell(const Report& report, const FlatColumn& column, size_t row, std::string& out) {
  const ReportColumn& source = *column.source;
  const auto number = [&](Value value) {
    if (value == kAbsent) return false;
    AppendNumber(value, source.unit, out);
    return true;
  };
  if (source.type == ColumnType::kReal) return AppendReal(source.reals[row], out);
  if (source.type == ColumnType::kFlag) {
    if (source.own[row] == kAbsent) return false;
    out += source.own[row] == 0 ? "false" : "true";
    return true;
  }
  const bool is_accounted = report.rows[row].accounted;
  switch (column.kind) {
    case ValueKind::kOwn:
      return is_accounted && number(source.own[row]);
    case ValueKind::kTotal:
      return number(source.total[row]);
    case ValueKind::kShare:
      return is_accounted && AppendReal(source.share[row], out);
    case ValueKind::kShareTotal:
      return AppendReal(source.share_total[row], out);
  }
  return false;
}

}  // namespace profiler
