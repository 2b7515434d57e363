// How much the values of paired rows changed, and whether the changes are more than noise.
#ifndef PROFILER_COMPARE_VIEWS_ROW_CHANGES_H_
#define PROFILER_COMPARE_VIEWS_ROW_CHANGES_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/compare/change.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/compare/views/row_union.h"
#include "profiler/report/report.h"

namespace profiler {

// The two answers, and their samples; null if there are none.
struct ComparedTables {
  const Report& base;
  const Report& next;
  const TableSamples* base_samples = nullptr;
  const TableSamples* new_samples = nullptr;
  // Rows are steps, or statistics of these: nothing tells a step's change from noise, and `diff`
  // judges the steps together.
  bool are_of_steps = false;
};

// The changes of one column, one per united row. Rows without samples have no p-value.
std::vector<Change> ChangesOf(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                              const std::string& column, const Comparison& comparison,
                              const RunContext& context);

// Sets the verdicts of rows that have no samples by their values: same within the tolerance, else
// unclear.
void JudgeWithoutSamples(const ReportColumn* base, const ReportColumn* next, double tolerance,
                         const std::vector<UnitedRow>& rows, std::vector<Change>& changes);

// The value of a united row on one side; in trees the total. An absent row has the value 0 if
// values add up; NaN if unknown.
double SideValue(const ReportColumn* column, std::optional<size_t> row);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_ROW_CHANGES_H_
