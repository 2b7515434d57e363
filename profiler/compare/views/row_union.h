// The rows of two answers of a view, each row of the base paired with what it is in the new
// profile.
#ifndef PROFILER_COMPARE_VIEWS_ROW_UNION_H_
#define PROFILER_COMPARE_VIEWS_ROW_UNION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// At least one of both is a row.
struct UnitedRow {
  std::optional<size_t> base, next;
  int32_t parent = -1;  // index in the union; parents come first
  bool is_renamed = false;
};

// The time that a row typically takes, by which PairRows() decides between renamed rows.
using RowTime = std::function<double(const Report& report, size_t row)>;

// Pairs rows by key, in trees below paired parents. If `pairs_renamed`, rows that are left are
// paired by what does not change from build to build (PairRows()), and then what is below them.
// Rows are in the order of the new report; the base's other rows follow those with the same parent.
std::vector<UnitedRow> UniteRows(const Report& base, const Report& next, bool pairs_renamed,
                                 const RowTime& time);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_ROW_UNION_H_
