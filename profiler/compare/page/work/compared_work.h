#ifndef PROFILER_COMPARE_PAGE_WORK_COMPARED_WORK_H_
#define PROFILER_COMPARE_PAGE_WORK_COMPARED_WORK_H_

#include <array>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/work/work_rows.h"
#include "profiler/compare/page/work/work_tables.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A table of work. If both sides have it but nothing in common, it has no report.
struct ComparedWork {
  std::vector<DiffRow> rows;
  bool have_common = false;
  absl::StatusOr<Report> table = Report();
};
using AllComparedWork = std::array<ComparedWork, kWorkTables.size()>;  // by place in kWorkTables

// Compares all tables at once, as one thread pairs and sorts the rows of a table. `step` is the
// change of the step. A table that one side lacks stays empty.
AllComparedWork CompareAllWork(const WorkComparison& by, const Side& base, const Side& next,
                               const Change& step, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_COMPARED_WORK_H_
