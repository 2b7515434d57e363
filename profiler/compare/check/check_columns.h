#ifndef PROFILER_COMPARE_CHECK_CHECK_COLUMNS_H_
#define PROFILER_COMPARE_CHECK_CHECK_COLUMNS_H_

#include <vector>

#include "profiler/report/check_result.h"
#include "profiler/report/column.h"

namespace profiler {

const std::vector<ColumnOf<CheckResult>>& CheckColumns();

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_CHECK_COLUMNS_H_
