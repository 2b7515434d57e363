// What the machine formats share: the cells of a Report's facets (report/facets.h).
#ifndef PROFILER_RENDER_FLAT_COLUMNS_H_
#define PROFILER_RENDER_FLAT_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profiler/report/facets.h"

namespace profiler {

// Appends the shortest text that is read back as the same number; false for what is none.
bool AppendReal(double value, std::string& out);

// Appends a number in its column's unit: exact, as picoseconds have at most 6 decimals in us.
void AppendNumber(Value value, Unit unit, std::string& out);

// Appends what the row has in a facet of a column of numbers, reals or flags (`true`, `false`);
// false, and nothing, where it is unknown.
bool AppendCell(const Report& report, const FlatColumn& column, size_t row, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_FLAT_COLUMNS_H_
