#ifndef PROFILER_COMPARE_VIEWS_CUT_COMPARED_H_
#define PROFILER_COMPARE_VIEWS_CUT_COMPARED_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/compare/views/fill_compared.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// Applies the options that hide rows and columns to a comparison. By row `order` is what -top keeps
// the greatest of; the rows of tables are sorted by it already, unless `sorts` is false: then
// -order_by names another column. `is_ranked`: in the view -max_depth counts rows. `places` are
// those of the report's columns.
absl::Status CutCompared(const Query& query, const std::vector<double>& order, bool sorts,
                         bool is_ranked, const std::vector<ComparedPlace>& places, Report& report);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_CUT_COMPARED_H_
