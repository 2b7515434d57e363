// The parts of `report` that are not tables of views.
#ifndef PROFILER_ENGINE_JOB_REPORT_PARTS_H_
#define PROFILER_ENGINE_JOB_REPORT_PARTS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The contents, time and place of the recording.
Report SummaryPart(const Profile& profile);

// The findings of `advice`, an answer of `advise`: first the warnings about the whole job, then the
// others by severity and saving. Warnings of `overview` (an answer of the view `overview`, or
// empty) follow the warnings of the rules.
Report FindingsPart(Report advice, Report overview);
// A part without findings; `why` is the reason why the rules cannot judge.
Report NoFindingsPart(std::string why);

// The shares of time with full, partial and hardly any utilization of processors and GPUs.
absl::StatusOr<Report> UsePart(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ENGINE_JOB_REPORT_PARTS_H_
