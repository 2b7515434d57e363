// The parts of `report` that no view shows so.
#ifndef PROFILER_ENGINE_JOB_REPORT_PARTS_H_
#define PROFILER_ENGINE_JOB_REPORT_PARTS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What was recorded, when and where.
Report SummaryPart(const Profile& profile);

// What `advise` found, the worst first, in one table; `advice` is its answer. Before all stands
// what it warns of as a whole. Last of the warnings are those of `overview`, an answer of that
// view, that no rule has; null: none.
Report FindingsPart(Report advice, const Report* overview);
// Its columns and nothing else; `why` says what keeps the rules from judging.
Report NoFindingsPart(std::string why);

// How much of the time processors and GPUs were used fully, in part and hardly.
absl::StatusOr<Report> UsePart(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ENGINE_JOB_REPORT_PARTS_H_
