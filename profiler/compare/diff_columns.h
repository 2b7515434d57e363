#ifndef PROFILER_COMPARE_DIFF_COLUMNS_H_
#define PROFILER_COMPARE_DIFF_COLUMNS_H_

#include <string_view>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/row_pairs.h"
#include "profiler/report/column.h"

namespace profiler {

struct DiffRow {
  // Owned by the sides, or by who made the row: there may be 200,000. The base's name only if it
  // differs.
  std::string_view name, base_name;
  std::string_view type, base_type;  // the base's only if it differs
  Change change;
  double share = kAbsentReal;                              // delta as a part of the step's delta
  double base_runs = kAbsentReal, new_runs = kAbsentReal;  // per step
  PairedBy by = PairedBy::kNothing;
  // No part of the typical step's change is its: it runs beside the step, which does not wait for
  // it, or it `is_in_few_steps`.
  bool is_beside = false;
  bool is_collective = false;  // an op in which ranks may wait for each other
  bool is_of_hosts = false;    // an op whose times are those of hosts on both sides
  // Only one profile has it, in fewer than half of the steps: its value is the mean per step.
  bool is_in_few_steps = false;
};

const std::vector<ColumnOf<DiffRow>>& DiffStepColumns();
// Of times of rows that add up to a step, such as ops.
const std::vector<ColumnOf<DiffRow>>& DiffRowColumns();
// Of sizes that were recorded once.
const std::vector<ColumnOf<DiffRow>>& DiffMemoryColumns();
// Of values over time that are no times.
const std::vector<ColumnOf<DiffRow>>& DiffMetricColumns();

}  // namespace profiler

#endif  // PROFILER_COMPARE_DIFF_COLUMNS_H_
