// What the machine formats share: the columns of a Report taken apart, so that every number of a
// row stands under a name of its own.
#ifndef PROFILER_RENDER_FLAT_COLUMNS_H_
#define PROFILER_RENDER_FLAT_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

enum class Facet { kOwn, kTotal, kShare, kShareTotal };

struct FlatColumn {
  std::string name;       // the report's, or with total_, share_ or share_total_ before it
  std::string_view unit;  // "us", "B", "1", or "" for what is no number
  // "integer", "number", "string", "boolean", "list", "series", "input_shape_uses", "tensor"
  std::string_view type;
  std::string description;
  Facet facet = Facet::kOwn;
  const ReportColumn* source = nullptr;  // null: a property of the row itself
};

// name and key, in trees depth, parent and accounted.
std::vector<FlatColumn> RowProperties(const Report& report);

// The facets of the report's columns. One that the view left empty does not exist; where the report
// has no rows to tell by, those that its shape can have are named. What is not available has none.
std::vector<FlatColumn> Facets(const Report& report);

// Appends the shortest text that is read back as the same number; false for what is none.
bool AppendReal(double value, std::string& out);

// Appends a number in its column's unit: exact, as picoseconds have at most 6 decimals in us.
void AppendNumber(Value value, Unit unit, std::string& out);

// Appends what the row has in a facet of a column of numbers, reals or flags (`true`, `false`);
// false, and nothing, where it is unknown.
bool AppendCell(const Report& report, const FlatColumn& column, size_t row, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_FLAT_COLUMNS_H_
