// The columns of a Report as machine formats show them. A number column of a tree or a ranked
// report has several kinds of value, and each kind is a column with its own name. `schema` and
// -where use the same names.
#ifndef PROFILER_REPORT_VALUE_KINDS_H_
#define PROFILER_REPORT_VALUE_KINDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

enum class ValueKind : uint8_t { kOwn, kTotal, kShare, kShareTotal };

inline bool IsShare(ValueKind kind) {
  return kind == ValueKind::kShare || kind == ValueKind::kShareTotal;
}

struct FlatColumn {
  std::string name;       // may start with total_, share_ or share_total_
  std::string_view unit;  // "us", "B", "1"; "" if the values are not numbers
  // "integer", "number", "string", "boolean", "list", "series", "input_shape_uses", "tensor"
  std::string_view type;
  std::string description;
  ValueKind kind = ValueKind::kOwn;
  const ReportColumn* source = nullptr;  // null for a property of the row itself
  bool is_number = false;                // `type` is "integer" or "number"
};

// The kinds of value of a number column in a report of this shape.
std::vector<ValueKind> ValueKinds(Shape shape, const ReportColumn& column);
// The name of the values of that kind in a column named `name`.
std::string NameOf(ValueKind kind, std::string_view name);

// The columns `name` and `key`, if rows have names; for trees also `depth`, `parent` and
// `accounted`.
std::vector<FlatColumn> RowProperties(const Report& report);

// The columns of the report, one per kind of value. A kind without values is left out, but a report
// without rows has all kinds that are possible for its shape. Columns with `not_available` are left
// out.
std::vector<FlatColumn> FlatColumns(const Report& report);

}  // namespace profiler

#endif  // PROFILER_REPORT_VALUE_KINDS_H_
