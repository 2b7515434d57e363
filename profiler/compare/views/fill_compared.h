#ifndef PROFILER_COMPARE_VIEWS_FILL_COMPARED_H_
#define PROFILER_COMPARE_VIEWS_FILL_COMPARED_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/views/row_changes.h"
#include "profiler/compare/views/row_union.h"
#include "profiler/report/compared/compared_columns.h"
#include "profiler/report/report.h"

namespace profiler {

// The changes of each column that has samples, one per united row.
using ColumnChanges = std::map<std::string, std::vector<Change>>;

// What a column of a comparison is.
struct ComparedPlace {
  ComparedPart part = ComparedPart::kOther;
  std::optional<size_t> of;  // equal for all parts of one column; nullopt if it is about the row
};

struct FilledReport {
  Report report;
  std::vector<ComparedPlace> places;  // by column
};

// A report with all columns and rows of the comparison, in the order of `rows`, in which parents
// come before what is below them. `verdicts` are the changes of the judged column, which is
// `judged`.
FilledReport FillCompared(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                          const ColumnChanges& changes, const std::vector<Change>& verdicts,
                          const std::string& judged);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_FILL_COMPARED_H_
