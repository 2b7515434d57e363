// The cells of a Report for machine formats, which have a column per kind of value
// (report/value_kinds.h).
#ifndef PROFILER_RENDER_FLAT_COLUMNS_H_
#define PROFILER_RENDER_FLAT_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profiler/report/value_kinds.h"

namespace profiler {

// Appends the shortest text that reads back as the same number; false if `value` is not finite.
bool AppendReal(double value, std::string& out);

// Appends the exact number in the unit of its column. Times have at most 6 decimals, because they
// are picoseconds printed in us.
void AppendNumber(Value value, Unit unit, std::string& out);

// Appends the row's value in a column of numbers, reals or flags (`true`, `false`). If the value is
// unknown, appends nothing and returns false.
bool AppendCell(const Report& report, const FlatColumn& column, size_t row, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_FLAT_COLUMNS_H_
