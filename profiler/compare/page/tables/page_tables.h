// The tables of `diff`, and the rows in them that its sentences read.
#ifndef PROFILER_COMPARE_PAGE_TABLES_PAGE_TABLES_H_
#define PROFILER_COMPARE_PAGE_TABLES_PAGE_TABLES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/sentences/between_change.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/tables/recorded_rows.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The table that has the times of the typical step, without rows.
Report TypicalStepTable();

// What only one side has, and why: "memory", "the base recorded no memory".
struct NotCompared {
  std::string what, why;
};

struct PageTables {
  Change step;
  BetweenChange between;
  std::vector<DiffRow> parts, ops, kernels, scopes, lines, collectives, launches;
  // Calls on hosts that wait for devices, which have no table.
  std::vector<DiffRow> device_waits;
  std::vector<DiffRow> allocations;  // calls that get or free memory of devices, likewise
  RecordedRows memory;
  // The devices that times of ops and kernels are means over.
  double base_lanes = 1, new_lanes = 1;
  std::vector<NotCompared> not_compared;
  std::vector<Report> sections;
};

// A table of each thing that both sides recorded.
absl::StatusOr<PageTables> MakePageTables(const Comparison& comparison, const Side& base,
                                          const Side& next, const Query& query,
                                          const CompareOptions& compare, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_TABLES_PAGE_TABLES_H_
