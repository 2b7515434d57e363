#ifndef PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_
#define PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/report/report.h"
#include "profiler/views/steps/steps_columns.h"

namespace profiler {

// The section `statistics`: for each column of times that is shown, statistics over the steps that
// are not partial. No rows if there are fewer than two such steps.
Report StepSummary(const std::vector<StepsRow*>& rows, const std::vector<ReportColumn>& shown);

// Rows that are steps, by mark as StepsByMark(), the main kind first (MainKind()).
struct RowsOfMark {
  std::string mark;  // NameOf() the kind
  std::vector<StepsRow*> rows;
};
std::vector<RowsOfMark> RowsByMark(const std::vector<StepsRow*>& rows);

// One such section, or one per run if the rows are of several: `statistics_1`, `statistics_2`, by
// the run's number. Where the steps of a run are of several kinds, one per kind, the main one
// first: `statistics_kind_1`, `statistics_kind_2`. Sections without rows are left out.
std::vector<Report> StepSummaries(const std::vector<StepsRow*>& rows,
                                  const std::vector<ReportColumn>& shown, const Runs& runs);

// The run of a row that is a step.
uint32_t RunOf(const StepsRow& row, const Runs& runs);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_
